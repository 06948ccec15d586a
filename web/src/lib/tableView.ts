// What one person knows of a table, from the items the table sends and nothing else.
import type {
  AnswerItem,
  GoalItem,
  HintItem,
  Item,
  MatchItem,
  RefusedItem,
  SaidItem,
  SceneItem,
  ScenePhase
} from '../generated/protocol'
import { familyOf } from '../families'
import { turnSeconds } from './cards'
import { parseEvents, UnknownEvent, type GameEvent } from './events'
import { expandMoves, parseMove, type Move } from './moves'

export interface Pile {
  count: number
  cards: string[]
}

export interface Outcome {
  how: string
  places: number[]
  points: number[]
}

/** Something to announce once; everything else is in the view. */
export type Update =
  | { kind: 'events'; events: GameEvent[] }
  /** The step had an event that this page does not know, so a fresh scene is needed. */
  | { kind: 'unknown-event'; text: string }
  | { kind: 'deal'; round: number; dealer: number }
  | { kind: 'match'; match: MatchItem }
  | { kind: 'refused'; refusal: RefusedItem }
  | { kind: 'accepted'; id: string }
  | { kind: 'answer'; answer: AnswerItem }
  | { kind: 'hint'; hint: HintItem }
  | { kind: 'note'; text: string }
  | { kind: 'said'; said: SaidItem }
  | { kind: 'fault'; id: string }

type KeyOf<T> = T extends unknown ? keyof T : never

/** The kinds of items: each item is an object with one of these keys. */
export type ItemKind = KeyOf<Item>

type ItemValue<K extends ItemKind> = Extract<Item, Record<K, unknown>>[K]

/** What to do with each kind of item. A kind that the protocol gains does not compile until it is handled here. */
type ItemHandlers = {
  [K in ItemKind]: (view: TableView, value: ItemValue<K>, now: number) => Update[] | undefined
}

const HANDLERS: ItemHandlers = {
  hello(view, { table, chat, maker }) {
    Object.assign(view, { table, chat: chat ?? false, maker: maker ?? null })
    return undefined
  },
  ok: (_, id) => [{ kind: 'accepted', id }],
  no: (_, refusal) => [{ kind: 'refused', refusal }],
  you(view, seat) {
    view.you = seat
    return undefined
  },
  players(view, players) {
    view.players = players.map(([name, kind]) => ({ name, kind }))
    return undefined
  },
  rules(view, rules) {
    view.rules = rules
    return undefined
  },
  scores(view, { round, dealer, scores, playing, goal, rank, out, ending }) {
    Object.assign(view, { round, dealer, scores, playing, end: null, won: null })
    Object.assign(view, { goal: goal ?? null, rank: rank ?? [], out: out ?? [] })
    Object.assign(view, { ending: knownEvents(ending ?? ''), before: ending ? null : scores })
    return undefined
  },
  deal(view, { round, dealer, goal }) {
    if (round === 1) Object.assign(view, { scores: view.players.map(() => 0), rank: [], out: [] })
    Object.assign(view, { round, dealer, end: null, won: null, asking: null, ending: [] })
    Object.assign(view, { goal: goal ?? view.goal, before: view.scores })
    return [{ kind: 'deal', round, dealer }]
  },
  did(view, [position, text]) {
    Object.assign(view, { n: position, held: null, deadline: null })
    try {
      const events = parseEvents(text)
      view.ending = events.some(({ kind }) => kind === 'ended') ? events : []
      return [{ kind: 'events', events }]
    } catch (error) {
      if (error instanceof UnknownEvent) return [{ kind: 'unknown-event', text: error.text }]
      throw error
    }
  },
  scene(view, scene) {
    view.applyScene(scene)
    return undefined
  },
  turn(view, seat, now) {
    view.deadline = { seat, at: now + turnSeconds(view.rules) * 1000 }
    return undefined
  },
  time(view, [seat, millis], now) {
    view.deadline = { seat, at: now + millis }
    return undefined
  },
  answer: (_, answer) => [{ kind: 'answer', answer }],
  hint: (_, hint) => [{ kind: 'hint', hint }],
  stale(view, position) {
    view.n = position
    return undefined
  },
  round(view, { scores, playing, end, rank, out }) {
    Object.assign(view, { scores, playing, end: parseOutcome(end), deadline: null })
    Object.assign(view, { rank: rank ?? [], out: out ?? [] })
    return undefined
  },
  match(view, match) {
    Object.assign(view, { won: match.won, scores: match.scores })
    return [{ kind: 'match', match }]
  },
  note(view, text) {
    view.applyNote(text)
    return [{ kind: 'note', text }]
  },
  /** Shuffles are handled by the game, which can answer (shuffleClient.ts). */
  shuffle: () => undefined,
  alone: () => undefined,
  sign: () => undefined,
  rewound: () => undefined,
  said: (_, said) => [{ kind: 'said', said }],
  on(view, seats) {
    view.on = seats
    return undefined
  },
  maker(view, name) {
    view.maker = name
    return undefined
  },
  fault: (_, id) => [{ kind: 'fault', id }],
  /** The server says goodbye before it stops; the connection comes back by itself. */
  bye: () => undefined
}

export class TableView {
  table = ''
  chat = false
  /** The name of the player who made the table. */
  maker: string | null = null
  you: number | null = null
  players: { name: string; kind: string }[] = []
  rules = ''
  round = 1
  dealer = 0
  scores: number[] = []
  playing: number[] = []
  /** The number of the position. */
  n = 0
  /** Whether a scene has arrived. */
  begun = false
  turn = -1
  phase: ScenePhase | '' = ''
  seats: number[] = []
  hold: number[] = []
  know: Record<string, string[]> = {}
  plays: number[] = []
  owes: number[] = []
  /** The points of a hand by seat, where this person knows all of it and they matter now. */
  worth: Partial<Record<number, number>> = {}
  /** The places taken in this round by going out, by seat. */
  done: Partial<Record<number, number>> = {}
  stock: Pile | null = null
  pile: Pile | null = null
  throw: Pile | null = null
  suit: string | null = null
  penalty = 0
  right = false
  suspended = 0
  may: Move[] = []
  /** How the round ended. */
  end: Outcome | null = null
  /** The scores before the round; null where this page did not see them. */
  before: number[] | null = null
  /** The events of the step that ended the round. */
  ending: GameEvent[] = []
  /** What the match is played to; null where the server does not tell. */
  goal: GoalItem | null = null
  /** The place of each seat in the match so far. */
  rank: number[] = []
  /** The seats that were eliminated. */
  out: number[] = []
  won: number[] | null = null
  deadline: { seat: number; at: number } | null = null
  /** The seats that are connected. */
  on: number[] | null = null
  /** The seat that asks to take a move back. */
  asking: number | null = null
  announcing = false
  held: 'move' | 'catch' | null = null

  /** The cards in the player's own hand. */
  get hand(): string[] {
    return this.you === null ? [] : (this.know[this.you] ?? [])
  }

  /** Whether this player may add bots and start: the maker of the table, or anyone once the maker has left. */
  get setsUp(): boolean {
    if (this.you === null) return false
    return this.name(this.you) === this.maker || !this.players.some((player) => player.name === this.maker)
  }

  /** The cards that lie open: the pile, or what was thrown last. */
  get open(): Pile | null {
    return this.throw ?? this.pile
  }

  /** Whether this person has gone out of a round that the others still play. */
  get isOut(): boolean {
    return this.isWaiting && this.seats.includes(this.you!) && !this.plays.includes(this.you!)
  }

  /** Whether this person is out of a match that the others still play. */
  get isEliminated(): boolean {
    return this.isWaiting && this.seats.length > 0 && !this.seats.includes(this.you!)
  }

  /** Whether this person has a seat and a round is played. */
  private get isWaiting(): boolean {
    return this.begun && this.you !== null && this.end === null
  }

  /** Whether the match is more than one round, so that it has scores. */
  get hasScores(): boolean {
    if (this.goal === null) return this.scores.some((score) => score !== 0)
    return this.goal.rounds !== 1 || this.round > 1
  }

  /** The number of cards that a seat holds. */
  count(seat: number): number {
    return this.hold[this.seats.indexOf(seat)] ?? 0
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? `#${seat}`
  }

  /** Applies a frame; `now` is this device's time in milliseconds. */
  apply(frame: readonly Item[], now: number): Update[] {
    return frame.flatMap((item) => this.applyItem(item, now))
  }

  /** Items of a kind that only a newer server knows are ignored. */
  private applyItem(item: Item, now: number): Update[] {
    return (Object.entries(item) as [ItemKind, never][]).flatMap(([kind, value]) =>
      Object.hasOwn(HANDLERS, kind) ? (HANDLERS[kind](this, value, now) ?? []) : []
    )
  }

  applyNote(text: string) {
    const [word = '', rest] = text.split(' ')
    if (word === 'asked') this.asking = Number(rest)
    if (['denied', 'lapsed', 'undone'].includes(word)) this.asking = null
    if (word === 'announcing') this.announcing = rest === 'on'
    // Whoever is not on turn can only have caught somebody.
    if (word === 'held') this.held = this.turn === this.you ? 'move' : 'catch'
  }

  applyScene(scene: SceneItem) {
    if (scene.new) this.clearScene()
    this.begun = true
    if (scene.n != null) this.n = scene.n
    if (scene.turn != null) this.turn = scene.turn
    if (scene.phase != null) this.phase = scene.phase
    if (scene.seats != null) this.seats = digits(scene.seats)
    if (scene.hold != null) this.hold = scene.hold
    if (scene.plays != null) this.plays = digits(scene.plays)
    if (scene.owes != null) this.owes = digits(scene.owes)
    if (scene.worth != null) this.worth = scene.worth
    if (scene.done != null) this.done = scene.done
    if (scene.stock != null) this.stock = parsePile(scene.stock)
    if (scene.pile != null) this.pile = parsePile(scene.pile)
    if (scene.throw != null) this.throw = parsePile(scene.throw)
    if (scene.signs != null) this.applySigns(scene.signs)
    if (scene.end != null) this.end = scene.end === '' ? null : parseOutcome(scene.end)
    const family = familyOf(this.rules)
    this.may = expandMoves(scene.may ?? '').map((text, at) => ({
      ...parseMove(text, family),
      leaves: scene.leaves?.[at]
    }))
    this.know = changedHands(this.know, scene.know ?? {})
  }

  private clearScene() {
    Object.assign(this, {
      turn: -1,
      phase: '',
      seats: [],
      hold: [],
      know: {},
      plays: [],
      owes: [],
      suit: null,
      worth: {},
      done: {}
    })
    Object.assign(this, { stock: null, pile: null, throw: null, end: null })
    Object.assign(this, { penalty: 0, right: false, suspended: 0 })
  }

  private applySigns(text: string) {
    Object.assign(this, { suit: null, penalty: 0, right: false, suspended: 0 })
    for (const sign of text.split(';')) {
      const [word, value] = sign.split(' ')
      if (word === 'suit') this.suit = value ?? null
      if (word === 'penalty') this.penalty = Number(value)
      if (word === 'suspended') this.suspended = Number(value)
      if (word === 'right') this.right = true
    }
  }
}

/** The events of a step; none where a newer server tells of one that this page does not know. */
function knownEvents(text: string): GameEvent[] {
  try {
    return parseEvents(text)
  } catch (error) {
    if (error instanceof UnknownEvent) return []
    throw error
  }
}

function digits(text: string): number[] {
  return Array.from(text, Number)
}

function parsePile(text: string): Pile | null {
  const [count, ...cards] = text.split(' ')
  return text === '' ? null : { count: Number(count), cards }
}

/** The known hands after a change: `-8H +9C` removes and adds cards, other texts replace a hand. */
function changedHands(
  before: Record<string, string[]>,
  changes: Record<string, string>
): Record<string, string[]> {
  const hands = new Map(Object.entries(before))
  for (const [seat, text] of Object.entries(changes)) {
    if (text === '') hands.delete(seat)
    else if (/^[-+]/.test(text)) hands.set(seat, changedHand(hands.get(seat) ?? [], text.split(' ')))
    else hands.set(seat, text.split(' '))
  }
  return Object.fromEntries(hands)
}

function changedHand(cards: string[], changes: string[]): string[] {
  const hand = [...cards]
  for (const change of changes) {
    const card = change.slice(1)
    if (change.startsWith('+')) hand.push(card)
    else if (hand.includes(card)) hand.splice(hand.indexOf(card), 1)
  }
  return hand
}

/** Parses a result: `out places 1 2 points 0 12`. */
export function parseOutcome(text: string): Outcome {
  const [, how = '', places = '', points = ''] =
    /^(\S+) places ([-\d ]+?) points ([-\d ]+?)(?: next \d+)?$/.exec(text) ?? []
  return { how, places: places.split(' ').map(Number), points: points.split(' ').map(Number) }
}
