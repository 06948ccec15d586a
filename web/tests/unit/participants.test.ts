// Names of the people and bots at one device.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let module: typeof import('../../src/lib/startGame')
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('location', { hash: '', pathname: '/' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { languages: ['en'] })
  module = await import('../../src/lib/startGame')
})
afterAll(() => void vi.unstubAllGlobals())

test('nobody is called "You"', () => {
  const names = module.defaultParticipants([2, 8], 2).map(({ name }) => name)
  expect(names).toEqual(['Player 1', 'Player 2', 'Bola', 'Chidi'])
})

test('a second person is Player 2, unless a name was typed', () => {
  const all = module.defaultParticipants([2, 8], 1)
  expect(module.withLevel(all, 1, null)).toEqual({ name: 'Player 2', level: null })
  all[1] = module.withLevel(all, 1, null)
  expect(module.withLevel(all, 1, 'hard'), 'a bot again').toEqual({ name: 'Amara', level: 'hard' })
  all[1] = { name: 'Grandma', level: null }
  expect(module.withLevel(all, 1, 'hard')).toEqual({ name: 'Grandma', level: 'hard' })
})

test('an empty name becomes one', () => {
  const level = null
  expect(
    module.named([
      { name: ' ', level },
      { name: ' Ada ', level }
    ])
  ).toEqual([
    { name: 'Player 1', level },
    { name: 'Ada', level }
  ])
})
