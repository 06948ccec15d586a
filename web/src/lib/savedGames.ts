// The games in progress on this device, side by side, as the browser stores them.
import { changedElsewhere, loadItem, loadOfWindow, storedKeys, storeItem, storeOfWindow } from './storage'

export interface SavedGame {
  /** The same in every window of this browser; missing in games that older pages saved. */
  id?: string
  record: string
  title: string
  /** Who plays in each seat: a bot level, or the number of a person. Pages share the stored form, so the key keeps its name. */
  sitters: string
  people: number
  /** When it was saved, in milliseconds; missing in games that older pages saved. */
  at?: number
  /** The round that is played; missing in games that older pages saved. */
  round?: number
}

/** The browser's storage is small, and a list that nobody can overlook is of no use. */
export const MAX_SAVED_GAMES = 10

/** Each game has a key of its own, so windows with different games never overwrite each other. */
const PREFIX = 'game.'

/** Where older pages stored their only game. */
const EARLIER_KEY = 'game'

/** The id of a game that an older page stored without one. */
const EARLIER_ID = 'earlier'

/** The game that this window shows or showed last. */
const PLAYING_KEY = 'playing'

type StoredGame = SavedGame & { id: string }

/** The games in progress, the latest first. */
export function savedGames(): StoredGame[] {
  const stored = storedKeys(PREFIX).map((key) => loadItem<StoredGame | null>(key, null))
  const earlier = earlierGame()
  const all = earlier && stored.every((game) => game?.id !== earlier.id) ? [...stored, earlier] : stored
  return all.filter((game) => game !== null).sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
}

/** The game that this window resumes after a reload: its own, or the latest in a window that has played none. */
export function gameToResume(): SavedGame | null {
  const games = savedGames()
  const own = loadOfWindow(PLAYING_KEY)
  return (own === null ? games[0] : games.find(({ id }) => id === own)) ?? null
}

/** Notes which game this window plays. */
export function playHere(id: string) {
  storeOfWindow(PLAYING_KEY, id)
}

/** Stores a game. */
export function storeGame(game: StoredGame) {
  storeItem(PREFIX + game.id, game)
  forgetEarlier(game.id)
}

/** Deletes a game: the match is over, or nobody wants to play on. */
export function deleteGame(id: string) {
  storeItem(PREFIX + id, null)
  forgetEarlier(id)
}

/** The game that another one would push out, as there is no room for it beside the others. */
export function gameToDrop(): StoredGame | null {
  return savedGames()[MAX_SAVED_GAMES - 1] ?? null
}

/** Makes room for another game. */
export function makeRoom() {
  for (const { id } of savedGames().slice(MAX_SAVED_GAMES - 1)) deleteGame(id)
}

/** Whether another window has stored a newer position of this game, or deleted it. */
export function continuedElsewhere(event: StorageEvent, id: string): boolean {
  return changedElsewhere(event, PREFIX + id) !== null
}

function earlierGame(): StoredGame | null {
  const game = loadItem<SavedGame | null>(EARLIER_KEY, null)
  return game && { ...game, id: game.id ?? EARLIER_ID }
}

function forgetEarlier(id: string) {
  if (earlierGame()?.id === id) storeItem(EARLIER_KEY, null)
}
