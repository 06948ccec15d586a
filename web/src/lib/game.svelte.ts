// A game as the table screen shows it: the view of each person at this device, and what they send.
import type { BotLevel, ClientMsg, HintItem, Item } from '../generated/protocol'
import { familyOf, moveText } from '../families'
import { messages } from '../messages/index.svelte'
import { CommandQueue, type Command } from './commandQueue'
import type { Connection, ConnectionListener, ConnectionState } from './connection'
import type { GameEvent } from './events'
import { GameLog } from './gameLog.svelte'
import { MissedLines, nextHolder } from './hotSeat'
import { parseMove, type Move } from './moves'
import { continuedElsewhere } from './savedGames'
import { announcement, hintReason, refusalText } from './sentences'
import { settings } from './settings.svelte'
import { isAutomatic } from './shuffleClient'
import { playSounds } from './sound'
import { TableTalk } from './tableTalk.svelte'
import { TableView, type Update } from './tableView'

export interface Participant {
  name: string
  /** The level of a bot; null for a person. */
  level: BotLevel | null
}

/** Whether bots pause before they move. */
export type Pauses = 'usual' | 'none'

/** Where a game is played: what differs between this device and a server. */
export interface GameHost {
  remote: boolean
  /** The code of the table at the server; empty on this device. */
  code: string
  /** The number of people at this device. */
  people: number
  connect(listener: ConnectionListener): Connection
  /** The match as a record. */
  record(): Promise<string | null>
  /** Called after each frame with its items and the view of the person who holds the device. */
  onFrame?(game: Game, items: readonly Item[]): void
  /** Called when the position has changed. */
  onMoved?(game: Game): void
  /** What the game is called in this browser's storage. */
  savedId?: string
  /** Lets the bots play without pauses, or as usual again; missing where that is not this device's to decide. */
  setPauses?(pauses: Pauses): void
}

export class Game {
  /** The view of the person who holds the device. */
  view: TableView = $state.raw(new TableView())
  readonly log = new GameLog()
  readonly talk = new TableTalk()
  /** The answer to the last thing the player asked for. */
  message = $state('')
  /** Counts refusals, so that each shakes once. */
  shakes = $state(0)
  state: ConnectionState = $state('connecting')
  /** The person who has to take the device; null while it is in the right hands. */
  passing: number | null = $state(null)
  /** The latest events, for animation. */
  events: GameEvent[] = $state.raw([])
  /** The names of those whom this player does not want to hear at this table. */
  muted: string[] = $state([])
  /** The names of those whom this player has blocked at the server from here. */
  blocked: string[] = $state([])
  /** Whether this player was removed from the table. */
  removed = $state(false)
  /** The number under which the server logged a fault of this table. */
  fault = $state('')
  /** What a good player would do, and why. */
  hint: { move: Move; text: string } | null = $state.raw(null)
  /** The person who holds the device. */
  active = $state(0)
  /** Whether the rest is played without pauses, because nobody here plays on. */
  skipping = $state(false)

  private readonly views: TableView[]
  private readonly missed = new MissedLines()
  private readonly connection: Connection
  private readonly commands = new CommandQueue((person, message) => this.deliver(person, message))
  /** Whether the end of this match was announced. */
  private matchAnnounced = false
  /** Whether the server knows that the table is on screen. */
  private saidReady = false
  /** Whether the device lies on the table, where everybody can see it. */
  private laidDown = false

  constructor(private readonly host: GameHost) {
    this.views = Array.from({ length: Math.max(host.people, 1) }, () => new TableView())
    this.connection = host.connect(this.listener())
  }

  get remote(): boolean {
    return this.host.remote
  }

  get code(): string {
    return this.host.code
  }

  get people(): number {
    return this.host.people
  }

  /** What the game is called in this browser's storage; nothing at a server. */
  get savedId(): string | undefined {
    return this.host.savedId
  }

  /** The view of one person at this device. */
  viewOf(person: number): TableView {
    return this.views[person]!
  }

  close() {
    this.connection.close()
  }

  /** Sends a command of the person who holds the device, unless the same is still unanswered. */
  send(command: Command) {
    // A player who does something new has read the last answer. Asking about a move may give the same answer again.
    if (command.do !== 'ask') this.message = ''
    this.commands.send(this.active, command)
  }

  /** Sends a command even if an equal one is unanswered. */
  sendAlways(command: Command) {
    this.commands.sendAlways(this.active, command)
  }

  deliver(person: number, message: ClientMsg) {
    this.connection.send(person, message)
  }

  /** Makes a move. */
  act(text: string) {
    this.send({ do: 'act', n: this.view.n, m: text })
  }

  /** The match as a record. */
  record(): Promise<string | null> {
    return this.host.record()
  }

  /** Tells the player why something cannot be done. */
  refuse(why: string) {
    // Repeated taps are answered once.
    if (why !== this.message) this.log.speak([why])
    this.message = why
    this.shakes += 1
  }

  /** Hears nothing more of this person at this table, or hears them again. */
  mute(name: string) {
    this.muted = this.muted.includes(name) ? this.muted.filter((one) => one !== name) : [...this.muted, name]
  }

  /** Blocks this person at the server, or no longer. */
  block(name: string, on: boolean) {
    this.blocked = this.blocked.filter((one) => one !== name)
    if (on) this.blocked = [...this.blocked, name]
    this.send({ do: 'block', name, on })
  }

  /** The device was passed on to the right person. */
  takeDevice() {
    if (this.passing === null) return
    const isAnother = this.passing !== this.active
    this.active = this.passing
    this.passing = null
    this.laidDown = false
    this.hint = null
    // What only the previous holder may know must not stay on screen. Who takes the device back has heard the deal.
    if (isAnother) this.log.clear()
    // Missed events are told, not animated; only a deal is new to the person who sees it first.
    this.events = this.events.filter((event) => event.kind === 'dealt')
    this.show()
    const missed = this.missed.take(this.active)
    this.log.add(missed)
    if (isAnother) this.log.latest = missed.slice(-2).join(' ')
  }

  /** Finds out whether it is another person's turn to hold the device. */
  checkHolder() {
    if (this.people < 2) return
    const next = nextHolder(this.views, this.laidDown ? null : this.active)
    this.passing = next ?? (this.laidDown ? this.active : null)
  }

  /** Several people have looked at the device together, so nobody's hand is shown before somebody takes it. */
  layDown() {
    this.laidDown = true
    this.checkHolder()
  }

  /** Whether the rest of the round or match can be skipped: no person at this device plays on. */
  get canSkip(): boolean {
    const { view } = this
    if (this.host.setPauses === undefined || !(view.isOut || view.isEliminated)) return false
    return this.views.every(({ you }) => you !== null && !view.plays.includes(you))
  }

  /** Plays the rest without pauses: of the round, or of the match for people who are out of it. */
  skip() {
    if (!this.canSkip) return
    this.skipping = true
    this.host.setPauses?.('none')
  }

  /** After a skipped round the next one is dealt at once for people who are out of the match; others play again. */
  private goOnSkipping() {
    if (!this.skipping) return
    const { view } = this
    const outOfMatch = this.views.every(({ you }) => you !== null && view.out.includes(you))
    if (view.end !== null && view.won === null && outOfMatch) return this.send({ do: 'next' })
    if (this.canSkip || (view.end === null && outOfMatch)) return
    this.skipping = false
    this.host.setPauses?.('usual')
  }

  /** Gives the game up to another window that has continued it. */
  onStorage(event: StorageEvent) {
    const { savedId } = this.host
    if (savedId === undefined || !continuedElsewhere(event, savedId)) return
    this.close()
    this.state = 'taken'
  }

  private listener(): ConnectionListener {
    const first = this.views[0]!
    return {
      onFrame: (person, items) => this.onFrame(person, items),
      onState: (state) => (this.state = state),
      lastPosition: () => (first.begun ? first.n : null),
      nextDeadline: () => (this.fault ? null : (first.deadline?.at ?? null))
    }
  }

  private onFrame(person: number, items: Item[]) {
    const view = this.views[person]
    if (!view) return
    const updates = view.apply(items, Date.now())
    for (const update of updates) this.settle(update)
    if (updates.some((update) => update.kind === 'unknown-event')) this.connection.refresh(person)
    if (person === this.active) this.onOwnFrame(items, updates)
    else this.onOtherFrame(person, view, updates)
  }

  private onOwnFrame(items: readonly Item[], updates: readonly Update[]) {
    this.show()
    for (const update of updates) this.announce(update)
    this.host.onFrame?.(this, items)
    this.checkHolder()
    this.goOnSkipping()
    this.sayReady()
    const moved = updates.some(({ kind }) => kind === 'events' || kind === 'deal' || kind === 'match')
    if (moved) this.host.onMoved?.(this)
  }

  /** A frame for a person who does not hold the device: it is told when they take it. */
  private onOtherFrame(person: number, view: TableView, updates: readonly Update[]) {
    // Without the device, only the seat that a person asked for can be refused.
    for (const update of updates) if (update.kind === 'refused') this.announce(update)
    this.missed.add(
      person,
      updates.flatMap((update) => announcement(update, view, messages()))
    )
    this.checkHolder()
  }

  /** Marks the command that an update answers as answered. */
  private settle(update: Update) {
    if (update.kind === 'accepted') this.commands.answered(update.id)
    if (update.kind === 'refused') this.commands.answered(update.refusal.id ?? '')
  }

  /** At a server the clock of the first turn waits until the table is on screen. */
  private sayReady() {
    if (this.saidReady || !this.remote || !this.view.begun || this.view.you === null) return
    this.saidReady = true
    this.send({ do: 'ready' })
  }

  private show() {
    this.view = Object.assign(new TableView(), this.views[this.active])
  }

  private announce(update: Update) {
    const m = messages()
    switch (update.kind) {
      case 'events':
        this.events = update.events
        this.message = ''
        this.hint = null
        if (settings.sound && !this.skipping) playSounds(update.events, this.view.you)
        this.log.add(announcement(update, this.view, m))
        break
      case 'deal':
        this.matchAnnounced = false
        this.log.add(announcement(update, this.view, m))
        this.layDown()
        break
      case 'match':
        // A player who reconnects is sent the result again; it is announced once.
        if (!this.matchAnnounced) this.log.add(announcement(update, this.view, m))
        this.matchAnnounced = true
        break
      case 'refused': {
        const { id, code, why } = update.refusal
        if (code === 'removed') this.removed = true
        if (!isAutomatic(id)) this.refuse(refusalText(code, why, m))
        break
      }
      case 'answer': {
        const { code, why } = update.answer
        if (why) this.refuse(refusalText(code ?? '', why, m))
        break
      }
      case 'hint':
        this.showHint(update.hint)
        break
      case 'note':
        if (update.text.startsWith('asked') && this.view.asking !== this.view.you) {
          this.log.add([m.asksBack(this.view.name(this.view.asking ?? 0))])
        }
        this.announceNote(update.text)
        break
      case 'said': {
        const { seat, t, p } = update.said
        if (this.muted.includes(this.view.name(seat))) break
        const text = t || (m.phrases[p ?? ''] ?? '')
        this.talk.add(seat, text)
        this.log.speak([`${this.view.name(seat)}: ${text}`])
        break
      }
      case 'fault':
        this.fault = update.id
        break
      case 'accepted':
      case 'unknown-event':
        break
      default:
        update satisfies never
    }
  }

  /** What the table says about people, and the operator to everybody. */
  private announceNote(note: string) {
    const m = messages()
    const [word, ...rest] = note.split(' ')
    const [seat = 0, given = 0, needed = 0] = rest.map(Number)
    let said: string
    if (word === 'news') said = m.news(rest.join(' '))
    else if (word === 'removed') said = m.wasRemoved(this.view.name(seat))
    else if (word === 'vote') said = m.votedOut(this.view.name(seat), given, needed)
    else return
    this.message = said
    this.log.add([said])
  }

  private showHint(hint: HintItem) {
    const m = messages()
    const move = parseMove(hint.m, familyOf(this.view.rules))
    this.hint = { move, text: m.hinted(moveText(move, this.view, m), hintReason(hint, m)) }
    this.log.speak([this.hint.text])
  }
}
