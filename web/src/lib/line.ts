// Two ways to a table with one shape: the worker of this device, or a server far away.
import type { ClientMsg, Item, Made, MakeTable, Problem, TableLine } from '../generated/protocol'
import { keep, kept } from './kept'
import { ask, listen, stop } from './thread'

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

/** A call to the server; a refusal is thrown as a sentence. */
async function call<T>(path: string, body?: unknown, key?: string): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const post = { method: 'POST', body: JSON.stringify(body), headers }
  const reply = await fetch(path, body === undefined ? { headers } : post)
  const answer = await reply.json()
  if (!reply.ok) throw Object.assign(new Error(answer.why), { status: reply.status })
  return answer as T
}

/** The key of this device, fetched once. */
async function guestKey(): Promise<string> {
  const known = kept<string | null>('guest', null)
  if (known) return known
  const { token } = await call<{ token: string }>('/api/guest', {})
  keep('guest', token)
  return token
}

/** A call that needs the key; a key that the server has forgotten is replaced. */
async function withKey<T>(path: string, body: unknown): Promise<T> {
  try {
    return await call<T>(path, body, await guestKey())
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error
    keep('guest', null)
    return call<T>(path, body, await guestKey())
  }
}

export const server = {
  make: (ask: MakeTable) => withKey<Made>('/api/tables', ask),
  tables: () => call<{ tables: TableLine[] }>('/api/tables'),
  table: (code: string) => call<TableLine>(`/api/tables/${code}`),
  /** The record of a match that is over. */
  async record(code: string): Promise<string> {
    const reply = await fetch(`/api/tables/${code}/record`)
    if (!reply.ok) throw new Error(((await reply.json()) as Problem).why)
    return reply.text()
  }
}

/** The codes with which sockets are closed on purpose. */
const TAKEN_OVER = 'taken-over'

/** What a server says to a page that is older than itself. */
const TOO_OLD = 'bad-version'

/** A table at the server. The line comes back by itself, and what was asked in between is asked again. */
export function remoteLine(code: string, name: string | null, listener: Listener): Line {
  let socket: WebSocket | null = null
  let closed = false
  let tries = 0
  let timer = 0
  const unanswered = new Map<string, string>()

  async function connect() {
    clearTimeout(timer)
    if (closed) return
    listener.state(tries === 0 ? 'connecting' : 'lost')
    try {
      const { ticket } = await withKey<{ ticket: string }>('/api/ticket', { table: code })
      if (closed) return
      open(ticket)
    } catch (error) {
      const status = (error as { status?: number }).status
      if (status === 404 || status === 400) end('gone')
      else again()
    }
  }

  function open(ticket: string) {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/t/${code}`
    const mine = new WebSocket(address)
    socket = mine
    mine.onopen = () => {
      mine.send(JSON.stringify({ do: 'hello', v: 1, ticket, last: listener.last() ?? undefined, name: name ?? undefined }))
      for (const text of unanswered.values()) mine.send(text)
    }
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return
      const items = JSON.parse(data) as Item[]
      if (items.some((item) => 'no' in item && item.no.code === TOO_OLD)) return end('old')
      for (const item of items) {
        if ('hello' in item) tries = 0
        if ('ok' in item) unanswered.delete(item.ok)
        if ('no' in item && item.no.id) unanswered.delete(item.no.id)
      }
      listener.state('open')
      listener.frame(0, items)
    }
    mine.onclose = ({ reason }) => {
      if (socket !== mine || closed) return
      socket = null
      if (reason === TAKEN_OVER) listener.state('taken')
      else again()
    }
  }

  function end(state: State) {
    closed = true
    socket?.close()
    listener.state(state)
  }

  function again() {
    listener.state('lost')
    tries += 1
    const pause = Math.min(200 * 2 ** Math.min(tries, 5), 5_000)
    timer = setTimeout(connect, pause * (0.7 + Math.random() * 0.6)) as unknown as number
  }

  function atOnce() {
    if (!closed && socket === null && tries > 0) void connect()
  }

  addEventListener('online', atOnce)
  document.addEventListener('visibilitychange', atOnce)
  void connect()
  return {
    send(_, message) {
      const text = JSON.stringify(message)
      if ('id' in message) unanswered.set(message.id, text)
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', atOnce)
      document.removeEventListener('visibilitychange', atOnce)
      socket?.close()
    }
  }
}
