// Where new cards in a hand come from.
import { expect, test } from 'vitest'
import { parseEvents } from '../../src/lib/events'
import { originOfNewCards } from '../../src/lib/motion'

test.each([
  ['0 dealt 8 AH;1 dealt 8', 'stock'],
  ['1 dealt 8', null],
  ['0 drew turn 1 3C', 'stock'],
  ['2 played 5D;2 drew turn 1', null],
  ['0 played 9C;0 took 4S', 'pile'],
  ['1 took 4S', null],
  ['0 played red-7;0 swapped 2', 'seat-2'],
  ['3 played red-7;3 swapped 0', 'seat-3'],
  ['3 played red-7;3 swapped 2', null],
  ['', null]
])('after %s they come from %s', (text, place) => {
  expect(originOfNewCards(parseEvents(text), 0)).toBe(place)
})

test('a spectator has no hand', () => {
  expect(originOfNewCards(parseEvents('0 dealt 8;0 swapped 1'), null)).toBe(null)
})
