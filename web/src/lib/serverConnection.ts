// The line to a table at the server, which comes back by itself.
import type { Item } from '../generated/protocol'
import type { Line, Listener, State } from './connection'
import { withKey } from './serverApi'

/** The codes with which sockets are closed on purpose. */
const TAKEN_OVER = 'taken-over'

/** What a server says to a page that is older than itself. */
const TOO_OLD = 'bad-version'

/** What a page hears when it wakes up. */
const WAKING = ['visibilitychange', 'resume']

/** How often a line is looked after, in milliseconds. */
const LOOK = 1_000

/** A page that looks so much later was asleep: nobody knows what has become of its socket. */
const SLEPT = 4_000

/** A line that brings no answer for so long is dead, even if nobody has said so. */
const ANSWER = 8_000

/** The way to the server is asked for again after so long: of several answers, the first one counts. */
const TICKET = 3_000

/** On a bad network everything takes longer: the next attempts get so many times that, at most. */
const PATIENCE = 4

/** A table at the server. The line comes back by itself, and what was asked in between is asked again. */
export function remoteLine(code: string, name: string | null, listener: Listener): Line {
  let socket: WebSocket | null = null
  let closed = false
  let greeted = false
  let tries = 0
  let timer = 0
  /** Since when the next thing is waited for: a ticket, or a greeting. */
  let since = 0
  let looked = Date.now()
  let slept = false
  /** What was asked, and when. */
  const unanswered = new Map<string, { text: string; at: number }>()

  async function connect() {
    clearTimeout(timer)
    timer = 0
    if (closed) return
    slept = greeted = false
    since = Date.now()
    listener.state(tries === 0 ? 'connecting' : 'lost')
    try {
      const { ticket } = await withKey<{ ticket: string }>('/api/ticket', { table: code }, patience())
      if (!closed && socket === null) open(ticket)
    } catch (error) {
      if (closed || socket !== null) return
      const status = (error as { status?: number }).status
      if (status === 404 || status === 400) end('gone')
      else again()
    }
  }

  function open(ticket: string) {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/t/${code}`
    const mine = new WebSocket(address)
    socket = mine
    since = Date.now()
    mine.onopen = () => {
      mine.send(
        JSON.stringify({
          do: 'hello',
          v: 1,
          ticket,
          last: listener.last() ?? undefined,
          name: name ?? undefined
        })
      )
      for (const one of unanswered.values()) say(mine, one)
    }
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return
      const items = JSON.parse(data) as Item[]
      if (items.some((item) => 'no' in item && item.no.code === TOO_OLD)) return end('old')
      for (const item of items) {
        if ('hello' in item) [greeted, tries] = [true, 0]
        if ('ok' in item) unanswered.delete(item.ok)
        if ('no' in item && item.no.id) unanswered.delete(item.no.id)
      }
      listener.state('open')
      listener.frame(0, items)
    }
    mine.onclose = ({ reason }) => {
      if (socket !== mine || closed) return
      socket = null
      if (reason === TAKEN_OVER) end('taken')
      else again()
    }
  }

  function say(to: WebSocket, one: { text: string; at: number }) {
    one.at = Date.now()
    to.send(one.text)
  }

  function end(state: State) {
    close()
    listener.state(state)
  }

  function again() {
    listener.state('lost')
    tries += 1
    clearTimeout(timer)
    const pause = Math.min(200 * 2 ** Math.min(tries, 5), 5_000)
    timer = setTimeout(connect, pause * (0.7 + Math.random() * 0.6)) as unknown as number
  }

  /** Leaves a socket that cannot be trusted for a new one. */
  function renew() {
    const old = socket
    socket = null
    old?.close()
    void connect()
  }

  /** The same where a person has to be told. */
  function giveUp() {
    tries += 1
    renew()
  }

  function patience(): number {
    return ANSWER * Math.min(tries + 1, PATIENCE)
  }

  function isDead(now: number): boolean {
    if (socket === null) return now - since > TICKET
    if (!greeted) return now - since > patience()
    const waits = [...unanswered.values()].some((one) => now - one.at > ANSWER)
    return waits || now > (listener.due() ?? Infinity) + ANSWER
  }

  /** Finds out whether the page was asleep, and whether a line is dead that nobody has closed. */
  function look() {
    const now = Date.now()
    slept ||= now - looked > SLEPT
    looked = now
    if (document.hidden) return
    if (slept) return renew()
    if (timer !== 0) return
    if (isDead(now)) giveUp()
  }

  function atOnce() {
    look()
    if (timer !== 0) void connect()
  }

  function close() {
    closed = true
    clearTimeout(timer)
    clearInterval(looking)
    removeEventListener('online', atOnce)
    for (const event of WAKING) document.removeEventListener(event, atOnce)
    socket?.close()
  }

  const looking = setInterval(look, LOOK)
  addEventListener('online', atOnce)
  for (const event of WAKING) document.addEventListener(event, atOnce)
  void connect()
  return {
    send(_, message) {
      const text = JSON.stringify(message)
      const one = { text, at: Date.now() }
      if ('id' in message) unanswered.set(message.id, one)
      if (socket?.readyState === WebSocket.OPEN) say(socket, one)
    },
    close
  }
}
