// Games at a table of the server.
import { messages } from '../messages/index.svelte'
import { Game } from './game.svelte'
import { serverApi } from './serverApi'
import { serverConnection } from './serverConnection'
import { ShuffleClient } from './shuffleClient'

/** Joins a table at the server: in a seat under this name, or as a spectator. */
export function joinServerGame(code: string, name: string | null): Game {
  const shuffle = new ShuffleClient(
    code,
    (message) => game.deliver(0, message),
    (verdict) => {
      const m = messages()
      if ('broken' in verdict) game.log.add([m.shuffleBroken(verdict.broken)])
      else if (verdict.kept > 0) game.log.add([m.shuffleKept])
    }
  )
  const game: Game = new Game({
    remote: true,
    code,
    people: 1,
    connect: (listener) => serverConnection(code, name, listener),
    record: () => serverApi.record(code),
    onFrame: (_, items) => shuffle.onFrame(items, game.view.you)
  })
  return game
}
