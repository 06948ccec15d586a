// Cards and rule files, parsed from their notation: what is printed on a card, how a hand is sorted, what a preset says.
import games from '../generated/games.json'

export type Style = 'shapes' | 'french' | 'colours' | 'own'

export interface Face {
  style: Style
  /** Null for a joker or a wild card. */
  suit: string | null
  rank: string
}

export const SHAPES = ['circle', 'triangle', 'cross', 'square', 'star']
export const COLOURS = ['red', 'green', 'blue', 'yellow']
const FRENCH: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' }
const SUITLESS_COLOURS = ['wild', 'draw2', 'draw4']

/** What is printed on a card. */
export function face(notation: string): Face {
  const french = /^(10|[2-9AJQK])([CDHS])$/.exec(notation)
  if (french) return { style: 'french', rank: french[1]!, suit: FRENCH[french[2]!]! }
  if (notation === 'JK') return { style: 'french', rank: 'JK', suit: null }
  const [, suit, rank] = /^([a-z0-9]+)-(.+)$/.exec(notation) ?? []
  if (!suit || !rank)
    return { style: SUITLESS_COLOURS.includes(notation) ? 'colours' : 'own', suit: null, rank: notation }
  if (suit === 'whot') return { style: 'shapes', suit: null, rank }
  if (SHAPES.includes(suit)) return { style: 'shapes', suit, rank }
  if (COLOURS.includes(suit)) return { style: 'colours', suit, rank }
  return { style: 'own', suit, rank }
}

/** The style that a suit is drawn in. */
export function suitStyle(suit: string): Style {
  if (SHAPES.includes(suit)) return 'shapes'
  if (COLOURS.includes(suit)) return 'colours'
  return Object.values(FRENCH).includes(suit) ? 'french' : 'own'
}

/** The value of a top-level key of a rule file, without quotes. */
export function ruleValue(rules: string, key: string): string | null {
  const top = rules.split(/^\[/m)[0] ?? ''
  const found = new RegExp(`^${key} *= *(.+)$`, 'm').exec(top)
  return found ? found[1]!.trim().replace(/^"|"$/g, '').replace(/\\"/g, '"') : null
}

export type Preset = (typeof games)[number]

/** The preset that a rule file extends. */
export function presetOf(rules: string): Preset | undefined {
  const name = ruleValue(rules, 'extends')
  return games.find((game) => game.name === name)
}

/** The turn limit of a rule file in seconds; 0 without a limit. */
export function turnSeconds(rules: string): number {
  return Number(ruleValue(rules, 'turn_seconds') ?? presetOf(rules)?.seconds ?? 0)
}

/** The cards in hand order: that of the pack, where it is known. */
export function sorted(cards: readonly string[], rules: string): string[] {
  const order = presetOf(rules)?.pack.faces ?? []
  const place = new Map(order.map((card, at) => [card, at]))
  const known = cards.every((card) => place.has(card))
  return [...cards].sort(known ? (a, b) => place.get(a)! - place.get(b)! : bySuitAndRank)
}

/** The order of cards of an unknown pack: by suit, then by rank. */
function bySuitAndRank(a: string, b: string): number {
  const [one, two] = [face(a), face(b)]
  const suits =
    Number(one.suit === null) - Number(two.suit === null) || (one.suit ?? '').localeCompare(two.suit ?? '')
  return suits || Number(one.rank) - Number(two.rank) || one.rank.localeCompare(two.rank)
}
