// This device's part in the shuffles of a server's table, and what it remembers to hold the server to its word.
import { publicKey, sign } from '../../../docs/shuffle/ed25519.mjs'
import {
  EMPTY_TRANSCRIPT,
  afterDeal,
  afterRestart,
  bytes,
  code,
  hex,
  promise,
  sealText,
  seenAfter,
  seenBefore,
  sharePromise
} from '../../../docs/shuffle/shuffle.mjs'
import type { ClientMsg, Item, PartItem, ProofItem, ShuffleItem } from '../generated/protocol'
import { loadItem, storeItem } from './storage'

/** What was promised for a deal: by the server, and by all devices once the list was frozen. */
interface Promises {
  server: string
  rules: string
  /** What the server said was promised before; null where it does not tell. */
  before: string | null
  devices: PartItem[] | null
  keys: PartItem[]
}

/** What this device saw of a round that is over: the hash of it. */
export interface SeenRound {
  round: number
  deal: number
  seat: number
  hash: string
}

/** What is remembered of a table, by deal number. */
interface Memory {
  heard: Partial<Record<string, Promises>>
  own: Partial<Record<string, { seat: number; share: string }>>
  /** The secret key of this device at this table, and at no other, so that nobody is recognised by it. */
  key?: string
  transcript?: string | null
  /** The last deal in it. */
  last?: number
  seen?: SeenRound[]
}

/** A round that is played while this device is there. */
interface Round {
  round: number
  deal: number | null
  seat: number | null
  /** The hash before the first step and after each; null once a step was missed. */
  steps: Uint8Array[] | null
  /** The number of the next position, unless moves were just taken back. */
  next: number | null
  isRewinding: boolean
}

/** Something that an honest server does not do. */
export type AlarmKind =
  | 'noPromise'
  | 'changedPromise'
  | 'changedList'
  | 'changedHistory'
  | 'shuffledAlone'
  | 'tooManyRestarts'
  | 'broken'
  | 'notRevealed'
  | 'otherCards'

/** An alarm, and the deal that it is about; for cards without a promise the round. */
export interface Alarm {
  kind: AlarmKind
  number: number
}

/** The first thing that is wrong, or how many deals kept the promises that this device heard before them. */
export type Verdict = { alarm: Alarm } | { kept: number }

/** Promises of this many tables are remembered. */
const MAX_TABLES = 8

const SHARE_BYTES = 16

const KEY_BYTES = 32

/** After this many abandoned deals a device is left out for each further one. */
const RESTARTS_BEFORE_LEAVING_OUT = 2

const EMPTY = hex(EMPTY_TRANSCRIPT)

const fresh = (count: number) => hex(crypto.getRandomValues(new Uint8Array(count)))

export class FairShuffle {
  private readonly memory: Memory
  private rules = ''
  private names: string[] = []
  /** The deal that is being shuffled. */
  private current: number | null = null
  private restarts = 0
  /** Whether a player agreed that the server shuffles alone. */
  private agreed = false
  private rounds: Round[] = []
  private isOver = false
  private alarms: Alarm[] = []

  constructor(private readonly table: string) {
    this.memory = memories()[table] ?? { heard: {}, own: {} }
  }

  /** What the device answers to an item, from this seat; a spectator only remembers. */
  answer(item: Item, seat: number | null): ClientMsg | null {
    if ('rules' in item) this.rules = item.rules
    else if ('players' in item) this.names = item.players.map(([name]) => name)
    else if ('deal' in item) this.seeDeal(item.deal.round, seat)
    else if ('did' in item) this.seeStep(...item.did)
    else if ('note' in item) this.onNote(item.note)
    else if ('rewound' in item) this.rewind(item.rewound)
    else if ('round' in item) this.keepRound()
    else if ('match' in item) this.isOver = true
    else if ('alone' in item) this.agreed = (item.alone.agreed ?? []).length > 0
    else if ('sign' in item) return this.signed(item.sign.deal, item.sign.digest)
    else if ('shuffle' in item) {
      const answer = this.onShuffle(item.shuffle, seat)
      this.store()
      return answer
    }
    return null
  }

  /** What was noticed since the last call. */
  takeAlarms(): Alarm[] {
    return this.alarms.splice(0)
  }

  /** The code of everything that was promised in this match; the same on every device. */
  get code(): string | null {
    return this.memory.transcript ? code(bytes(this.memory.transcript)) : null
  }

  /** What this device saw of the rounds that are over. */
  get seen(): SeenRound[] {
    return this.memory.seen ?? []
  }

  /** Compares what was revealed with what was promised, and looks for deals without either. */
  judge(proofs: readonly ProofItem[]): Verdict {
    const unpromised = this.rounds.find((round) => round.deal === null && this.shufflesJointly())
    if (unpromised) return { alarm: { kind: 'noPromise', number: unpromised.round } }
    const played = this.isOver ? this.rounds.flatMap(({ deal }) => deal ?? []) : []
    // What is before the first proof was another match, but for the last round.
    const isOfMatch = (deal: number) => deal >= (proofs[0]?.deal ?? 0) || deal === played.at(-1)
    const hidden = played.find((deal) => isOfMatch(deal) && !proofs.some((proof) => proof.deal === deal))
    if (hidden !== undefined) return { alarm: { kind: 'notRevealed', number: hidden } }
    const known = proofs.filter((proof) => this.memory.heard[proof.deal])
    const broken = known.find((proof) => !this.holds(proof))
    if (broken) return { alarm: { kind: 'broken', number: broken.deal } }
    const other = this.isOver ? this.otherHistory(proofs) : null
    return other === null ? { kept: known.length } : { alarm: { kind: 'changedHistory', number: other } }
  }

  /** Whether the last round that was played is not among the proofs yet. */
  expectsMore(proofs: readonly ProofItem[]): boolean {
    const last = this.rounds.at(-1)?.deal ?? 0
    return (proofs.at(-1)?.deal ?? 0) < last
  }

  private alarm(kind: AlarmKind, number: number) {
    this.alarms.push({ kind, number })
  }

  private onShuffle(item: ShuffleItem, seat: number | null): ClientMsg | null {
    if ('promised' in item) return this.onPromised(item.promised, seat)
    if ('frozen' in item) return this.onFrozen(item.frozen)
    if ('given-up' in item) this.onRestart(item['given-up'])
    // Late once is not late for ever.
    if ('without' in item && item.without === seat)
      return { do: 'mix', id: `mix-after-${this.current ?? 0}`, on: true }
    return null
  }

  private holds(proof: ProofItem): boolean {
    const heard = this.memory.heard[proof.deal]
    const parts = proof.parts ?? []
    const opened = parts.map(([seat, c]) => [seat, c])
    const opens = ([seat, c, e]: [number, string, string]) =>
      hex(sharePromise(this.table, proof.deal, seat, bytes(e))) === c
    return (
      proof.c === heard?.server &&
      JSON.stringify(opened) === JSON.stringify(heard.devices ?? []) &&
      hex(promise(this.table, proof.deal, bytes(proof.s))) === proof.c &&
      parts.every(opens)
    )
  }

  /** The first deal before which the server told another history than that of all the revealed proofs. */
  private otherHistory(proofs: readonly ProofItem[]): number | null {
    let transcript = EMPTY_TRANSCRIPT
    for (const proof of proofs) {
      const heard = this.memory.heard[proof.deal]
      for (const [deal, c, seats] of proof.given_up ?? [])
        transcript = afterRestart(transcript, this.table, deal, bytes(c), seats)
      if (heard?.before && heard.before !== hex(transcript)) return proof.deal
      if (!heard?.rules) return null
      const key = (seat: number) => proof.keys?.find(([other]) => other === seat)?.[1] ?? ''
      const parts = (proof.parts ?? []).map(([seat, c]) => [seat, bytes(c), bytes(key(seat))])
      transcript = afterDeal(transcript, this.table, proof.deal, bytes(proof.c), bytes(heard.rules), parts)
    }
    return null
  }

  /** The first promise for a deal counts. Another one is an alarm, and is not answered. */
  private onPromised(
    told: { deal: number; c: string; rules: string; transcript?: string | null },
    seat: number | null
  ): ClientMsg | null {
    const { deal, c, rules, transcript } = told
    const heard = this.memory.heard[deal]
    if (heard && heard.server !== c) {
      this.alarm('changedPromise', deal)
      return null
    }
    if (!heard) this.firstPromise(deal, c, rules, transcript ?? null)
    this.current = deal
    if (seat === null) return null
    let own = this.memory.own[deal]
    if (own?.seat !== seat) {
      own = { seat, share: fresh(SHARE_BYTES) }
      this.memory.own[deal] = own
    }
    const mine = this.promiseOf(deal, own)
    const answer = { do: 'promise' as const, id: `promise-${deal}-${mine.slice(0, 8)}`, deal, c: mine }
    return transcript ? { ...answer, key: this.key } : answer
  }

  private firstPromise(deal: number, server: string, rules: string, before: string | null) {
    const own = this.memory.transcript
    // A new match begins with an empty transcript, and a device that slept missed some deals.
    const follows = (this.memory.last ?? 0) + 1 === deal
    if (follows && own && before && own !== before && before !== EMPTY) this.alarm('changedHistory', deal)
    this.memory.transcript = before
    this.memory.heard[deal] = { server, rules, before, devices: null, keys: [] }
  }

  /** Reveals the share only if the frozen list has its promise: then the server had it before. */
  private onFrozen(told: { deal: number; parts: PartItem[]; keys?: PartItem[] }): ClientMsg | null {
    const { deal, parts, keys = [] } = told
    const heard = this.memory.heard[deal]
    if (!heard) return null
    if (heard.devices && JSON.stringify([heard.devices, heard.keys]) !== JSON.stringify([parts, keys])) {
      this.alarm('changedList', deal)
      return null
    }
    Object.assign(heard, { devices: parts, keys })
    const own = this.memory.own[deal]
    if (!own) return null
    const mine = this.promiseOf(deal, own)
    const listed = parts.some(([seat, c]) => seat === own.seat && c === mine)
    return listed ? { do: 'open', id: `open-${deal}-${mine.slice(0, 8)}`, deal, e: own.share } : null
  }

  private onRestart({ deal, seats }: { deal: number; seats: number[] }) {
    const [heard, own] = [this.memory.heard[deal], this.memory.transcript]
    this.memory.transcript =
      heard && own ? hex(afterRestart(bytes(own), this.table, deal, bytes(heard.server), seats)) : null
    this.memory.last = deal
    this.current = null
    this.restarts++
    if (this.restarts > RESTARTS_BEFORE_LEAVING_OUT + this.names.length) this.alarm('tooManyRestarts', deal)
  }

  /** The cards are dealt: from now on this device keeps what it sees. */
  private seeDeal(round: number, seat: number | null) {
    if (round === 1 || this.isOver) {
      this.rounds = []
      this.memory.seen = []
      this.isOver = false
    }
    const deal = this.current
    this.current = null
    if (deal !== null) this.memory.last = deal
    if (deal === null && this.shufflesJointly()) this.alarm('noPromise', round)
    const heard = deal === null ? undefined : this.memory.heard[deal]
    const transcript = deal === null || !heard ? null : this.dealtTranscript(deal, heard)
    this.memory.transcript = transcript && hex(transcript)
    const isAlone = heard?.before && !heard.devices && this.memory.own[deal!]
    if (isAlone && !this.agreed) this.alarm('shuffledAlone', deal!)
    this.restarts = 0
    this.agreed = false
    const steps =
      seat === null || !transcript ? null : [seenBefore(this.table, deal!, seat, transcript, this.names)]
    this.rounds.push({ round, deal, seat, steps, next: null, isRewinding: false })
    this.store()
  }

  private dealtTranscript(deal: number, heard: Promises): Uint8Array | null {
    if (!this.memory.transcript) return null
    const key = (seat: number) => heard.keys.find(([other]) => other === seat)?.[1] ?? ''
    const parts = (heard.devices ?? []).map(([seat, c]) => [seat, bytes(c), bytes(key(seat))])
    const before = bytes(this.memory.transcript)
    return afterDeal(before, this.table, deal, bytes(heard.server), bytes(heard.rules), parts)
  }

  private seeStep(number: number, events: string) {
    const round = this.rounds.at(-1)
    if (!round?.steps || (round.next !== null && number < round.next)) return
    const isDeal = /(^|;)\d dealt /.test(events)
    const begins = round.steps.length === 1
    if ((round.next !== null && round.next !== number) || round.isRewinding || begins !== isDeal) {
      round.steps = null // The rest of the round would not fit.
      return
    }
    round.steps.push(seenAfter(round.steps.at(-1)!, events))
    round.next = number + 1
  }

  private onNote(note: string) {
    const round = this.rounds.at(-1)
    if (round && note.startsWith('undone')) round.isRewinding = true
  }

  /** So many steps are left of the round, its deal included. */
  private rewind(left: number) {
    const round = this.rounds.at(-1)
    if (!round) return
    round.next = null
    round.isRewinding = false
    round.steps?.splice(left + 1)
  }

  /** Keeps what was seen of a round that is over, so that a reloaded page still has it. */
  private keepRound() {
    const round = this.rounds.at(-1)
    if (!round?.steps || round.deal === null || round.seat === null || round.isRewinding) return
    const { deal, seat, steps } = round
    const others = this.seen.filter((other) => other.round !== round.round)
    this.memory.seen = [...others, { round: round.round, deal, seat, hash: hex(steps.at(-1)!) }]
    this.store()
  }

  /** Signs the round that is over, if this device saw all of it and its key is in the list of the deal. */
  private signed(deal: number, digest: string): ClientMsg | null {
    const round = this.rounds.at(-1)
    if (round?.deal !== deal || !round.steps || round.steps.length < 2 || round.seat === null) return null
    const isListed = this.memory.heard[deal]?.keys.some(
      ([seat, key]) => seat === round.seat && key === this.key
    )
    if (!isListed || round.isRewinding) return null
    const seen = round.steps.at(-1)!
    const signed = sealText(this.table, deal, round.seat, seen, bytes(digest))
    const sig = hex(sign(bytes(this.memory.key!), signed))
    return { do: 'sign', id: `sign-${deal}-${sig.slice(0, 8)}`, deal, seen: hex(seen), sig }
  }

  private get key(): string {
    this.memory.key ??= fresh(KEY_BYTES)
    return hex(publicKey(bytes(this.memory.key)))
  }

  /** A match from a number of its own promises nothing. */
  private shufflesJointly(): boolean {
    return this.rules !== '' && !/^\s*(joint_seed\s*=\s*false|seed\s*=\s*[1-9])/m.test(this.rules)
  }

  private promiseOf(deal: number, { seat, share }: { seat: number; share: string }): string {
    return hex(sharePromise(this.table, deal, seat, bytes(share)))
  }

  /** Stores the memory, so that a reloaded page still knows what was promised. */
  private store() {
    const { [this.table]: _, ...others } = memories()
    const latest = Object.entries(others).slice(1 - MAX_TABLES)
    storeItem('shuffles', Object.fromEntries([...latest, [this.table, this.memory]]))
  }
}

function memories(): Partial<Record<string, Memory>> {
  return loadItem<Partial<Record<string, Memory>>>('shuffles', {})
}
