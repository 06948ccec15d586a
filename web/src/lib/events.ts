// Game events, parsed from their notation: `2 drew pick 4`, `0 played star-8`, `reversed`.
import { DECLARATIONS } from '../families'
import type { Declaration, DrawReason, EventKind, RoundEnd, SpokenWord } from '../generated/protocol'

/** What the events of the engine carry. */
interface EngineFields {
  dealt: { seat: number; count: number; cards: string[] }
  turned: { cards: string[] }
  buried: { cards: string[] }
  played: { seat: number; cards: string[] }
  called: { seat: number; suit: string }
  drew: { seat: number; reason: DrawReason; count: number; cards: string[] }
  took: { seat: number; cards: string[] }
  passed: { seat: number }
  skipped: { seat: number }
  again: { seat: number }
  reversed: object
  pending: { seat: number; count: number }
  cancelled: object
  swapped: { seat: number; other: number }
  said: { seat: number; word: SpokenWord }
  /** `by` is null where the rules caught the player, not another player. */
  caught: { seat: number; by: number | null }
  'false-call': { seat: number }
  challenged: { seat: number; by: number; guilty: boolean }
  reshuffled: { count: number }
  slapped: { seat: number; cards: string[] }
  exchanged: { seat: number; cards: string[] }
  'timed-out': { seat: number }
  left: { seat: number }
  out: { seat: number; place: number }
  shown: { seat: number; cards: string[] }
  ended: { how: RoundEnd }
}

/** Of every family, declarations carry the points that the player holds. */
type EventFields = EngineFields & Record<Declaration, { seat: number; points: number }>

/** One event. A kind that the protocol gains does not compile until its fields are added above. */
export type GameEvent = { [K in EventKind]: { kind: K } & EventFields[K] }[EventKind]

/** A kind, reason or word that this page does not know: the server is newer than the page. */
export class UnknownEvent extends Error {
  constructor(readonly text: string) {
    super(`unknown event: ${text}`)
  }
}

const DRAW_REASONS: Record<DrawReason, true> = {
  turn: true,
  pick: true,
  market: true,
  silence: true,
  'false-call': true,
  challenge: true,
  fine: true,
  timeout: true,
  owed: true
}

const ROUND_ENDS: Record<RoundEnd, true> = {
  out: true,
  count: true,
  blocked: true,
  stopped: true,
  deserted: true,
  called: true
}

const SPOKEN_WORDS: Record<SpokenWord, true> = { 'semi-last-card': true, 'last-card': true }

/** The word, if it is one of the known ones; throws {@link UnknownEvent}. */
function known<W extends string>(words: Record<W, unknown>, word = ''): W {
  if (!Object.hasOwn(words, word)) throw new UnknownEvent(word)
  return word as W
}

type EngineEventKind = Exclude<EventKind, Declaration>

/** Parses the words after the kind; `seat` is the number in front of it. */
type Parse<K extends EngineEventKind> = (words: string[], seat: number) => EngineFields[K]

const onlySeat = (_: string[], seat: number) => ({ seat })
const cardsOfSeat = (cards: string[], seat: number) => ({ seat, cards })

const PARSERS: { [K in EngineEventKind]: Parse<K> } = {
  dealt: ([count, ...cards], seat) => ({ seat, count: Number(count), cards }),
  turned: (cards) => ({ cards }),
  buried: (cards) => ({ cards }),
  played: cardsOfSeat,
  called: ([suit = ''], seat) => ({ seat, suit }),
  drew: ([reason, count, ...cards], seat) => ({
    seat,
    reason: known(DRAW_REASONS, reason),
    count: Number(count),
    cards
  }),
  took: cardsOfSeat,
  passed: onlySeat,
  skipped: onlySeat,
  again: onlySeat,
  reversed: () => ({}),
  pending: ([count], seat) => ({ seat, count: Number(count) }),
  cancelled: () => ({}),
  swapped: ([other], seat) => ({ seat, other: Number(other) }),
  said: ([word], seat) => ({ seat, word: known(SPOKEN_WORDS, word) }),
  caught: ([by], seat) => ({ seat, by: by === undefined ? null : Number(by) }),
  'false-call': onlySeat,
  challenged: ([by, verdict], seat) => ({ seat, by: Number(by), guilty: verdict === 'guilty' }),
  reshuffled: ([count]) => ({ count: Number(count) }),
  slapped: cardsOfSeat,
  exchanged: cardsOfSeat,
  'timed-out': onlySeat,
  left: onlySeat,
  out: ([place], seat) => ({ seat, place: Number(place) }),
  shown: cardsOfSeat,
  ended: ([how]) => ({ how: known(ROUND_ENDS, how) })
}

function parseEvent(text: string): GameEvent {
  const words = text.split(' ')
  const seat = /^\d+$/.test(words[0] ?? '') ? Number(words.shift()) : -1
  const word = words.shift() ?? ''
  if (Object.hasOwn(DECLARATIONS, word)) return { kind: word as Declaration, seat, points: Number(words[0]) }
  const kind = known(PARSERS, word)
  return { kind, ...PARSERS[kind](words, seat) } as GameEvent
}

/** The events of one step; throws {@link UnknownEvent}. */
export function parseEvents(text: string): GameEvent[] {
  return text
    .split(';')
    .filter((part) => part !== '')
    .map(parseEvent)
}

/** The seat that an event is about; null where it is about the whole table. */
export function seatOf(event: GameEvent): number | null {
  return 'seat' in event ? event.seat : null
}
