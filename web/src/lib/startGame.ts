// Starts games on this device.
import type { Preset } from './cards'
import { setCurrent } from './currentGame.svelte'
import type { Participant } from './game.svelte'
import { startLocalGame } from './localGame'
import { go } from './navigation.svelte'
import { presetRules } from './ruleQueries'
import { withValue } from './rulesDraft.svelte'
import { settings } from './settings.svelte'
import { messages } from '../messages/index.svelte'

const DEFAULT_SEATS = 4

/** People and bots for a table with this range of players, no two with the same name. */
export function defaultParticipants(players: readonly number[], people: number): Participant[] {
  const m = messages()
  const [min = 2, max = 4] = players
  const seats = Math.max(Math.min(DEFAULT_SEATS, max), min)
  // "You" is no name: others at the device, and whoever watches the replay, would read "You plays".
  const own = settings.name.trim() || m.newName(1)
  const names = m.botNames.filter((name) => name !== own)
  return Array.from({ length: seats }, (_, at) => {
    if (at === 0 && people > 0) return { name: own, level: null }
    return at < people
      ? { name: m.newName(at + 1), level: null }
      : { name: names[at - 1] ?? `Bot ${at}`, level: settings.level || 'medium' }
  })
}

/** The participant at this place of the list as a person or a bot; a name that nobody typed changes with it. */
export function withLevel(all: readonly Participant[], at: number, level: Participant['level']): Participant {
  const m = messages()
  const { name } = all[at]!
  const given = name.trim() === '' || name === m.newName(at + 1) || m.botNames.includes(name)
  if (!given) return { name, level }
  const taken = (other: string) =>
    all.some((participant, place) => place !== at && participant.name === other)
  const bot = m.botNames.find((other) => !taken(other)) ?? m.newName(at + 1)
  return { name: level === null ? m.newName(at + 1) : bot, level }
}

/** The participants with a name for everyone. */
export function named(all: readonly Participant[]): Participant[] {
  return all.map(({ name, level }, at) => ({ name: name.trim() || messages().newName(at + 1), level }))
}

/** Starts a game against bots by the usual rules, with one tap. */
export async function quickPlay(game: Preset) {
  await startGame(presetRules(game.name), game.title, defaultParticipants(game.players, 1))
}

/** Starts a game of bots to watch. */
export async function watchBots(game: Preset) {
  const names = messages().botNames
  const bots = defaultParticipants(game.players, 0).map(({ level }, at) => ({ name: names[at]!, level }))
  await startGame(presetRules(game.name), game.title, bots)
}

export async function startGame(rules: string, title: string, seats: Participant[]) {
  const people = seats.filter(({ level }) => level === null).length
  // Alone against bots, moves can be taken back freely.
  const practice = people === 1 && !/^takeback *=/m.test(rules)
  const ownRules = practice ? withValue(rules, 'takeback', '"practice"') : rules
  setCurrent(await startLocalGame(ownRules, title, seats))
  go({ screen: 'play' })
}
