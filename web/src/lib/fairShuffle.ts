// What this device does for the shuffles of a server's table, and what it remembers to hold the server to its word.
import { bytes, hex, promise, sharePromise } from '../../../docs/shuffle/shuffle.mjs'
import type { ClientMsg, PartItem, ProofItem, ShuffleItem } from '../generated/protocol'
import { keep, kept } from './storage'

/** What was promised for a deal: by the server, and by all devices when the list was frozen. */
interface Promises {
  server: string
  devices: PartItem[] | null
}

/** What is kept of a table, by the number of the deal. */
interface Memory {
  heard: Record<string, Promises>
  own: Record<string, { seat: number; share: string }>
}

/** The number of a deal that is not what was promised, or that all are. */
export type Verdict = { broken: number } | { kept: number }

/** Of so many tables the promises are kept. */
const MOST_TABLES = 8

export class Mixer {
  private readonly memory: Memory

  constructor(private readonly table: string) {
    this.memory = memories()[table] ?? { heard: {}, own: {} }
  }

  /** What the device answers, sitting in this seat; whoever looks on only remembers. */
  answer(item: ShuffleItem, seat: number | null): ClientMsg | null {
    const said =
      'promised' in item
        ? this.promised(item.promised, seat)
        : 'frozen' in item
          ? this.frozen(item.frozen)
          : null
    this.write()
    return said
  }

  /** Holds what was laid open against what was promised: only deals that this device heard of can be judged. */
  judge(proofs: readonly ProofItem[]): Verdict {
    const known = proofs.filter((proof) => this.memory.heard[proof.deal])
    const broken = known.find((proof) => !this.holds(proof))
    return broken ? { broken: broken.deal } : { kept: known.length }
  }

  private holds(proof: ProofItem): boolean {
    const heard = this.memory.heard[proof.deal]!
    const parts = proof.parts ?? []
    const opened = parts.map(([seat, c]) => [seat, c])
    const opens = ([seat, c, e]: [number, string, string]) =>
      hex(sharePromise(this.table, proof.deal, seat, bytes(e))) === c
    return (
      proof.c === heard.server &&
      JSON.stringify(opened) === JSON.stringify(heard.devices ?? []) &&
      hex(promise(this.table, proof.deal, bytes(proof.s))) === proof.c &&
      parts.every(opens)
    )
  }

  /** The first promise for a deal counts; another one under its number is not answered, and found broken at the end. */
  private promised({ deal, c }: { deal: number; c: string }, seat: number | null): ClientMsg | null {
    const heard = (this.memory.heard[deal] ??= { server: c, devices: null })
    if (seat === null || heard.server !== c) return null
    const own = this.memory.own[deal]
    if (own?.seat !== seat)
      this.memory.own[deal] = { seat, share: hex(crypto.getRandomValues(new Uint8Array(16))) }
    const mine = this.promiseOf(deal)
    return { do: 'promise', id: `promise-${deal}-${mine.slice(0, 8)}`, deal, c: mine }
  }

  /** Only what stands in the list is opened: the server has to have heard of it before. */
  private frozen({ deal, parts }: { deal: number; parts: PartItem[] }): ClientMsg | null {
    const heard = this.memory.heard[deal]
    if (heard) heard.devices ??= parts
    const own = this.memory.own[deal]
    if (!heard || !own) return null
    const mine = this.promiseOf(deal)
    const stands = parts.some(([seat, c]) => seat === own.seat && c === mine)
    return stands ? { do: 'open', id: `open-${deal}-${mine.slice(0, 8)}`, deal, e: own.share } : null
  }

  private promiseOf(deal: number): string {
    const { seat, share } = this.memory.own[deal]!
    return hex(sharePromise(this.table, deal, seat, bytes(share)))
  }

  /** A page that is loaded again still knows what was promised. */
  private write() {
    const { [this.table]: _, ...others } = memories()
    const latest = Object.entries(others).slice(1 - MOST_TABLES)
    keep('shuffles', Object.fromEntries([...latest, [this.table, this.memory]]))
  }
}

function memories(): Record<string, Memory> {
  return kept<Record<string, Memory>>('shuffles', {})
}

/** Whether a command is one of those that a device sends by itself. */
export function byItself(id: string | null | undefined): boolean {
  return /^(mix|promise|open)-/.test(id ?? '')
}
