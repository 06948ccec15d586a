// The server's HTTP API.
import type {
  Guest,
  Lobby,
  Logout,
  CreatedTable,
  CreateTable,
  Problem,
  TableSummary
} from '../generated/protocol'
import type { Messages } from '../messages/en'
import { at } from './base'
import { refusalText } from './sentences'
import { loadItem, storeItem } from './storage'

const REQUEST_TIMEOUT_MS = 30_000

class RequestError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The word of the refusal; empty where something in front of the server answered. */
    readonly code: string
  ) {
    super(message)
  }
}

/** The HTTP status of a failed request; undefined where the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof RequestError ? error.status : undefined
}

/** What went wrong, for people: why the server refused, or that it was not reached. */
export function failureText(error: unknown, m: Messages): string {
  if (!(error instanceof RequestError && error.message)) return m.noServer
  // What is wrong with rules is known to the server alone.
  return error.code === 'rules' ? error.message : refusalText(error.code, error.message, m)
}

/** Calls the server; a refusal is thrown with its sentence and status. */
async function call<T>(
  path: string,
  body?: unknown,
  key?: string,
  timeoutMs = REQUEST_TIMEOUT_MS
): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(path, { headers, ...post, signal: AbortSignal.timeout(timeoutMs) })
  if (!reply.ok) throw await refusal(reply)
  return (await reply.json()) as T
}

/** Why the server refused; without words where something in front of it answered. */
function refusal(reply: Response): Promise<RequestError> {
  return reply.json().then(
    ({ why, code }: Problem) => new RequestError(why, reply.status, code),
    () => new RequestError('', reply.status, '')
  )
}

/** The guest key of this browser, requested once. */
async function guestKey(): Promise<string> {
  const stored = loadItem<string | null>('guest', null)
  if (stored) return stored
  const { token } = await call<Guest>(at('api/guest'), {})
  storeItem('guest', token)
  return token
}

/** Calls the server with the guest key; a key that the server no longer knows is replaced. */
export async function authorized<T>(path: string, body: unknown, timeoutMs = REQUEST_TIMEOUT_MS): Promise<T> {
  try {
    return await call<T>(path, body, await guestKey(), timeoutMs)
  } catch (error) {
    if (statusOf(error) !== 401) throw error
    storeItem('guest', null)
    return call<T>(path, body, await guestKey(), timeoutMs)
  }
}

/** Forgets the guest of this browser; the next call gets a new one. */
export function forgetGuest() {
  storeItem('guest', null)
  storeItem('table', null)
}

export const serverApi = {
  makeTable: (table: CreateTable) => authorized<CreatedTable>(at('api/tables'), table),
  /** Logs the guest out, here or on all devices. Without a guest there is nothing to end. */
  async logOut(everywhere: boolean) {
    const key = loadItem<string | null>('guest', null)
    if (key) await call<Logout>(at('api/logout'), { everywhere }, key)
    forgetGuest()
  },
  tables: () => call<Lobby>(at('api/tables')),
  table: (code: string) => call<TableSummary>(at(`api/tables/${code}`)),
  /** The record of a finished match. */
  async record(code: string): Promise<string> {
    const reply = await fetch(at(`api/tables/${code}/record`))
    if (!reply.ok) throw await refusal(reply)
    return reply.text()
  }
}
