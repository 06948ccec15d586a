// This device's part in the shuffles of a server's table, and what it remembers to check the server's promises.
import { bytes, hex, promise, sharePromise } from '../../../docs/shuffle/shuffle.mjs'
import type { ClientMsg, PartItem, ProofItem, ShuffleItem } from '../generated/protocol'
import { loadItem, storeItem } from './storage'

/** What was promised for a deal: by the server, and by all devices once the list was frozen. */
interface Promises {
  server: string
  devices: PartItem[] | null
}

/** What is remembered of a table, by deal number. */
interface Memory {
  heard: Partial<Record<string, Promises>>
  own: Partial<Record<string, { seat: number; share: string }>>
}

/** The number of a deal that breaks its promise, or how many deals kept it. */
export type Verdict = { broken: number } | { kept: number }

/** Promises of this many tables are remembered. */
const MAX_TABLES = 8

const SHARE_BYTES = 16

export class FairShuffle {
  private readonly memory: Memory

  constructor(private readonly table: string) {
    this.memory = memories()[table] ?? { heard: {}, own: {} }
  }

  /** What the device answers from this seat; a spectator only remembers. */
  answer(item: ShuffleItem, seat: number | null): ClientMsg | null {
    const answer =
      'promised' in item
        ? this.onPromised(item.promised, seat)
        : 'frozen' in item
          ? this.onFrozen(item.frozen)
          : null
    this.store()
    return answer
  }

  /** Compares what was revealed with what was promised. Only deals that this device heard of can be judged. */
  judge(proofs: readonly ProofItem[]): Verdict {
    const known = proofs.filter((proof) => this.memory.heard[proof.deal])
    const broken = known.find((proof) => !this.holds(proof))
    return broken ? { broken: broken.deal } : { kept: known.length }
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

  /** The first promise for a deal counts. A second one is not answered, and is found broken at the end. */
  private onPromised({ deal, c }: { deal: number; c: string }, seat: number | null): ClientMsg | null {
    const heard = (this.memory.heard[deal] ??= { server: c, devices: null })
    if (seat === null || heard.server !== c) return null
    let own = this.memory.own[deal]
    if (own?.seat !== seat) {
      own = { seat, share: hex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES))) }
      this.memory.own[deal] = own
    }
    const mine = this.promiseOf(deal, own)
    return { do: 'promise', id: `promise-${deal}-${mine.slice(0, 8)}`, deal, c: mine }
  }

  /** Reveals the share only if the frozen list has its promise: then the server had it before. */
  private onFrozen({ deal, parts }: { deal: number; parts: PartItem[] }): ClientMsg | null {
    const heard = this.memory.heard[deal]
    if (heard) heard.devices ??= parts
    const own = this.memory.own[deal]
    if (!heard || !own) return null
    const mine = this.promiseOf(deal, own)
    const listed = parts.some(([seat, c]) => seat === own.seat && c === mine)
    return listed ? { do: 'open', id: `open-${deal}-${mine.slice(0, 8)}`, deal, e: own.share } : null
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
