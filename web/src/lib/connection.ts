// A connection to a table: the worker of this device, or a server (serverConnection.ts).
import type { ClientMsg, Item } from '../generated/protocol'
import { listen, request, stopWorker } from './workerClient'

/**
 * The state of a connection. `taken`: another window has the seat. `gone`: there is no such table. `old`: the
 * server no longer understands this page. `out`: the player has logged out. `banned`: the server does not let the player
 * in. `broken`: the worker of this device failed.
 */
export type ConnectionState =
  'connecting' | 'open' | 'lost' | 'taken' | 'gone' | 'old' | 'out' | 'banned' | 'broken'

export interface Connection {
  send(person: number, message: ClientMsg): void
  /** Asks for the whole position, in place of changes to what this person has seen. */
  refresh(person: number): void
  close(): void
}

export interface ConnectionListener {
  onFrame(person: number, items: Item[]): void
  onState(state: ConnectionState): void
  /** The number of the last position that was seen, so that a new connection continues from there. */
  lastPosition(): number | null
  /** The time by which the table has to send something, in milliseconds. */
  nextDeadline(): number | null
}

/** The first message of a connection to the worker. */
export function localHello(name: string | null): ClientMsg {
  return { do: 'hello', v: 1, ticket: '', name: name ?? undefined }
}

/** Connects to the table in the worker of this device. */
export function localConnection(listener: ConnectionListener): Connection {
  let closed = false
  const onFrames = (frames: [number, unknown[]][]) => {
    if (!closed) for (const [person, items] of frames) listener.onFrame(person, items as Item[])
  }
  listen(onFrames, () => {
    if (!closed) listener.onState('broken')
  })
  listener.onState('open')
  const send = (person: number, message: ClientMsg) => {
    request({ do: 'hear', person, message: JSON.stringify(message) }).catch(stopWorker)
  }
  return {
    send,
    refresh: (person) => send(person, localHello(null)),
    close: () => (closed = true)
  }
}
