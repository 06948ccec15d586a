// Takes part in the shuffles of a server's table as its items arrive.
import type { ClientMsg, Item, ShuffleItem } from '../generated/protocol'
import { FairShuffle, type Verdict } from './fairShuffle'

export class ShuffleClient {
  private readonly shuffle: FairShuffle
  /** Greeted by the server, and not yet offered to take part. */
  private offers = false
  private readonly prefix = Math.random().toString(36).slice(2, 8)
  private offered = 0
  /** Said of the part before: the deals of a long match come in several. */
  private toldKept = false

  constructor(
    table: string,
    private readonly send: (message: ClientMsg) => void,
    private readonly judged: (verdict: Verdict) => void
  ) {
    this.shuffle = new FairShuffle(table)
  }

  /** Answers the items of a frame for a player in this seat; a spectator has none. */
  onFrame(items: readonly Item[], seat: number | null) {
    for (const item of items) {
      if ('hello' in item) this.offers = true
      if ('you' in item && item.you !== null && this.offers) this.offer()
      if ('shuffle' in item) this.onShuffle(item.shuffle, seat)
    }
  }

  private offer() {
    this.offers = false
    this.send({ do: 'mix', id: `mix-${this.prefix}-${++this.offered}`, on: true })
  }

  private onShuffle(item: ShuffleItem, seat: number | null) {
    const answer = this.shuffle.answer(item, seat)
    if (answer) this.send(answer)
    if ('revealed' in item) this.tell(this.shuffle.judge(item.revealed))
    else this.toldKept = false
  }

  private tell(verdict: Verdict) {
    const isKept = 'kept' in verdict && verdict.kept > 0
    if (!(isKept && this.toldKept)) this.judged(verdict)
    this.toldKept ||= isKept
  }
}

/** Whether a command is one that the device sends by itself, so that its refusal is not the player's business. */
export function isAutomatic(id: string | null | undefined): boolean {
  return /^(mix|promise|open)-/.test(id ?? '')
}
