// How a hand is laid out: rows of overlapping cards in a box whose size depends on the screen only, never on the cards.

export interface Fan {
  /** The width of a card. */
  size: number
  rows: number
  perRow: number
  /** From the left edge of one card to that of the next. */
  step: number
  /** From the top of one row to that of the next. */
  rowStep: number
}

/** Room above the cards for those that are raised. */
export const LIFT = 28
/** Room below, for the ends of the fan, which hang a little. */
const SAG = 12
/** Room at the sides, for the corners of turned cards. */
const MARGIN = 16
/** What must stay visible of a covered card: its index, and room for a finger. */
const LEAST_STEP = 26
/** The share of a card's height that stays visible below the row above it. */
const ROW_SHARE = 0.6
const RATIO = 1.4

/** The largest cards that fit: with more rows they get smaller, so as few rows as the width allows. */
export function fan(count: number, width: number, height: number): Fan {
  for (let rows = 1; ; rows++) {
    const perRow = Math.ceil(Math.max(count, 1) / rows)
    const high = (height - LIFT - SAG) / (RATIO + (rows - 1) * ROW_SHARE)
    const size = Math.min(high, width / 3.4, 132)
    const free = width - 2 * MARGIN - size
    const step = perRow > 1 ? Math.min(size * 0.8, free / (perRow - 1)) : 0
    if (perRow === 1 || step >= LEAST_STEP) return { size, rows, perRow, step, rowStep: size * ROW_SHARE }
  }
}

/** Where a card lies: the left and top edges of its box, and how far it is turned in degrees. */
export function placeInFan(at: number, count: number, width: number, height: number, by: Fan) {
  const row = Math.floor(at / by.perRow)
  const inRow = row === by.rows - 1 ? count - row * by.perRow : by.perRow
  const middle = (at % by.perRow) - (inRow - 1) / 2
  // A single row is a fan; several rows are straight, so that none covers the index of the next.
  const turn = by.rows > 1 ? 0 : middle * Math.min(2.4, 9 / inRow)
  const used = LIFT + by.size * RATIO + (by.rows - 1) * by.rowStep + SAG
  const top = LIFT + Math.max(height - used, 0) / 2 + row * by.rowStep + turn * turn * 0.16
  return { left: (width - by.size) / 2 + middle * by.step, top, turn }
}
