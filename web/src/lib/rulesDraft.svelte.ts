// The rules that are being chosen: a preset, or house rules made from one.
import { extend } from './ruleQueries'
import games from '../generated/games.json'

export interface Draft {
  rules: string
  title: string
  players: number[]
}

/** The rules of a preset as they are. */
export function ofPreset(name: string): Draft {
  const game = games.find((game) => game.name === name) ?? games[0]!
  return { rules: extend(game.name), title: game.title, players: game.players }
}

export const draft: Draft = $state(ofPreset(''))

/** Chooses rules. */
export function choose(next: Draft) {
  Object.assign(draft, next)
}

/** The rules with this value of a key; keys stand before the tables of a rule file. */
export function withValue(rules: string, key: string, value: string): string {
  const others = rules.replace(new RegExp(`^${key} *=.*\\n?`, 'm'), '')
  const at = others.search(/^\[/m)
  const line = `${key} = ${value}\n`
  return at < 0 ? `${others.trimEnd()}\n${line}` : `${others.slice(0, at)}${line}${others.slice(at)}`
}

/** How many lines of a rule file say something else than the preset. */
export function changes(rules: string): number {
  return rules
    .split('\n')
    .filter((line) => /=/.test(line) && !/^(extends|family|title|about|name|history|takeback) *=/.test(line))
    .length
}
