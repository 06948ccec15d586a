// The records that screens show: of the game that is being played, of a table at the server, or from a file.
import { current } from './game.svelte'
import { server } from './serverApi'

/** The words of an address for a record that a person opened from a file. */
export const FROM_FILE = 'file'

let opened = ''

/** Takes the record of a file. */
export function openRecord(text: string) {
  opened = text
}

/** The record that an address names: a file, the code of a table, or nothing for the game of this device. */
export async function recordNamed(word: string | undefined): Promise<string> {
  if (word === FROM_FILE) return opened
  if (word) return server.record(word)
  return (await current.game?.record()) ?? ''
}
