// Plain calls to the server.
import type { Made, MakeTable, Problem, TableSummary } from '../generated/protocol'
import { keep, kept } from './storage'

/** A call that brings no answer for so long brings none any more. */
const LONGEST = 30_000

/** A call to the server; a refusal is thrown as a sentence. */
async function call<T>(path: string, body?: unknown, key?: string, patience = LONGEST): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(path, { headers, ...post, signal: AbortSignal.timeout(patience) })
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
export async function withKey<T>(path: string, body: unknown, patience = LONGEST): Promise<T> {
  try {
    return await call<T>(path, body, await guestKey(), patience)
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error
    keep('guest', null)
    return call<T>(path, body, await guestKey(), patience)
  }
}

export const server = {
  make: (ask: MakeTable) => withKey<Made>('/api/tables', ask),
  tables: () => call<{ tables: TableSummary[] }>('/api/tables'),
  table: (code: string) => call<TableSummary>(`/api/tables/${code}`),
  /** The record of a match that is over. */
  async record(code: string): Promise<string> {
    const reply = await fetch(`/api/tables/${code}/record`)
    if (!reply.ok) throw new Error(((await reply.json()) as Problem).why)
    return reply.text()
  }
}
