// Motion that tells what happened: short, and none where somebody has asked for none.
import type { TransitionConfig } from 'svelte/transition'
import type { Happening } from './events'

export const SHORT = 260

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Where the last card that was touched lay. */
let touched: { card: string; box: DOMRect } | null = null

export function touch(card: string, element: Element) {
  touched = { card, box: element.getBoundingClientRect() }
}

/** The box of a place on the screen, as `seat-2` or `stock`. */
export function spot(name: string): DOMRect | null {
  return document.querySelector(`[data-spot="${name}"]`)?.getBoundingClientRect() ?? null
}

/** Where cards come from that are new in the hand of this seat, by what happened; null where they were there before. */
export function source(events: readonly Happening[], seat: number | null): string | null {
  const own = (kinds: string[]) => events.some((event) => kinds.includes(event.kind) && event.seat === seat)
  const swap = events.find(
    (event) => event.kind === 'swapped' && (event.seat === seat || event.other === seat)
  )
  if (swap) return `seat-${swap.seat === seat ? swap.other : swap.seat}`
  if (own(['took', 'exchanged'])) return 'pile'
  return own(['drew', 'dealt']) ? 'stock' : null
}

/** A card comes from a place on the table. */
export function from(
  node: Element,
  { place, card, delay = 0 }: { place: string | null; card?: string; delay?: number }
): TransitionConfig {
  const own = touched && card === touched.card ? touched.box : null
  const start = own ?? (place === null ? null : spot(place))
  if (still() || !start) return { duration: 0 }
  touched = null
  const target = node.getBoundingClientRect()
  const x = start.left + start.width / 2 - target.left - target.width / 2
  const y = start.top + start.height / 2 - target.top - target.height / 2
  const size = Math.max(start.height / Math.max(target.height, 1), 0.3)
  // Whoever taps meets what lies there, not what flies over it.
  const css = (t: number, u: number) =>
    `pointer-events: none; translate: ${x * u}px ${y * u}px; scale: ${1 + (Math.min(size, 1.3) - 1) * u}; z-index: 30; opacity: ${Math.min(1, 0.4 + t * 2)}`
  return { duration: SHORT, delay, easing: (t) => 1 - (1 - t) ** 3, css }
}
