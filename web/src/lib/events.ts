// What happened, read from notation: `2 drew pick 4`, `0 played star-8`, `reversed`.

export interface Happening {
  kind: string
  seat: number
  /** The cards that are seen. */
  cards: string[]
  /** How many cards, points, or which place. */
  count: number
  /** The other words: a suit, a reason, a word that was said, how a round ended. */
  word: string
  /** The other seat. */
  other: number
}

const ALONE = ['turned', 'buried', 'reversed', 'cancelled', 'reshuffled', 'ended']

/** One fact. */
export function happening(text: string): Happening {
  const words = text.split(' ')
  const seat = ALONE.includes(words[0]!) ? -1 : Number(words.shift())
  const kind = words.shift() ?? ''
  const found: Happening = { kind, seat, cards: [], count: 0, word: '', other: -1 }
  switch (kind) {
    case 'dealt':
      return { ...found, count: Number(words[0]), cards: words.slice(1) }
    case 'drew':
      return { ...found, word: words[0]!, count: Number(words[1]), cards: words.slice(2) }
    case 'turned':
    case 'buried':
    case 'played':
    case 'took':
    case 'slapped':
    case 'exchanged':
    case 'shown':
      return { ...found, cards: words, count: words.length }
    case 'called':
    case 'said':
    case 'ended':
      return { ...found, word: words[0] ?? '' }
    case 'pending':
    case 'reshuffled':
    case 'yaniv':
    case 'assaf':
    case 'out':
      return { ...found, count: Number(words[0]) }
    case 'swapped':
    case 'caught':
      return { ...found, other: words[0] === undefined ? -1 : Number(words[0]) }
    case 'challenged':
      return { ...found, other: Number(words[0]), word: words[1] ?? '' }
    default:
      return found
  }
}

/** The facts of a step. */
export function happenings(text: string): Happening[] {
  return text
    .split(';')
    .filter((part) => part !== '')
    .map(happening)
}
