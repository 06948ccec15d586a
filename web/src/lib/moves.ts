// Moves by their notation: which cards they use and what they ask for. What is legal is told by the table.

export interface Choice {
  /** What is sent. */
  text: string
  verb: string
  /** The cards of the hand that it uses, in the order in which they are laid. */
  cards: string[]
  call?: string
  /** With which seat hands are swapped. */
  with?: number
  say?: string
  /** What is taken in Yaniv: `stock` or a card. */
  take?: string
  /** Whom it is about: `catch 2`. */
  seat?: number
}

const KEYS = ['call', 'with', 'say', 'take', 'for']

/** What a move in notation says. */
export function choice(text: string): Choice {
  const [verb = '', ...words] = text.split(' ')
  const found: Choice = { text, verb, cards: [] }
  if (verb === 'call') return { ...found, call: words[0] }
  if (verb === 'say') return { ...found, say: words[0] }
  if (verb === 'catch') return { ...found, seat: Number(words[0]) }
  let at = 0
  while (at < words.length && !KEYS.includes(words[at]!)) found.cards.push(words[at++]!)
  for (; at < words.length; at += 2) {
    const value = words[at + 1]
    if (words[at] === 'call') found.call = value
    if (words[at] === 'with') found.with = Number(value)
    if (words[at] === 'say') found.say = value
    if (words[at] === 'take') found.take = value
  }
  return found
}

/** The moves in full from their short form: a digit in front keeps so many words of the move before. */
export function lengthened(short: string): string[] {
  const moves: string[] = []
  for (const part of short.split(';').filter((part) => part !== '')) {
    const kept = /^(\d)(?: (.*))?$/.exec(part)
    const before = moves.at(-1)?.split(' ') ?? []
    const words = kept ? [...before.slice(0, Number(kept[1])), ...(kept[2] ? [kept[2]] : [])] : [part]
    moves.push(words.join(' '))
  }
  return moves
}

/** Cards as a bag: equal for equal cards in any order. */
function bag(cards: readonly string[]): string {
  return [...cards].sort().join(' ')
}

/** The moves that use exactly these cards; those that lay them in this order come first. */
export function exactly(choices: readonly Choice[], cards: readonly string[]): Choice[] {
  const wanted = bag(cards)
  const fit = choices.filter((one) => one.cards.length > 0 && bag(one.cards) === wanted)
  const ordered = fit.filter((one) => one.cards.join(' ') === cards.join(' '))
  return ordered.length > 0 ? ordered : fit
}

/** Whether these cards and more of the hand make a move. */
export function continues(choices: readonly Choice[], cards: readonly string[]): boolean {
  return choices.some((one) => one.cards.length > cards.length && contains(one.cards, cards))
}

/** Whether the cards are among the others, copies counted. */
export function contains(all: readonly string[], some: readonly string[]): boolean {
  const left = [...all]
  return some.every((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
