// Moves, parsed from their notation: which cards they use and what they ask for. The table decides what is legal.

export interface Move {
  /** The notation, which is what is sent. */
  text: string
  verb: string
  /** The cards of the hand that it uses, in playing order. */
  cards: string[]
  call?: string
  /** The seat to swap hands with. */
  with?: number
  say?: string
  /** What is taken in Yaniv: `stock` or a card. */
  take?: string
  /** The seat that the move is about: `catch 2`. */
  seat?: number
}

const KEYS = ['call', 'with', 'say', 'take', 'for']

export function parseMove(text: string): Move {
  const [verb = '', ...words] = text.split(' ')
  const move: Move = { text, verb, cards: [] }
  if (verb === 'call') return { ...move, call: words[0] }
  if (verb === 'say') return { ...move, say: words[0] }
  if (verb === 'catch') return { ...move, seat: Number(words[0]) }
  let at = 0
  while (at < words.length && !KEYS.includes(words[at]!)) move.cards.push(words[at++]!)
  for (; at < words.length; at += 2) {
    const value = words[at + 1]
    if (words[at] === 'call') move.call = value
    if (words[at] === 'with') move.with = Number(value)
    if (words[at] === 'say') move.say = value
    if (words[at] === 'take') move.take = value
  }
  return move
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
