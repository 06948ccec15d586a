// Takes part in the shuffles of a server's table as its items arrive.
import type { ClientMsg, Item, ProofItem } from '../generated/protocol'
import { FairShuffle, type Alarm } from './fairShuffle'

/** What the game is told of the shuffles. */
export interface ShuffleListener {
  send(message: ClientMsg): void
  alarm(alarm: Alarm): void
  /** The match is over, and what its deals were computed from lies open. */
  revealed(proofs: ProofItem[], shuffle: FairShuffle): void
  /** No device answers, and a deal waits. */
  waits(agreed: number[]): void
}

export class ShuffleClient {
  private readonly shuffle: FairShuffle
  /** Greeted by the server, and not yet offered to take part. */
  private offers = false
  private readonly prefix = Math.random().toString(36).slice(2, 8)
  private offered = 0
  /** What was revealed of the match so far. */
  private proofs: ProofItem[] = []

  constructor(
    table: string,
    private readonly listener: ShuffleListener
  ) {
    this.shuffle = new FairShuffle(table)
  }

  /** Answers the items of a frame for a player in this seat; a spectator has none. */
  onFrame(items: readonly Item[], seat: number | null) {
    for (const item of items) {
      if ('hello' in item) this.offers = true
      if ('you' in item && item.you !== null && this.offers) this.offer()
      const answer = this.shuffle.answer(item, seat)
      if (answer) this.listener.send(answer)
      for (const alarm of this.shuffle.takeAlarms()) this.listener.alarm(alarm)
      if ('alone' in item) this.listener.waits(item.alone.agreed ?? [])
      if ('deal' in item) this.proofs = []
      if ('shuffle' in item && 'revealed' in item.shuffle) this.onRevealed(item.shuffle.revealed)
    }
  }

  /** The deals of a long match come in several parts. */
  private onRevealed(part: ProofItem[]) {
    const isNew = (part[0]?.deal ?? 0) <= (this.proofs.at(-1)?.deal ?? 0)
    this.proofs = [...(isNew ? [] : this.proofs), ...part]
    if (!this.shuffle.expectsMore(this.proofs)) this.listener.revealed(this.proofs, this.shuffle)
  }

  private offer() {
    this.offers = false
    this.listener.send({ do: 'mix', id: `mix-${this.prefix}-${++this.offered}`, on: true })
  }
}

/** Whether a command is one that the device sends by itself, so that its refusal is not the player's business. */
export function isAutomatic(id: string | null | undefined): boolean {
  return /^(mix|promise|open|sign)-/.test(id ?? '')
}
