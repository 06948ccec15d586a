// Begins games on this device.
import { extend } from './ruleQueries'
import type { Preset } from './cards'
import { withValue } from './rulesDraft.svelte'
import { Game, play, type Sitter } from './game.svelte'
import { go } from './route.svelte'
import { settings } from './settings.svelte'
import { messages } from '../messages/index.svelte'

/** How many sit at a table where nobody has said how many. */
const USUAL_SEATS = 4

/** Names for the people and computer players of a table, no two alike. */
export function usualSitters(players: readonly number[], people: number): Sitter[] {
  const m = messages()
  const [least = 2, most = 4] = players
  const seats = Math.max(Math.min(USUAL_SEATS, most), least)
  const own = settings.name.trim() || m.You
  const names = m.botNames.filter((name) => name !== own)
  return Array.from({ length: seats }, (_, at) => {
    if (at === 0 && people > 0) return { name: own, level: null }
    return at < people
      ? { name: m.newName(at + 1), level: null }
      : { name: names[at - 1] ?? `Bot ${at}`, level: 'medium' }
  })
}

/** One tap: against computer players by the usual rules. */
export async function playAtOnce(game: Preset) {
  await begin(extend(game.name), game.title, usualSitters(game.players, 1))
}

/** Four computer players to watch. */
export async function watch(game: Preset) {
  const names = messages().botNames
  const sitters: Sitter[] = usualSitters(game.players, 0).map(({ level }, at) => ({
    name: names[at]!,
    level
  }))
  await begin(extend(game.name), game.title, sitters)
}

export async function begin(rules: string, title: string, sitters: Sitter[]) {
  const people = sitters.filter((sitter) => sitter.level === null).length
  // Alone against computer players, moves can be taken back freely.
  const own =
    people === 1 && !/^takeback *=/m.test(rules) ? withValue(rules, 'takeback', '"practice"') : rules
  play(await Game.local(own, title, sitters))
  go('play')
}
