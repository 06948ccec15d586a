// Addresses of screens.
import { expect, test } from 'vitest'
import { address, parseRoute, type Route } from '../../src/lib/routes'

const ROUTES: [string, Route][] = [
  ['#/home', { screen: 'home' }],
  ['#/play', { screen: 'play' }],
  ['#/setup', { screen: 'setup', rules: { from: 'preset', name: '' } }],
  ['#/setup/naija-whot', { screen: 'setup', rules: { from: 'preset', name: 'naija-whot' } }],
  ['#/rules/own', { screen: 'rules', rules: { from: 'draft' } }],
  ['#/rules/text/a%20%3D%201%2F2%0A', { screen: 'rules', rules: { from: 'text', text: 'a = 1/2\n' } }],
  ['#/guide/table', { screen: 'guide', rules: { from: 'table' } }],
  ['#/compare', { screen: 'compare' }],
  ['#/replay', { screen: 'replay', record: { from: 'current-game' } }],
  ['#/replay/file', { screen: 'replay', record: { from: 'file' } }],
  ['#/check/ABCD', { screen: 'check', record: { from: 'server', code: 'ABCD' } }],
  ['#/make', { screen: 'make' }],
  ['#/settings', { screen: 'settings' }]
]

test.each(ROUTES)('%s is an address, and is parsed back', (text, route) => {
  expect(address(route)).toBe(text)
  expect(parseRoute('/', text)).toEqual(route)
})

test('the link to a table is a path, in any case of letters', () => {
  expect(address({ screen: 'table', code: 'ABCD' })).toBe('/t/ABCD')
  expect(parseRoute('/t/abcd', '')).toEqual({ screen: 'table', code: 'ABCD' })
  expect(parseRoute('/t/abcd', '#/')).toEqual({ screen: 'table', code: 'ABCD' })
  expect(parseRoute('/t/abcd', '#/settings')).toEqual({ screen: 'settings' })
})

test.each(['', '#', '#/', '#/nowhere', '#/toString', '#nowhere/%'])('%j is the first screen', (hash) => {
  expect(parseRoute('/', hash)).toEqual({ screen: 'home' })
})

test('a broken escape is an empty word', () => {
  expect(parseRoute('/', '#/setup/%E0%A4%A')).toEqual({
    screen: 'setup',
    rules: { from: 'preset', name: '' }
  })
})
