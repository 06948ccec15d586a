// Two ways to a table with one shape: the worker of this device, or a server far away (remote.ts).
import type { ClientMsg, Item } from '../generated/protocol'
import { ask, listen, stop } from './workerClient'

/** How things stand with a table: `old` is a page that the server understands no more, `broken` a fault on this device. */
export type State = 'connecting' | 'open' | 'lost' | 'taken' | 'gone' | 'old' | 'broken'

export interface Line {
  send(person: number, message: ClientMsg): void
  close(): void
}

/** Who is told what comes over a line. */
export interface Listener {
  frame(person: number, items: Item[]): void
  state(state: State): void
  /** The number of the last position that was seen. */
  last(): number | null
  /** When the table has something to tell at the latest. */
  due(): number | null
}

/** The table in the worker of this device. */
export function localLine(listener: Listener): Line {
  let closed = false
  const hear = (frames: [number, unknown[]][]) => {
    if (!closed) for (const [person, items] of frames) listener.frame(person, items as Item[])
  }
  listen(hear, () => closed || listener.state('broken'))
  listener.state('open')
  return {
    send: (person, message) => void ask({ do: 'hear', person, message: JSON.stringify(message) }).catch(stop),
    close: () => (closed = true)
  }
}
