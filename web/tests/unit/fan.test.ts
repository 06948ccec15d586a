import { expect, test } from 'vitest'
import { fan, placeInFan } from '../../src/lib/fan'

/** The widths and heights of a hand on a small phone, a phone, a phone in landscape and a desktop. */
const BOXES = [
  [312, 160],
  [352, 210],
  [380, 150],
  [928, 216]
] as const

/** The corners of a card that is turned around a point below it. */
function corners({ left, top, turn }: ReturnType<typeof placeInFan>, size: number) {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const high = size * 1.4
  return [0, 1].flatMap((right) =>
    [0, 1].map((down) => {
      const [x, y] = [(right - 0.5) * size, (down - 1.2) * high]
      return [left + size / 2 + x * cos - y * sin, top + 1.2 * high + x * sin + y * cos] as const
    })
  )
}

test('every hand fits into its box, and every card can be seen and touched', () => {
  for (const [width, height] of BOXES) {
    for (let count = 1; count <= 40; count++) {
      const shape = fan(count, width, height)
      expect(shape.perRow === 1 || shape.step >= 26).toBe(true)
      for (let at = 0; at < count; at++) {
        const where = `card ${at + 1} of ${count} in ${width} by ${height}`
        for (const [x, y] of corners(placeInFan(at, count, width, height, shape), shape.size)) {
          expect(x, where).toBeGreaterThanOrEqual(0)
          expect(x, where).toBeLessThanOrEqual(width)
          expect(y, where).toBeGreaterThanOrEqual(0)
          expect(y, where).toBeLessThanOrEqual(height)
        }
      }
    }
  }
})

test('fewer cards are never smaller', () => {
  for (const [width, height] of BOXES) {
    for (let count = 1; count < 40; count++)
      expect(fan(count, width, height).size).toBeGreaterThanOrEqual(fan(count + 1, width, height).size - 0.01)
  }
})
