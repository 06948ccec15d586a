// What players say to each other: bubbles over their seats, and the history.

const BUBBLE_MS = 4_000
const MAX_HISTORY_LINES = 50

export class TableTalk {
  /** What each seat is saying right now. */
  bubbles: Partial<Record<number, string>> = $state({})
  history: { seat: number; text: string }[] = $state.raw([])

  add(seat: number, text: string) {
    this.bubbles[seat] = text
    this.history = [...this.history, { seat, text }].slice(-MAX_HISTORY_LINES)
    setTimeout(() => (this.bubbles[seat] = undefined), BUBBLE_MS)
  }
}
