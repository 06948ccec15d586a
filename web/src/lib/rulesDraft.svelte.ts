// The rules being chosen: a preset, or house rules made from one.
import { presetRules } from './ruleQueries'
import type { RulesSource } from './routes'
import games from '../generated/games.json'

export interface RulesDraft {
  rules: string
  title: string
  players: number[]
}

/** The rules of a preset; an unknown name is the first preset. */
export function presetDraft(name: string): RulesDraft {
  const game = games.find((game) => game.name === name) ?? games[0]!
  return { rules: presetRules(game.name), title: game.title, players: game.players }
}

export const draft: RulesDraft = $state(presetDraft(''))

export function setDraft(next: RulesDraft) {
  Object.assign(draft, next)
}

/** Starts from a preset where a screen asks for one; other sources continue with the draft. */
export function setDraftFrom(source: RulesSource) {
  if (source.from === 'preset') setDraft(presetDraft(source.name))
}

/** The name of the preset that the draft extends. */
export function draftPreset(): string | undefined {
  return /extends = "([^"]+)"/.exec(draft.rules)?.[1]
}

/** The rules with another value for a key. Keys come before the tables of a rule file. */
export function withValue(rules: string, key: string, value: string): string {
  const others = rules.replace(new RegExp(`^${key} *=.*\\n?`, 'm'), '')
  const at = others.search(/^\[/m)
  const line = `${key} = ${value}\n`
  return at < 0 ? `${others.trimEnd()}\n${line}` : `${others.slice(0, at)}${line}${others.slice(at)}`
}

/** The number of lines in which a rule file differs from its preset. */
export function countChanges(rules: string): number {
  return rules
    .split('\n')
    .filter(
      (line) => line.includes('=') && !/^(extends|family|title|about|name|history|takeback) *=/.test(line)
    ).length
}
