// What one person knows of a table, from the frames of the wire and nothing else.
import type { HintItem, Item, MatchItem, NoItem, RoundItem, SaidItem, SceneItem } from '../generated/protocol'
import { secondsOf } from './cards'
import { happenings, type Happening } from './events'
import { choice, lengthened, type Choice } from './moves'

export interface Pile {
  count: number
  cards: string[]
}

export interface Outcome {
  how: string
  places: number[]
  points: number[]
}

/** Something that a front end has to tell once. */
export type Told =
  | { kind: 'did'; events: Happening[] }
  | { kind: 'deal'; round: number; dealer: number }
  | { kind: 'round'; round: RoundItem }
  | { kind: 'match'; match: MatchItem }
  | { kind: 'no'; no: NoItem }
  | { kind: 'ok'; id: string }
  | { kind: 'answer'; code?: string | null; why?: string | null }
  | { kind: 'hint'; hint: HintItem }
  | { kind: 'note'; text: string }
  | { kind: 'said'; said: SaidItem }
  | { kind: 'fault'; text: string }
  | { kind: 'bye'; after: number }

/** How things stand. */
export class Picture {
  table = ''
  chat = false
  /** The name of whoever made the table. */
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
  /** Whether a scene was seen. */
  begun = false
  turn = -1
  phase = ''
  seats: number[] = []
  hold: number[] = []
  know: Record<string, string[]> = {}
  plays: number[] = []
  owes: number[] = []
  stock: Pile | null = null
  pile: Pile | null = null
  throw: Pile | null = null
  suit: string | null = null
  penalty = 0
  right = false
  suspended = 0
  may: Choice[] = []
  /** How the round ended. */
  end: Outcome | null = null
  won: number[] | null = null
  deadline: { seat: number; at: number } | null = null
  on: number[] | null = null
  asking: number | null = null
  announcing = false
  held = false

  /** The cards in the own hand. */
  get hand(): string[] {
    return this.you === null ? [] : (this.know[this.you] ?? [])
  }

  /** Whether this player may add computer players and start: whoever made the table, or anybody once that player has left. */
  get setsUp(): boolean {
    if (this.you === null) return false
    return this.name(this.you) === this.maker || !this.players.some((player) => player.name === this.maker)
  }

  /** How many cards a seat holds. */
  count(seat: number): number {
    return this.hold[this.seats.indexOf(seat)] ?? 0
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? `#${seat}`
  }

  /** Takes a frame in; `now` is the time of this device in milliseconds. */
  hear(frame: Item[], now: number): Told[] {
    return frame.flatMap((item) => this.item(item, now))
  }

  private item(item: Item, now: number): Told[] {
    if ('hello' in item) {
      this.table = item.hello.table
      this.chat = item.hello.chat ?? false
      this.maker = item.hello.maker ?? null
      return []
    }
    if ('ok' in item) return [{ kind: 'ok', id: item.ok }]
    if ('no' in item) return [{ kind: 'no', no: item.no }]
    if ('you' in item) this.you = item.you
    if ('players' in item) this.players = item.players.map(([name, kind]) => ({ name, kind }))
    if ('rules' in item) this.rules = item.rules
    if ('scores' in item) {
      const { round, dealer, scores, playing } = item.scores
      Object.assign(this, { round, dealer, scores, playing, end: null, won: null })
    }
    if ('deal' in item) {
      const { round, dealer } = item.deal
      if (round === 1) this.scores = this.players.map(() => 0)
      Object.assign(this, { round, dealer, end: null, won: null, asking: null })
      return [{ kind: 'deal', round, dealer }]
    }
    if ('did' in item) {
      this.n = item.did[0]
      this.held = false
      this.deadline = null
      return [{ kind: 'did', events: happenings(item.did[1]) }]
    }
    if ('scene' in item) this.scene(item.scene)
    if ('turn' in item) this.deadline = { seat: item.turn, at: now + secondsOf(this.rules) * 1000 }
    if ('time' in item) this.deadline = { seat: item.time[0], at: now + item.time[1] }
    if ('answer' in item) return [{ kind: 'answer', ...item.answer }]
    if ('hint' in item) return [{ kind: 'hint', hint: item.hint }]
    if ('stale' in item) this.n = item.stale
    if ('round' in item) {
      this.scores = item.round.scores
      this.playing = item.round.playing
      this.end = outcome(item.round.end)
      this.deadline = null
      return [{ kind: 'round', round: item.round }]
    }
    if ('match' in item) {
      this.won = item.match.won
      this.scores = item.match.scores
      return [{ kind: 'match', match: item.match }]
    }
    if ('note' in item) return this.note(item.note)
    if ('said' in item) return [{ kind: 'said', said: item.said }]
    if ('on' in item) this.on = item.on
    if ('fault' in item) return [{ kind: 'fault', text: item.fault }]
    if ('bye' in item) return [{ kind: 'bye', after: item.bye }]
    return []
  }

  private note(text: string): Told[] {
    const [word, rest] = text.split(' ')
    if (word === 'asked') this.asking = Number(rest)
    if (['denied', 'lapsed', 'undone'].includes(word!)) this.asking = null
    if (word === 'announcing') this.announcing = rest === 'on'
    if (word === 'held') this.held = true
    return [{ kind: 'note', text }]
  }

  private scene(item: SceneItem) {
    if (item.new) {
      Object.assign(this, {
        turn: -1,
        phase: '',
        seats: [],
        hold: [],
        know: {},
        plays: [],
        owes: [],
        suit: null
      })
      Object.assign(this, {
        stock: null,
        pile: null,
        throw: null,
        penalty: 0,
        right: false,
        suspended: 0,
        end: null
      })
    }
    this.begun = true
    if (item.n != null) this.n = item.n
    if (item.turn != null) this.turn = item.turn
    if (item.phase != null) this.phase = item.phase
    if (item.seats != null) this.seats = digits(item.seats)
    if (item.hold != null) this.hold = item.hold
    if (item.plays != null) this.plays = digits(item.plays)
    if (item.owes != null) this.owes = digits(item.owes)
    if (item.stock != null) this.stock = pile(item.stock)
    if (item.pile != null) this.pile = pile(item.pile)
    if (item.throw != null) this.throw = pile(item.throw)
    if (item.signs != null) this.signs(item.signs)
    if (item.end != null) this.end = item.end === '' ? null : outcome(item.end)
    this.may = lengthened(item.may ?? '').map(choice)
    this.know = exchanged(this.know, item.know ?? {})
  }

  private signs(text: string) {
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

function digits(text: string): number[] {
  return [...text].map(Number)
}

function pile(text: string): Pile | null {
  const [count, ...cards] = text.split(' ')
  return text === '' ? null : { count: Number(count), cards }
}

/** The hands after cards went and came. */
function exchanged(
  before: Record<string, string[]>,
  changes: Record<string, string>
): Record<string, string[]> {
  const know = { ...before }
  for (const [seat, text] of Object.entries(changes)) {
    if (text === '') delete know[seat]
    else if (/^[-+]/.test(text)) know[seat] = exchange(know[seat] ?? [], text.split(' '))
    else know[seat] = text.split(' ')
  }
  return know
}

function exchange(cards: string[], changes: string[]): string[] {
  const left = [...cards]
  for (const change of changes) {
    const card = change.slice(1)
    if (change.startsWith('+')) left.push(card)
    else if (left.includes(card)) left.splice(left.indexOf(card), 1)
  }
  return left
}

/** A result in words: `out places 1 2 points 0 12`. */
export function outcome(text: string): Outcome {
  const [, how = '', places = '', points = ''] =
    /^(\S+) places ([-\d ]+?) points ([-\d ]+?)(?: next \d+)?$/.exec(text) ?? []
  return { how, places: places.split(' ').map(Number), points: points.split(' ').map(Number) }
}
