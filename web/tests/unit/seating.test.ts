import { expect, test } from 'vitest'
import { followers, seating } from '../../src/lib/seating'

const others = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('one or two players sit at the top', () => {
  expect(seating(others(1), false)).toEqual({ left: [], top: [1], right: [] })
  expect(seating(others(2), false)).toEqual({ left: [], top: [1, 2], right: [] })
})

test('more sit around the table in the order of play', () => {
  expect(seating(others(3), false)).toEqual({ left: [1], top: [2], right: [3] })
  expect(seating(others(5), false)).toEqual({ left: [1], top: [2, 3, 4], right: [5] })
  expect(seating(others(6), false)).toEqual({ left: [1, 2], top: [3, 4], right: [5, 6] })
  expect(seating(others(9), false)).toEqual({ left: [1, 2, 3], top: [4, 5, 6], right: [7, 8, 9] })
  expect(seating(others(9), true)).toEqual({ left: [1, 2], top: [3, 4, 5, 6, 7], right: [8, 9] })
})

test('nobody is lost, and both sides are alike', () => {
  for (let count = 1; count <= 9; count++) {
    for (const wide of [false, true]) {
      const { left, top, right } = seating(others(count), wide)
      expect([...left, ...top, ...right]).toEqual(others(count))
      expect(left.length).toBe(right.length)
      expect(top.length).toBeGreaterThan(0)
    }
  }
})

test('the others follow the player; a spectator sees everybody', () => {
  expect(followers([0, 1, 2, 3], 2)).toEqual([3, 0, 1])
  expect(followers([0, 1, 2], null)).toEqual([0, 1, 2])
})
