// The records that screens show: of the current game, of a table at the server, or from a file.
import { current } from './currentGame.svelte'
import type { RecordSource } from './routes'
import { serverApi } from './serverApi'

let openedFile = ''

/** Remembers the record of a file for the screens that show it. */
export function openRecordFile(text: string) {
  openedFile = text
}

export async function loadRecord(source: RecordSource): Promise<string> {
  switch (source.from) {
    case 'file':
      return openedFile
    case 'server':
      return serverApi.record(source.code)
    case 'current-game':
      return (await current.game?.record()) ?? ''
  }
}
