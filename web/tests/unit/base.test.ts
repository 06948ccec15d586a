import { expect, test } from 'vitest'
import { baseOf } from '../../src/lib/base'

test('the path in front of everything follows from where the scripts are', () => {
  expect(baseOf('https://cards.example/assets/index-abc.js')).toBe('/')
  expect(baseOf('https://www.example/cards/assets/index-abc.js')).toBe('/cards/')
})
