// A game as the table screen shows it: one picture for each person at this device, what is told, and what is sent.
import type { BotLevel, ClientMsg, Item, ShuffleItem } from '../generated/protocol'
import { messages } from '../messages/index.svelte'
import { changed, keep, kept } from './storage'
import { localLine, type Line, type State } from './connection'
import type { Happening } from './events'
import { choice, type Choice } from './moves'
import { Mixer, byItself } from './fairShuffle'
import { Picture, type Told } from './tableView'
import { remoteLine } from './serverConnection'
import { server } from './serverApi'
import { settings } from './settings.svelte'
import { sound } from './sound'
import { ask } from './workerClient'
import { moveInWords, reasonInWords, subject, tell, voiceOf, winners } from './sentences'

export interface Sitter {
  name: string
  /** The level of a computer player; none for a person. */
  level: BotLevel | null
}

/** A game on this device that can go on. */
export interface KeptGame {
  /** What the game is known by in every window of this browser. */
  id?: string
  record: string
  title: string
  sitters: string
  people: number
}

type Command = ClientMsg extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

/** So many lines of what happened are kept. */
const LONGEST_LOG = 400

/** So many lines stay where a screen reader finds them: more than one step ever brings. */
const LONGEST_SPOKEN = 40

export class Game {
  /** The picture of whoever holds the device. */
  view: Picture = $state.raw(new Picture())
  /** What happened, in sentences. */
  log: string[] = $state.raw([])
  /** What has to be read out, with numbers that tell equal lines apart. */
  spoken: { id: number; text: string }[] = $state.raw([])
  /** The number of the last line that was where a screen reader hears it. */
  heard = 0
  /** What happened in the last step. */
  last = $state('')
  /** What has to be said about the last thing that was asked for. */
  message = $state('')
  /** Counts refusals, so that each shakes once. */
  shakes = $state(0)
  state: State = $state('connecting')
  /** Who has to take the device; nobody while it is in the right hands. */
  passing: number | null = $state(null)
  /** What happened last, for motion. */
  events: Happening[] = $state.raw([])
  /** What was said with a tap, by seat. */
  talk: Record<number, string> = $state({})
  chats: { seat: number; text: string }[] = $state.raw([])
  fault = $state('')
  /** What a good player would do, and why, for the one who asked. */
  hint: { move: Choice; text: string } | null = $state.raw(null)
  /** Who holds the device. */
  active = $state(0)

  readonly remote: boolean
  /** The code of the table at the server. */
  code = ''
  readonly people: number
  private pictures: Picture[]
  private line: Line | null = null
  private mixer: Mixer | null = null
  /** Greeted, and not yet said that this device adds to the shuffles. */
  private greeted = false
  private count = 0
  /** What was asked and is not answered yet, by the number of the question. */
  private asked = new Map<string, string>()
  private readonly stem = Math.random().toString(36).slice(2, 8)
  private id = this.stem
  private spoke = 0
  private ready = false
  /** What happened while somebody else held the device, for each person. */
  private missed: string[][] = []
  private title = ''
  private sitters = ''
  private matchTold = false

  private constructor(people: number, remote: boolean) {
    this.people = people
    this.remote = remote
    this.pictures = Array.from({ length: Math.max(people, 1) }, () => new Picture())
  }

  /** A game on this device. */
  static async local(rules: string, title: string, sitters: Sitter[]): Promise<Game> {
    const people = sitters.filter((sitter) => sitter.level === null)
    const game = new Game(people.length, false)
    game.title = title
    // The worker has one table: the game before it ends here.
    if (current.game && !current.game.remote) endGame()
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!.toString()
    await ask({ do: 'open', rules, seed, quick: settings.speed === 'quick' })
    game.line = localLine(game.listener())
    if (people.length === 0) game.greet(0, null)
    // Everyone sits down in the order of the list, so that people and computer players can be mixed.
    let person = 0
    for (const { name, level } of sitters) {
      if (level === null) game.greet(person++, name)
      else game.post({ do: 'bot', name, level })
    }
    await game.settled()
    let number = 0
    game.sitters = sitters.map(({ level }) => level ?? String(number++)).join(' ')
    game.send({ do: 'start' })
    await game.settled()
    return game
  }

  /** A game on this device that goes on. */
  static async restored(saved: KeptGame): Promise<Game> {
    const game = new Game(saved.people, false)
    Object.assign(game, { id: saved.id ?? game.id, title: saved.title, sitters: saved.sitters })
    await ask({
      do: 'restore',
      record: saved.record,
      sitters: saved.sitters,
      seed: '1',
      quick: settings.speed === 'quick'
    })
    game.line = localLine(game.listener())
    for (let person = 0; person < saved.people; person++) game.greet(person, '')
    game.takeTurns()
    return game
  }

  /** A table at the server, in a seat under this name or looking on. */
  static joined(code: string, name: string | null): Game {
    const game = new Game(1, true)
    game.code = code
    game.mixer = new Mixer(code)
    game.line = remoteLine(code, name, game.listener())
    return game
  }

  /** The picture of each person; for tests of the page. */
  picture(person: number): Picture {
    return this.pictures[person]!
  }

  close() {
    this.line?.close()
  }

  /** Sends a command of whoever holds the device. However fast somebody taps, nothing is asked again before it is answered. */
  send(command: Command, person = this.active) {
    const what = ['act', 'ask'].includes(command.do) ? command.do : JSON.stringify(command)
    const waits = (other: string) => [...this.asked.values()].includes(other)
    if (waits(what) || (what === 'ask' && waits('act'))) return
    this.asked.set(this.post(command, person), what)
  }

  private post(command: Command, person = this.active): string {
    const id = `${this.stem}-${++this.count}`
    this.line?.send(person, { ...command, id } as ClientMsg)
    return id
  }

  /** Makes a move. */
  act(text: string) {
    this.message = ''
    this.send({ do: 'act', n: this.view.n, m: text })
  }

  /** The right person has the device. */
  taken() {
    if (this.passing === null) return
    this.active = this.passing
    this.passing = null
    this.hint = null
    // Whoever had the device before leaves nothing that only they may know.
    this.log = []
    this.spoken = []
    // What happened is told; only a deal is shown to whoever sees it first.
    this.events = this.events.filter((event) => event.kind === 'dealt')
    this.show()
    const missed = this.missed[this.active] ?? []
    this.missed[this.active] = []
    this.say(missed)
    this.last = missed.slice(-2).join(' ')
  }

  /** The match as a record. */
  record(): Promise<string | null> {
    return this.remote ? server.record(this.code) : ask<string | null>({ do: 'record' })
  }

  /** Tells a person who pressed something that cannot be done why. */
  refuse(why: string) {
    // Whoever taps on and on is told once.
    if (why !== this.message) this.speak([why])
    this.message = why
    this.shakes += 1
  }

  /** The worker answers in order: then it has said what it thinks of all that was sent; a refusal is thrown. */
  private async settled() {
    await ask({ do: 'record' })
    if (this.message) throw new Error(this.message)
  }

  private greet(person: number, name: string | null) {
    this.line?.send(person, { do: 'hello', v: 1, ticket: '', name: name ?? undefined })
  }

  private listener() {
    return {
      frame: (person: number, items: Item[]) => this.hear(person, items),
      state: (state: State) => (this.state = state),
      last: () => (this.pictures[0]!.begun ? this.pictures[0]!.n : null),
      due: () => (this.fault ? null : (this.pictures[0]!.deadline?.at ?? null))
    }
  }

  private hear(person: number, items: Item[]) {
    const picture = this.pictures[person]
    if (!picture) return
    const told = picture.hear(items, Date.now())
    for (const one of told)
      this.asked.delete(one.kind === 'ok' ? one.id : one.kind === 'no' ? (one.no.id ?? '') : '')
    if (person !== this.active) {
      // To whoever does not hold the device, only the seat that they asked for can be refused.
      for (const one of told) if (one.kind === 'no') this.tell(one)
      const missed = [...(this.missed[person] ?? []), ...told.flatMap((one) => lines(one, picture))]
      this.missed[person] = missed.slice(-LONGEST_SPOKEN)
      return this.takeTurns()
    }
    this.show()
    for (const one of told) this.tell(one)
    this.mix(items)
    this.takeTurns()
    this.sayReady()
    if (told.some((one) => ['did', 'deal', 'match'].includes(one.kind))) void this.save()
  }

  /** The time of the first turn at a server waits until the table can be seen. */
  private sayReady() {
    if (this.ready || !this.remote || !this.view.begun || this.view.you === null) return
    this.ready = true
    this.send({ do: 'ready' })
  }

  /** Adds to the shuffles of a server's table, and holds it to its word when everything is laid open. */
  private mix(items: Item[]) {
    for (const item of items) {
      if ('hello' in item) this.greeted = true
      if ('you' in item && item.you !== null && this.greeted) {
        this.greeted = false
        this.line?.send(0, { do: 'mix', id: `mix-${this.stem}-${++this.count}`, on: true })
      }
      if ('shuffle' in item) this.shuffle(item.shuffle)
    }
  }

  private shuffle(item: ShuffleItem) {
    if (!this.mixer) return
    const said = this.mixer.answer(item, this.pictures[0]!.you)
    if (said) this.line?.send(0, said)
    if (!('revealed' in item)) return
    const verdict = this.mixer.judge(item.revealed)
    const m = messages()
    if ('broken' in verdict) this.say([m.shuffleBroken(verdict.broken)])
    else if (verdict.kept > 0) this.say([m.shuffleKept])
  }

  private show() {
    this.view = Object.assign(new Picture(), this.pictures[this.active])
  }

  private tell(told: Told) {
    const m = messages()
    switch (told.kind) {
      case 'did':
        this.events = told.events
        this.message = ''
        this.hint = null
        if (settings.sound) sound(told.events, this.view.you)
        this.say(lines(told, this.view))
        break
      case 'deal':
        this.matchTold = false
        this.say(lines(told, this.view))
        break
      case 'no':
        if (!byItself(told.no.id)) this.refuse(m.refusals[told.no.code] ?? told.no.why ?? told.no.code)
        break
      case 'answer':
        if (told.why) this.refuse(m.refusals[told.code ?? ''] ?? told.why)
        break
      case 'hint': {
        const move = choice(told.hint.m)
        this.hint = { move, text: m.hinted(moveInWords(move, this.view, m), reasonInWords(told.hint, m)) }
        this.speak([this.hint.text])
        break
      }
      case 'match':
        // Who comes back is told again; it is said once.
        if (this.matchTold) break
        this.matchTold = true
        this.say(lines(told, this.view))
        break
      case 'note':
        if (told.text.startsWith('asked') && this.view.asking !== this.view.you) {
          this.say([m.asksBack(this.view.name(this.view.asking ?? 0))])
        }
        break
      case 'said': {
        const text = told.said.t || (m.phrases[told.said.p ?? ''] ?? '')
        this.talk[told.said.seat] = text
        this.chats = [...this.chats, { seat: told.said.seat, text }].slice(-50)
        this.speak([`${this.view.name(told.said.seat)}: ${text}`])
        setTimeout(() => delete this.talk[told.said.seat], 4_000)
        break
      }
      case 'fault':
        this.fault = told.text
        break
      case 'ok':
      case 'round':
      case 'bye':
        break
    }
  }

  private say(lines: string[]) {
    this.log = [...this.log, ...lines].slice(-LONGEST_LOG)
    if (lines.length > 0) this.last = lines.join(' ')
    this.speak(lines)
  }

  private speak(lines: string[]) {
    const fresh = lines.map((text) => ({ id: ++this.spoke, text }))
    this.spoken = [...this.spoken, ...fresh].slice(-LONGEST_SPOKEN)
  }

  /** With several people at the device, it goes to whoever is on turn. */
  private takeTurns() {
    if (this.people < 2) return
    const turn = this.pictures[this.active]!.turn
    const next = this.pictures.findIndex((picture) => picture.you === turn && picture.turn === turn)
    this.passing = next >= 0 && next !== this.active ? next : null
  }

  private async save() {
    if (this.remote || this.people === 0) return
    const over = this.view.won !== null
    const record = over ? null : await ask<string | null>({ do: 'record' })
    const saved: KeptGame | null = !record
      ? null
      : { id: this.id, record, title: this.title, sitters: this.sitters, people: this.people }
    if (this.state !== 'taken') keep('game', saved)
  }

  /** The same game goes on in another window, which is ahead of this one from now on. */
  keptElsewhere(event: StorageEvent) {
    const game = changed<KeptGame>(event, 'game')
    if (this.remote || !game || game.id !== this.id) return
    this.close()
    this.state = 'taken'
  }
}

/** What happened, as it is told to whoever looks at this picture. */
function lines(told: Told, view: Picture): string[] {
  const m = messages()
  const voice = voiceOf(view, m)
  if (told.kind === 'did') return tell(told.events, voice)
  if (told.kind === 'match') return [winners(told.match.won, view, m)]
  if (told.kind !== 'deal') return []
  const own = told.dealer === view.you
  return [m.dealt(own ? m.you : subject(told.dealer, voice), told.round, own)]
}

/** The game on this device that can go on. */
export function keptGame(): KeptGame | null {
  return kept<KeptGame | null>('game', null)
}

/** The game that is being played; screens come and go, the game stays. */
export const current: { game: Game | null } = $state({ game: null })

/** Begins a game, and ends the one before. */
export function play(game: Game) {
  endGame()
  current.game = game
}

/** Ends the game; one on this device goes on from what was kept of it. */
export function endGame() {
  current.game?.close()
  current.game = null
}
