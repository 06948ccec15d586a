// Events, moves and refusals as sentences. The grammar of each language is in its message file.
import { familyName, type FamilyName } from '../families'
import { face, ruleValue, presetOf } from './cards'
import type { GameEvent } from './events'
import type { TableView, Update } from './tableView'
import type { HintItem } from '../generated/protocol'
import type { Messages } from '../messages/en'

/** An event that is put into words: everything but deals, which everyone can see. */
export type ToldEvent = Exclude<GameEvent, { kind: 'dealt' }>

/** What is said of an event: a clause about a seat, or a whole sentence if there is no seat. */
export interface Clause {
  seat?: number
  text: string
}

/** Who is spoken to, and about what. */
export interface Narrator {
  m: Messages
  /** The seat that is spoken to as "you". */
  you: number | null
  names: string[]
  /** The word to say with one card left. */
  word: string
  family: FamilyName
}

/** The narrator for the person with this view. */
export function narratorFor(view: TableView, m: Messages): Narrator {
  const names = view.players.map((player) => player.name)
  return { m, you: view.you, names, word: lastCardWord(view.rules), family: familyName(view.rules) }
}

/** The word to say with one card left, by these rules. */
export function lastCardWord(rules: string): string {
  return ruleValue(rules, 'last_word') ?? (presetOf(rules)?.word || 'last card')
}

/** A card as people say it. */
export function cardName(card: string, m: Messages): string {
  const { style, suit, rank } = face(card)
  const said = m.ranks[rank] ?? capitalized(rank)
  if (style === 'shapes' && suit === null) return m.of(said, m.suits.whot ?? 'Whot')
  if (suit === null) return said
  const capital = capitalized(suitName(suit, m))
  return style === 'colours' || style === 'own' ? m.coloured(capital, said) : m.of(said, capital)
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A suit as people say it. */
export function suitName(suit: string, m: Messages): string {
  return m.suits[suit] ?? suit
}

/** "a, b and c". */
export function list(parts: readonly string[], and: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`
}

/** What the events of a step have to say, in sentences. Clauses about the same player make one sentence. */
export function describeEvents(events: readonly GameEvent[], narrator: Narrator): string[] {
  const groups: { seat: number | null; clauses: string[] }[] = []
  for (const event of joined(inTellingOrder(events))) {
    const { seat = null, text } = narrator.m.describeEvent(event, narrator)
    const last = groups.at(-1)
    if (last && seat !== null && last.seat === seat) last.clauses.push(text)
    else groups.push({ seat, clauses: [text] })
  }
  return groups.map(({ seat, clauses }) =>
    seat === null
      ? clauses.join(' ')
      : sentence(`${subject(seat, narrator)} ${list(clauses, narrator.m.and)}`)
  )
}

/** A sentence with its full stop, unless it ends with another sign. */
function sentence(words: string): string {
  return /[!?…]$/.test(words) ? words : `${words}.`
}

/** What an update has to say to the person with this view; most updates say nothing. */
export function announcement(update: Update, view: TableView, m: Messages): string[] {
  const narrator = narratorFor(view, m)
  if (update.kind === 'events') return describeEvents(update.events, narrator)
  if (update.kind === 'match') return [winners(update.match.won, view, m)]
  if (update.kind !== 'deal') return []
  const own = update.dealer === view.you
  return [m.dealt(own ? m.you : subject(update.dealer, narrator), update.round, own)]
}

/**
 * The words for a refusal in the page's language. Where the language has none, as for a code of a newer server,
 * it is the sentence that the table sent.
 */
export function refusalText(code: string, sent: string | undefined, m: Messages): string {
  const words: Partial<Record<string, string | null>> = m.refusals
  return words[code] ?? sent ?? code
}

/** A player at the beginning of a sentence. */
export function subject(seat: number, narrator: Narrator): string {
  return seat === narrator.you ? narrator.m.You : (narrator.names[seat] ?? `#${seat}`)
}

/** A player elsewhere. */
export function person(seat: number, narrator: Narrator): string {
  return seat === narrator.you ? narrator.m.you : (narrator.names[seat] ?? `#${seat}`)
}

/** Who has won the round or the match, the reader first. On a shared device there is no reader: nobody is "you". */
export function winners(
  seats: readonly number[],
  view: TableView,
  m: Messages,
  reader: number | null = view.you
): string {
  const others = seats.filter((seat) => seat !== reader).map((seat) => view.name(seat))
  const names = others.length < seats.length ? [m.You, ...others] : others
  if (!view.hasScores) return m.wins(names)
  return view.won === null ? m.winsRound(names) : m.winsMatch(names)
}

/** Cards by name, each with its article. */
export function cardsNamed(cards: readonly string[], m: Messages): string {
  return list(
    cards.map((card) => m.the(cardName(card, m))),
    m.and
  )
}

/** Joins cards that one player played one after the other, and leaves out deals, which everyone can see. */
function joined(events: readonly GameEvent[]): ToldEvent[] {
  const out: ToldEvent[] = []
  for (const event of events) {
    const last = out.at(-1)
    if (event.kind === 'dealt') continue
    if (event.kind === 'played' && last?.kind === 'played' && last.seat === event.seat) {
      out[out.length - 1] = { ...last, cards: [...last.cards, ...event.cards] }
    } else out.push(event)
  }
  return out
}

/** The end of a round comes before the hands that are shown. */
function inTellingOrder(events: readonly GameEvent[]): GameEvent[] {
  const isShown = (event: GameEvent) => event.kind === 'shown'
  return [...events.filter((event) => !isShown(event)), ...events.filter(isShown)]
}

/** The word said with one or two cards left. */
export function spokenWord(word: string | undefined, view: TableView, m: Messages): string {
  return word === 'semi-last-card' ? m.semi : lastCardWord(view.rules)
}

/** Why a hint is good; in the table's own words where the page's language has none. */
export function hintReason(hint: HintItem, m: Messages): string {
  const [reason = '', odds = ''] = (hint.about ?? '').split(' odds ')
  const [code = '', ...things] = reason.split(' ')
  return m.reason(code, things, odds.split(' ')) ?? hint.why
}
