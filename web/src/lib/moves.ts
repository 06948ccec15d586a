// Moves, parsed from their notation: which cards they use and what they ask for. The table decides what is legal.

import type { AnyFamily } from '../families'
import type { Verb } from '../families/family'

export interface Move {
  /** The notation, which is what is sent. */
  text: string
  verb: string
  /** The cards of the hand that it uses, in playing order. */
  cards: string[]
  /** What it asks for besides, by the word in front of it: `call hearts`, `take stock`. */
  details: Partial<Record<string, string>>
  /** The points that it leaves in the hand, where the table tells. */
  leaves?: number
}

/** Parses a move of a family from its notation. */
export function parseMove(text: string, family: AnyFamily): Move {
  const [verb = '', ...words] = text.split(' ')
  const verbs: Partial<Record<string, Verb>> = family.verbs
  const detail = verbs[verb]?.detail
  if (detail !== undefined) return { text, verb, cards: [], details: { [detail]: words[0] } }
  const first = words.findIndex((word) => family.details.includes(word))
  const end = first < 0 ? words.length : first
  const details: Move['details'] = {}
  for (let at = end; at < words.length; at += 2) details[words[at]!] = words[at + 1]
  return { text, verb, cards: words.slice(0, end), details }
}

/** Expands the short form of a list of moves: a leading digit repeats that many words of the move before. */
export function expandMoves(short: string): string[] {
  const moves: string[] = []
  for (const part of short.split(';').filter((part) => part !== '')) {
    const repeated = /^(\d)(?: (.*))?$/.exec(part)
    const previous = moves.at(-1)?.split(' ') ?? []
    const words = repeated
      ? [...previous.slice(0, Number(repeated[1])), ...(repeated[2] ? [repeated[2]] : [])]
      : [part]
    moves.push(words.join(' '))
  }
  return moves
}

/** A multiset of cards: equal for equal cards in any order. */
function bag(cards: readonly string[]): string {
  return [...cards].sort().join(' ')
}

/** The moves that use exactly these cards; those that play them in this order if there are any. */
export function movesUsing(moves: readonly Move[], cards: readonly string[]): Move[] {
  const wanted = bag(cards)
  const fitting = moves.filter((move) => move.cards.length > 0 && bag(move.cards) === wanted)
  const ordered = fitting.filter((move) => move.cards.join(' ') === cards.join(' '))
  return ordered.length > 0 ? ordered : fitting
}

/** Whether some move uses these cards and more. */
export function canExtend(moves: readonly Move[], cards: readonly string[]): boolean {
  return moves.some((move) => move.cards.length > cards.length && contains(move.cards, cards))
}

/** Whether `all` contains `some`, counting copies. */
export function contains(all: readonly string[], some: readonly string[]): boolean {
  const left = [...all]
  return some.every((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
