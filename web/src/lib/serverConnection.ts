// The connection to a table at the server. It reconnects by itself and repeats commands that were not answered.
import { at } from './base'
import type { ClientMsg, Item } from '../generated/protocol'
import type { Connection, ConnectionListener, ConnectionState } from './connection'
import { authorized, forgetGuest, statusOf } from './serverApi'

/** The reason a server closes a socket with when the same player connects elsewhere. */
const TAKEN_OVER = 'taken-over'

/** The same when the player has logged out: the key is no longer one. */
const LOGGED_OUT = 'logged-out'

/** The same when whoever runs the server ended the connection. */
const REMOVED = 'removed'

/** The refusal of a page that is older than the server. */
const TOO_OLD = 'bad-version'

/** Events that tell that a page wakes up. */
const WAKE_EVENTS = ['visibilitychange', 'resume']

const CHECK_INTERVAL_MS = 1_000

/** A check that comes this much late means that the page was asleep, and the socket may be dead. */
const ASLEEP_AFTER_MS = 4_000

/** A connection without an answer for this long is dead, even if it was never closed. */
const ANSWER_TIMEOUT_MS = 8_000

/** A ticket is requested again after this long; the first answer counts. */
const TICKET_TIMEOUT_MS = 3_000

/** On a bad network each attempt waits longer, up to this many times the usual timeout. */
const MAX_TIMEOUT_FACTOR = 4

const MIN_RETRY_MS = 200
const MAX_RETRY_MS = 5_000

interface Unanswered {
  text: string
  sentAt: number
}

export function serverConnection(
  code: string,
  name: string | null,
  listener: ConnectionListener
): Connection {
  let socket: WebSocket | null = null
  let closed = false
  let greeted = false
  let attempts = 0
  let retryTimer = 0
  /** When the wait for the next step began: for a ticket, or for the server's hello. */
  let waitingSince = 0
  let checkedAt = Date.now()
  let slept = false
  /** Whether the next hello asks for the whole position. */
  let wantsAll = false
  const unanswered = new Map<string, Unanswered>()

  async function connect() {
    clearTimeout(retryTimer)
    retryTimer = 0
    if (closed) return
    slept = greeted = false
    waitingSince = Date.now()
    listener.onState(attempts === 0 ? 'connecting' : 'lost')
    try {
      const { ticket } = await authorized<{ ticket: string }>(at('api/ticket'), { table: code }, patience())
      if (isWaiting()) open(ticket)
    } catch (error) {
      if (!isWaiting()) return
      const status = statusOf(error)
      if (status === 404 || status === 400) end('gone')
      else if (status === 403) end('banned')
      else retryLater()
    }
  }

  /** Whether a socket is still wanted: of several answers to a ticket request the first one counts. */
  function isWaiting(): boolean {
    return !closed && socket === null
  }

  function hello(ticket: string): ClientMsg {
    const last = wantsAll ? undefined : (listener.lastPosition() ?? undefined)
    return { do: 'hello', v: 1, ticket, last, name: name ?? undefined }
  }

  function open(ticket: string) {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${at(`t/${code}`)}`
    const opened = new WebSocket(address)
    socket = opened
    waitingSince = Date.now()
    opened.onopen = () => {
      opened.send(JSON.stringify(hello(ticket)))
      for (const command of unanswered.values()) deliver(opened, command)
    }
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket === opened) receive(JSON.parse(data) as Item[])
    }
    opened.onclose = ({ reason }) => {
      if (socket !== opened || closed) return
      socket = null
      if (reason === TAKEN_OVER) end('taken')
      else if (reason === LOGGED_OUT) {
        forgetGuest()
        end('out')
      } else if (reason === REMOVED) end('banned')
      else retryLater()
    }
  }

  function receive(items: Item[]) {
    if (items.some((item) => 'no' in item && item.no.code === TOO_OLD)) return end('old')
    for (const item of items) {
      if ('hello' in item) [greeted, attempts, wantsAll] = [true, 0, false]
      if ('ok' in item) unanswered.delete(item.ok)
      if ('no' in item && item.no.id) unanswered.delete(item.no.id)
    }
    listener.onState('open')
    listener.onFrame(0, items)
  }

  function deliver(to: WebSocket, command: Unanswered) {
    command.sentAt = Date.now()
    to.send(command.text)
  }

  function end(state: ConnectionState) {
    close()
    listener.onState(state)
  }

  function retryLater() {
    listener.onState('lost')
    attempts += 1
    clearTimeout(retryTimer)
    const pause = Math.min(MIN_RETRY_MS * 2 ** Math.min(attempts, 5), MAX_RETRY_MS)
    retryTimer = window.setTimeout(() => void connect(), pause * (0.7 + Math.random() * 0.6))
  }

  /** Replaces a socket that cannot be trusted. */
  function reconnect() {
    const old = socket
    socket = null
    old?.close()
    void connect()
  }

  /** Reconnects, and lets the player see that the connection was lost. */
  function giveUp() {
    attempts += 1
    reconnect()
  }

  function patience(): number {
    return ANSWER_TIMEOUT_MS * Math.min(attempts + 1, MAX_TIMEOUT_FACTOR)
  }

  function isDead(now: number): boolean {
    if (socket === null) return now - waitingSince > TICKET_TIMEOUT_MS
    if (!greeted) return now - waitingSince > patience()
    const overdue = [...unanswered.values()].some((command) => now - command.sentAt > ANSWER_TIMEOUT_MS)
    return overdue || now > (listener.nextDeadline() ?? Infinity) + ANSWER_TIMEOUT_MS
  }

  /** Finds out whether the page was asleep, and whether the socket died without being closed. */
  function check() {
    const now = Date.now()
    slept ||= now - checkedAt > ASLEEP_AFTER_MS
    checkedAt = now
    if (document.hidden) return
    if (slept) return reconnect()
    if (retryTimer !== 0) return
    if (isDead(now)) giveUp()
  }

  function checkNow() {
    check()
    if (retryTimer !== 0) void connect()
  }

  function close() {
    closed = true
    clearTimeout(retryTimer)
    clearInterval(checkTimer)
    removeEventListener('online', checkNow)
    for (const event of WAKE_EVENTS) document.removeEventListener(event, checkNow)
    socket?.close()
  }

  const checkTimer = setInterval(check, CHECK_INTERVAL_MS)
  addEventListener('online', checkNow)
  for (const event of WAKE_EVENTS) document.addEventListener(event, checkNow)
  void connect()
  return {
    send(_, message) {
      const command = { text: JSON.stringify(message), sentAt: Date.now() }
      if ('id' in message) unanswered.set(message.id, command)
      if (socket?.readyState === WebSocket.OPEN) deliver(socket, command)
    },
    refresh() {
      wantsAll = true
      reconnect()
    },
    close
  }
}
