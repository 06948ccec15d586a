// Games at a table of the server.
import type { ProofItem } from '../generated/protocol'
import type { Messages } from '../messages/en'
import { messages } from '../messages/index.svelte'
import type { Alarm, FairShuffle } from './fairShuffle'
import { Game } from './game.svelte'
import { ruleQueries } from './ruleQueries'
import { serverApi } from './serverApi'
import { serverConnection } from './serverConnection'
import { ShuffleClient } from './shuffleClient'

/** Joins a table at the server: in a seat under this name, or as a spectator. */
export function joinServerGame(code: string, name: string | null): Game {
  const shuffle = new ShuffleClient(code, {
    send: (message) => game.deliver(0, message),
    alarm: (alarm) => game.log.add([alarmText(alarm, messages())]),
    waits: (agreed) => {
      const names = agreed.map((seat) => game.view.name(seat))
      game.log.add([messages().waitsForDevice(names)])
    },
    revealed: (proofs, device) => {
      game.log.add(verdictTexts(proofs, device, messages()))
      void compare(code, device).then((texts) => game.log.add(texts))
    }
  })
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

export function alarmText({ kind, number }: Alarm, m: Messages): string {
  return m.shuffleAlarms[kind](number)
}

/** What the promises come to once everything is revealed, and the code that friends compare. */
function verdictTexts(proofs: readonly ProofItem[], device: FairShuffle, m: Messages): string[] {
  const verdict = device.judge(proofs)
  if ('alarm' in verdict) return [alarmText(verdict.alarm, m)]
  if (verdict.kept === 0) return [m.shuffleNotHeard]
  const alone = proofs.filter((proof) => !proof.parts?.length).length
  if (alone === proofs.length) return [m.shuffledAlone]
  const rest = alone > 0 ? [m.someShuffledAlone(alone, proofs.length)] : []
  return [m.shuffleKept, ...rest, ...(device.code ? [m.shuffleCode(device.code)] : [])]
}

/** Compares the record of the match with every card and move that this device saw. Without either nothing is said. */
async function compare(code: string, device: FairShuffle): Promise<string[]> {
  if (!__OFFLINE__ || device.seen.length === 0) return []
  const record = await serverApi.record(code).catch(() => null)
  if (record === null) return []
  const m = messages()
  return ruleQueries.check(record, device.seen).then(
    ({ differs }) => [differs == null ? m.sameCards : m.shuffleAlarms.otherCards(differs)],
    (error: unknown) => [m.recordWrong(reasonOf(error))]
  )
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/^Error: /, '').replace(/\.$/, '')
}
