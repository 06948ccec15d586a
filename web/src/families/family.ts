// What the page has to know about a family of games: how its moves are offered and told. No rule is among it.
import type { Declaration, MoveVerbs } from '../generated/protocol'
import type { Preset } from '../lib/cards'
import type { Move } from '../lib/moves'
import type { TableView } from '../lib/tableView'
import type { Messages } from '../messages/en'

export type FamilyName = keyof MoveVerbs

/** What a text is made from. */
type TextOf<T> = (about: T, view: TableView, m: Messages) => string

/** A picture on a button. */
export type Picture = { suit: string } | { card: string }

/** The moves that begin with one verb. */
export interface Verb {
  /** What the word after the verb is; without it, the words are cards. */
  detail?: string
  /** The words on the button of such a move. */
  label: TextOf<Move>
  /** The picture on that button. */
  picture?: (move: Move) => Picture
  /** What is asked above such buttons. */
  prompt?: (m: Messages) => string
  /** The move as part of a sentence; without it, the label. */
  sentence?: TextOf<Move>
  /** Whether the button has to catch the eye, because the chance passes. */
  urgent?: true
}

/** A question that tells moves with the same cards apart. */
export interface Question {
  /** What the moves differ in. */
  value: (move: Move) => string | undefined
  prompt?: (m: Messages) => string
  /** The words on the button of an answer. */
  answer: TextOf<Move>
  picture?: (move: Move) => Picture | null
  /** What else is worth knowing about an answer, in a few letters. */
  note?: TextOf<Move>
  /** What screen readers say where the meaning of the button is in its picture. */
  spoken?: TextOf<Move>
  /** The answers that come first and are the most visible; without it, all are equal. */
  first?: (move: Move) => boolean
}

/** What players of one family announce with the points they hold. */
export interface DeclarationParts {
  /** The pitch of its sound in hertz; null for none. */
  pitchHz: number | null
}

/** A family; `Own` are its declarations. */
export interface Family<Name extends FamilyName, Own extends Declaration = never> {
  /** Its moves, by the first word of their notation. */
  verbs: Record<MoveVerbs[Name], Verb>
  /** The words in a move's notation that are followed by a detail. */
  details: readonly string[]
  /** The questions about moves with the same cards, in the order in which they are asked. */
  questions: readonly Question[]
  /** What a move takes from the table: `stock`, or a card that lies open. */
  takes: (move: Move) => string | undefined
  /** The move to ask the table about when a card cannot be used: its refusal says why. */
  attempt: (card: string) => string
  /** What to do on a turn without a button. */
  advice?: (m: Messages) => string
  /** Whether players announce their last card. */
  announcesLastCard: boolean
  declarations: Record<Own, DeclarationParts>
  /** Three cards that stand for a game. */
  sampleCards: (game: Preset) => string[]
}
