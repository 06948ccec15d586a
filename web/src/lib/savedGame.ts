// The game on this device that can be resumed, as the browser stores it.
import { changedElsewhere, loadItem, storeItem } from './storage'

export interface SavedGame {
  /** The same in every window of this browser; missing in games that older pages saved. */
  id?: string
  record: string
  title: string
  /** Who plays in each seat: a bot level, or the number of a person. Pages share the stored form, so the key keeps its name. */
  sitters: string
  people: number
}

const KEY = 'game'

export function savedGame(): SavedGame | null {
  return loadItem<SavedGame | null>(KEY, null)
}

/** Stores the game; `null` when the match is over. */
export function storeGame(game: SavedGame | null) {
  storeItem(KEY, game)
}

/** Whether another window has stored a newer position of this game. */
export function continuedElsewhere(event: StorageEvent, id: string): boolean {
  return (changedElsewhere(event, KEY) as SavedGame | null)?.id === id
}
