// The list of families. Moves, events, sentences, sounds and sample cards ask through it.
import type { Declaration } from '../generated/protocol'
import { presetOf, ruleValue, type Preset } from '../lib/cards'
import type { Move } from '../lib/moves'
import type { TableView } from '../lib/tableView'
import type { Messages } from '../messages/en'
import type { DeclarationParts, Family, FamilyName, Verb } from './family'
import { matching } from './matching'
import { yaniv } from './yaniv'

export type { FamilyName, Picture, Question } from './family'

/** A family that the protocol gains does not compile until it is listed here. */
export const FAMILIES: { [Name in FamilyName]: Family<Name> } = { matching, yaniv }

/** Neither does a declaration that no family has. */
export const DECLARATIONS: Record<Declaration, DeclarationParts> = {
  ...matching.declarations,
  ...yaniv.declarations
}

export type AnyFamily = (typeof FAMILIES)[FamilyName]

/** The family of a rule file; one that only a newer server knows is shown as if it were matching. */
export function familyName(rules: string): FamilyName {
  return known(ruleValue(rules, 'family') ?? presetOf(rules)?.family)
}

/** What the page knows about the family of a rule file. */
export function familyOf(rules: string): AnyFamily {
  return FAMILIES[familyName(rules)]
}

/** Three cards that stand for a game. */
export function sampleCards(game: Preset): string[] {
  return FAMILIES[known(game.family)].sampleCards(game)
}

/** What the page knows about a move's verb; nothing about one that only a newer server knows. */
export function verbOf(move: Move, { rules }: TableView): Verb | undefined {
  const verbs: Partial<Record<string, Verb>> = familyOf(rules).verbs
  return verbs[move.verb]
}

/** The words on the button of a move. */
export function moveLabel(move: Move, view: TableView, m: Messages): string {
  return verbOf(move, view)?.label(move, view, m) ?? move.text
}

/** A move as part of a sentence. */
export function moveText(move: Move, view: TableView, m: Messages): string {
  return verbOf(move, view)?.sentence?.(move, view, m) ?? moveLabel(move, view, m)
}

function known(name: string | undefined): FamilyName {
  return name !== undefined && Object.hasOwn(FAMILIES, name) ? (name as FamilyName) : 'matching'
}
