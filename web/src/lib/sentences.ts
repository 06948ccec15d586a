// What happened, in sentences: the grammar is in the message files, one a language.
import { face, ruleValue, presetOf } from './cards'
import type { Happening } from './events'
import type { Choice } from './moves'
import type { Picture } from './tableView'
import type { HintItem } from '../generated/protocol'
import type { Messages } from '../messages/en'

/** How things are told: to whom, about what. */
export interface Voice {
  m: Messages
  /** The seat that is spoken to as "you". */
  you: number | null
  names: string[]
  /** The word that is said with one card left. */
  word: string
  /** Whether cards are thrown, as in Yaniv. */
  throws: boolean
}

/** The voice for a person who looks at this picture. */
export function voiceOf(picture: Picture, m: Messages): Voice {
  const names = picture.players.map((player) => player.name)
  return { m, you: picture.you, names, word: lastWord(picture.rules), throws: picture.throw !== null }
}

/** The word that is said with one card left, by the rules. */
export function lastWord(rules: string): string {
  return ruleValue(rules, 'last_word') ?? (presetOf(rules)?.word || 'last card')
}

/** A card as people say it. */
export function cardName(card: string, m: Messages): string {
  const { style, suit, rank } = face(card)
  const said = m.ranks[rank] ?? rank.charAt(0).toUpperCase() + rank.slice(1)
  if (style === 'shapes' && suit === null) return m.of(said, m.suits.whot ?? 'Whot')
  if (suit === null) return said
  const named = suitName(suit, m)
  const capital = named.charAt(0).toUpperCase() + named.slice(1)
  return style === 'colours' || style === 'own' ? m.coloured(capital, said) : m.of(said, capital)
}

/** A suit as people say it. */
export function suitName(suit: string, m: Messages): string {
  return m.suits[suit] ?? suit
}

/** "a, b and c". */
export function list(parts: readonly string[], and: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`
}

/** A fact: about one player, so that it can be joined with the next, or a sentence of its own. */
interface Fact {
  seat: number | null
  told: string[]
}

/** What happened in sentences, facts about the same player in one. */
export function tell(events: readonly Happening[], voice: Voice): string[] {
  const facts: Fact[] = []
  for (const event of joined(inTellingOrder(events))) {
    const told = voice.m.fact(event, voice)
    if (told === null) continue
    const seat = told.seat ?? null
    const last = facts.at(-1)
    if (last && seat !== null && last.seat === seat) last.told.push(told.text)
    else facts.push({ seat, told: [told.text] })
  }
  return facts.map(({ seat, told }) =>
    seat === null ? told[0]! : `${subject(seat, voice)} ${list(told, voice.m.and)}.`
  )
}

/** A player at the beginning of a sentence. */
export function subject(seat: number, voice: Voice): string {
  return seat === voice.you ? voice.m.You : (voice.names[seat] ?? `#${seat}`)
}

/** A player elsewhere. */
export function person(seat: number, voice: Voice): string {
  return seat === voice.you ? voice.m.you : (voice.names[seat] ?? `#${seat}`)
}

/** Who has won, whoever looks first. */
export function winners(seats: readonly number[], view: Picture, m: Messages): string {
  if (seats.length === 1 && seats[0] === view.you) return m.youWin
  const others = seats.filter((seat) => seat !== view.you).map((seat) => view.name(seat))
  return m.wins(others.length < seats.length ? [m.You, ...others] : others)
}

/** Cards by name, each with its article. */
export function cardsNamed(cards: readonly string[], m: Messages): string {
  return list(
    cards.map((card) => m.the(cardName(card, m))),
    m.and
  )
}

/** Cards that one player laid one after the other make one fact; dealt cards everyone can see. */
function joined(events: readonly Happening[]): Happening[] {
  const out: Happening[] = []
  for (const event of events) {
    const last = out.at(-1)
    if (event.kind === 'dealt') continue
    if (event.kind === 'played' && last?.kind === 'played' && last.seat === event.seat) {
      out[out.length - 1] = { ...last, cards: [...last.cards, ...event.cards] }
    } else out.push(event)
  }
  return out
}

/** The end of a round is told before the hands are shown. */
function inTellingOrder(events: readonly Happening[]): Happening[] {
  const isShown = (event: Happening) => event.kind === 'shown'
  return [...events.filter((event) => !isShown(event)), ...events.filter(isShown)]
}

/** What is said aloud with few cards left. */
export function spokenWord(word: string | undefined, view: Picture, m: Messages): string {
  return word === 'semi-last-card' ? m.semi : lastWord(view.rules)
}

/** A move that uses no card of the hand, as it stands on its button. */
export function actionName(one: Choice, view: Picture, m: Messages): string {
  switch (one.verb) {
    case 'draw':
      return view.penalty > 0 ? m.take(view.penalty) : m.draw
    case 'pass':
      return view.phase === 'drawn' || view.phase === 'slap'
        ? m.keep
        : view.phase === 'suspended'
          ? m.miss
          : m.pass
    case 'challenge':
      return m.challenge
    case 'yaniv':
      return m.yaniv
    case 'say':
      return m.say(spokenWord(one.say, view, m))
    case 'catch':
      return m.catch(view.name(one.seat ?? 0))
    default:
      return one.text
  }
}

/** A whole move, as part of a sentence. */
export function moveInWords(one: Choice, view: Picture, m: Messages): string {
  const named = cardsNamed(one.cards, m)
  const take = one.take === 'stock' ? m.andDraw : m.andTake(m.the(cardName(one.take ?? '', m)))
  switch (one.verb) {
    case 'play': {
      const call = one.call ? m.andCall(suitName(one.call, m)) : ''
      const swap = one.with === undefined ? '' : m.andSwap(view.name(one.with))
      const say = one.say ? ` ${m.sayWith(spokenWord(one.say, view, m))}` : ''
      return m.hintPlay(named) + call + swap + say
    }
    case 'throw':
      return m.hintThrow_(named) + take
    case 'slap':
      return m.slap(cardName(one.cards[0] ?? '', m))
    case 'swap':
      return m.exchange(cardName(one.cards[0] ?? '', m))
    case 'call':
      return m.hintCall(suitName(one.call ?? '', m))
    default:
      return actionName(one, view, m)
  }
}

/** Why a hint is good, in the language of the page where it has the words, and in the table's own where not. */
export function reasonInWords(hint: HintItem, m: Messages): string {
  const [reason = '', odds = ''] = (hint.about ?? '').split(' odds ')
  const [code = '', ...things] = reason.split(' ')
  return m.reason(code, things, odds.split(' ')) ?? hint.why
}
