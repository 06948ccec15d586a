// The drawings on the cards, as SVG paths in a box of 100 by 100.

export const SHAPE: Record<string, string> = {
  circle: 'M50 6a44 44 0 1 1 0 88 44 44 0 1 1 0-88z',
  triangle: 'M50 8 96 90H4z',
  cross: 'M35 6h30v29h29v30H65v29H35V65H6V35h29z',
  square: 'M10 10h80v80H10z',
  star: 'M50 3 61.8 36.8 97.6 37.5 69 59.2 79.4 93.4 50 73 20.6 93.4 31 59.2 2.4 37.5 38.2 36.8z',
  hearts:
    'M50 90C22 66 7 50 7 32 7 18 17 9 29 9c9 0 16 5 21 14 5-9 12-14 21-14 12 0 22 9 22 23 0 18-15 34-43 58z',
  diamonds: 'M50 4C60 22 70 36 86 50 70 64 60 78 50 96 40 78 30 64 14 50 30 36 40 22 50 4z',
  spades:
    'M50 5C38 25 9 40 9 62c0 12 9 20 19 20 7 0 13-3 17-9-1 9-4 16-10 22h30c-6-6-9-13-10-22 4 6 10 9 17 9 10 0 19-8 19-20C91 40 62 25 50 5z',
  clubs:
    'M50 5c12 0 21 9 21 20 0 6-2 11-6 15 3-2 6-2 9-2 11 0 20 9 20 21s-9 21-20 21c-8 0-14-4-18-10 1 10 4 18 10 25H34c6-7 9-15 10-25-4 6-10 10-18 10-11 0-20-9-20-21s9-21 20-21c3 0 6 0 9 2-4-4-6-9-6-15C29 14 38 5 50 5z'
}

/** The colour of a suit's drawing on light ground. */
export const INK: Partial<Record<string, string>> = {
  circle: 'var(--suit-circle)',
  triangle: 'var(--suit-triangle)',
  cross: 'var(--suit-cross)',
  square: 'var(--suit-square)',
  star: 'var(--suit-star)',
  hearts: 'var(--suit-red)',
  diamonds: 'var(--suit-red)',
  spades: 'var(--suit-black)',
  clubs: 'var(--suit-black)'
}

/** The background and the lettering of the coloured cards. */
export const GROUND: Partial<Record<string, [string, string]>> = {
  red: ['var(--colour-red)', 'var(--on-colour)'],
  green: ['var(--colour-green)', 'var(--on-colour)'],
  blue: ['var(--colour-blue)', 'var(--on-colour)'],
  yellow: ['var(--colour-yellow)', 'var(--on-yellow)']
}

/** A pattern for each colour, so that no card is recognised by colour alone. */
export const PATTERN: Record<string, string> = {
  red: lines((at) => `M${at - 140} 140 ${at} 0`, -10, 260, 14),
  green: grid((x, y) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0`),
  blue: lines((at) => `M0 ${at}q12.5-9 25 0t25 0 25 0 25 0`, 4, 150, 13),
  yellow: lines((at) => `M${at} 0V140M0 ${at}H100`, 6, 140, 15)
}

function lines(draw: (at: number) => string, from: number, to: number, step: number): string {
  const parts = []
  for (let at = from; at < to; at += step) parts.push(draw(at))
  return parts.join('')
}

function grid(draw: (x: number, y: number) => string): string {
  const parts = []
  for (let y = 6; y < 140; y += 13)
    for (let x = (y / 13) % 2 < 1 ? 6 : 12; x < 100; x += 13) parts.push(draw(x, y))
  return parts.join('')
}

/** The signs of the action cards. */
export const SIGN: Record<string, string> = {
  skip: 'M50 10a40 40 0 1 1 0 80 40 40 0 1 1 0-80zM22 78 78 22',
  reverse: 'M20 62V38q0-16 16-16h22M46 8l16 14-16 14M80 38v24q0 16-16 16H42M54 92 38 78l16-14',
  swap: 'M14 34h64M60 14l20 20-20 20M86 68H22M40 48 20 68l20 20'
}

/** The pips of each number card: columns at 34, 50 and 66, rows from 0 to 1. */
// prettier-ignore
const COLUMN = [
  [],
  [[50, 0.5]],
  [[50, 0], [50, 1]],
  [[50, 0], [50, 0.5], [50, 1]],
  [[34, 0], [66, 0], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [50, 0.5], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [34, 0.5], [66, 0.5], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [50, 0.25], [34, 0.5], [66, 0.5], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [50, 0.25], [34, 0.5], [66, 0.5], [50, 0.75], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [34, 0.333], [66, 0.333], [50, 0.5], [34, 0.667], [66, 0.667], [34, 1], [66, 1]],
  [[34, 0], [66, 0], [50, 0.167], [34, 0.333], [66, 0.333], [34, 0.667], [66, 0.667], [50, 0.833], [34, 1], [66, 1]]
] as [number, number][][]

export function pips(rank: string): [number, number][] {
  return COLUMN[Number(rank)] ?? []
}

/** The number of backgrounds for suits without a drawing. */
const OTHER_SUIT_COLOURS = 8

/** The background of a suit without a drawing: always the same for the same name. */
export function fallbackGround(suit: string): string {
  let sum = 0
  for (const letter of suit) sum = (sum * 31 + letter.charCodeAt(0)) % 997
  return `var(--other-suit-${sum % OTHER_SUIT_COLOURS})`
}
