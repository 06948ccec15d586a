// What happened, in sentences: as a log, as the latest step, and for screen readers.

const MAX_LOG_LINES = 400

/** The lines that stay where a screen reader finds them: more than one step ever brings. */
const MAX_SPOKEN_LINES = 40

export class GameLog {
  lines: string[] = $state.raw([])
  /** Lines for screen readers; the number tells equal lines apart. */
  spoken: { id: number; text: string }[] = $state.raw([])
  /** The number of the last line that was on screen where a screen reader hears it. */
  heard = 0
  /** What happened in the latest step. */
  latest = $state('')
  private lastId = 0

  /** Adds what happened to the log, and speaks it. */
  add(lines: readonly string[]) {
    this.lines = [...this.lines, ...lines].slice(-MAX_LOG_LINES)
    if (lines.length > 0) this.latest = lines.join(' ')
    this.speak(lines)
  }

  /** Speaks lines that do not belong in the log. */
  speak(lines: readonly string[]) {
    const fresh = lines.map((text) => ({ id: ++this.lastId, text }))
    this.spoken = [...this.spoken, ...fresh].slice(-MAX_SPOKEN_LINES)
  }

  /** Forgets everything: the next person at the device may not know it. */
  clear() {
    this.lines = []
    this.spoken = []
  }
}
