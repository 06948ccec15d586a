// Motion that shows what happened: short, and none for people who prefer reduced motion.
import type { TransitionConfig } from 'svelte/transition'
import type { EventKind } from '../generated/protocol'
import { seatOf, type GameEvent } from './events'

export const CARD_MOTION_MS = 260

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The last card that was tapped, and where it was. */
let tapped: { card: string; box: DOMRect } | null = null

/** Remembers where a card was tapped, so that it moves from there. */
export function rememberTap(card: string, element: Element) {
  tapped = { card, box: element.getBoundingClientRect() }
}

/** The box of a place on the screen, such as `seat-2` or `stock`. */
export function boxOf(place: string): DOMRect | null {
  return document.querySelector(`[data-spot="${place}"]`)?.getBoundingClientRect() ?? null
}

/** Where the new cards in a seat's hand come from; null if the cards were there before. */
export function originOfNewCards(events: readonly GameEvent[], seat: number | null): string | null {
  const own = (...kinds: EventKind[]) =>
    events.some((event) => kinds.includes(event.kind) && seatOf(event) === seat)
  for (const event of events) {
    if (event.kind !== 'swapped') continue
    if (event.seat === seat) return `seat-${event.other}`
    if (event.other === seat) return `seat-${event.seat}`
  }
  if (own('took', 'exchanged')) return 'pile'
  return own('drew', 'dealt') ? 'stock' : null
}

/** A transition in which a card comes from a place on the table. */
export function from(
  node: Element,
  { place, card, delay = 0 }: { place: string | null; card?: string; delay?: number }
): TransitionConfig {
  const tap = tapped && card === tapped.card ? tapped.box : null
  const start = tap ?? (place === null ? null : boxOf(place))
  if (reducedMotion() || !start) return { duration: 0 }
  tapped = null
  const target = node.getBoundingClientRect()
  const x = start.left + start.width / 2 - target.left - target.width / 2
  const y = start.top + start.height / 2 - target.top - target.height / 2
  const size = Math.max(start.height / Math.max(target.height, 1), 0.3)
  // The place where a card belongs may be a transform itself.
  const own = node instanceof HTMLElement ? node.style.transform : ''
  // A tap reaches what is below a moving card.
  const css = (t: number, u: number) =>
    `pointer-events: none; transform: translate(${x * u}px, ${y * u}px) ${own} scale(${1 + (Math.min(size, 1.3) - 1) * u}); z-index: 30; opacity: ${Math.min(1, 0.4 + t * 2)}`
  return { duration: CARD_MOTION_MS, delay, easing: (t) => 1 - (1 - t) ** 3, css }
}
