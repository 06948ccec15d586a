// The server's HTTP API.
import type { Guest, Lobby, CreatedTable, CreateTable, Problem, TableSummary } from '../generated/protocol'
import type { Messages } from '../messages/en'
import { at } from './base'
import { loadItem, storeItem } from './storage'

const REQUEST_TIMEOUT_MS = 30_000

class RequestError extends Error {
  constructor(
    message: string,
    readonly status: number
  ) {
    super(message)
  }
}

/** The HTTP status of a failed request; undefined where the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof RequestError ? error.status : undefined
}

/** What went wrong, for people: the server's own sentence, or that it was not reached. */
export function failureText(error: unknown, m: Messages): string {
  return error instanceof RequestError && error.message ? error.message : m.noServer
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
  if (!reply.ok) throw new RequestError(await reasonOf(reply), reply.status)
  return (await reply.json()) as T
}

/** Why the server refused; empty where something in front of it answered. */
function reasonOf(reply: Response): Promise<string> {
  return reply.json().then(
    (problem: Problem) => problem.why,
    () => ''
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

export const serverApi = {
  makeTable: (table: CreateTable) => authorized<CreatedTable>(at('api/tables'), table),
  tables: () => call<Lobby>(at('api/tables')),
  table: (code: string) => call<TableSummary>(at(`api/tables/${code}`)),
  /** The record of a finished match. */
  async record(code: string): Promise<string> {
    const reply = await fetch(at(`api/tables/${code}/record`))
    if (!reply.ok) throw new RequestError(await reasonOf(reply), reply.status)
    return reply.text()
  }
}
