// Where the other players sit around the table: up the left side, along the top and down the right side, as play goes.

export interface Seating {
  left: number[]
  top: number[]
  right: number[]
}

/** The other players in the order in which they follow this one; everybody for a spectator. */
export function followers(seats: readonly number[], own: number | null): number[] {
  const at = own === null ? -1 : seats.indexOf(own)
  return [...seats.slice(at + 1), ...seats.slice(0, Math.max(at, 0))]
}

/** The most plates beside each other at the top. */
const TOP_MOST = { narrow: 3, wide: 5 }

/**
 * Divides the others, in the order of play, over the three sides: both sides have the same number, so that the one at
 * the left is as far from the player as the one at the right.
 */
export function seating(others: readonly number[], wide: boolean): Seating {
  const most = wide ? TOP_MOST.wide : TOP_MOST.narrow
  const side = others.length < 3 ? 0 : Math.max(1, Math.ceil((others.length - most) / 2))
  const top = others.length - 2 * side
  return {
    left: others.slice(0, side),
    top: others.slice(side, side + top),
    right: others.slice(side + top)
  }
}
