// Games at the worker of this device: starting, saving and resuming them.
import { localConnection, localHello } from './connection'
import { current, endGame } from './currentGame.svelte'
import { Game, type GameHost, type Participant } from './game.svelte'
import { deleteGame, makeRoom, playHere, storeGame, type SavedGame } from './savedGames'
import { settings } from './settings.svelte'
import { request } from './workerClient'

/** The seed of a resumed game: the cards come from the record. */
const UNUSED_SEED = '1'

/** What is saved of a game besides its record. */
type GameInfo = Omit<SavedGame, 'record' | 'at' | 'round'> & { id: string }

/** Starts a game with these participants, in the order of their seats. */
export async function startLocalGame(rules: string, title: string, seats: Participant[]): Promise<Game> {
  // The worker has one table, so the game before ends here.
  if (current.game && !current.game.remote) endGame()
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!.toString()
  await request({ do: 'open', rules, seed, quick: settings.speed === 'quick' })
  const people = seats.filter(({ level }) => level === null).length
  const game = new Game(localHost({ id: newId(), title, sitters: seatList(seats), people }))
  if (people === 0) game.deliver(0, localHello(null))
  // Everyone sits down in list order, so that people and bots can be mixed.
  let person = 0
  for (const { name, level } of seats) {
    if (level === null) game.deliver(person++, localHello(name))
    else game.sendAlways({ do: 'bot', name, level })
  }
  await settled(game)
  if (people > 0) makeRoom()
  game.send({ do: 'start' })
  await settled(game)
  return game
}

/** Resumes a saved game. */
export async function resumeLocalGame(saved: SavedGame): Promise<Game> {
  const { record, sitters, people } = saved
  await request({ do: 'restore', record, sitters, seed: UNUSED_SEED, quick: settings.speed === 'quick' })
  const game = new Game(localHost({ ...saved, id: saved.id ?? newId() }))
  for (let person = 0; person < people; person++) game.deliver(person, localHello(''))
  game.layDown()
  return game
}

function localHost(info: GameInfo): GameHost {
  playHere(info.id)
  const record = () => request<string | null>({ do: 'record' })
  return {
    remote: false,
    code: '',
    people: info.people,
    savedId: info.id,
    connect: localConnection,
    record,
    setPauses: (pauses) => void request({ do: 'pauses', pauses }),
    onMoved: (game) => void save(game, info)
  }
}

/** Who plays in each seat as the worker reads it: the level of a bot, or the number of a person. */
export function seatList(seats: readonly Participant[]): string {
  let person = 0
  return seats.map(({ level }) => level ?? String(person++)).join(' ')
}

async function save(game: Game, { id, title, sitters, people }: GameInfo) {
  // The rest is over in a moment; until then the game can be resumed from where it was skipped.
  if (people === 0 || (game.skipping && game.view.won === null)) return
  const over = game.view.won !== null
  const record = over ? null : await game.record()
  if (game.state === 'taken') return
  if (record) storeGame({ id, record, title, sitters, people, at: Date.now(), round: game.view.round })
  else deleteGame(id)
}

function newId(): string {
  return Math.random().toString(36).slice(2, 8)
}

/** Waits until the worker, which answers in order, has dealt with everything sent so far; throws a refusal. */
async function settled(game: Game) {
  await game.record()
  if (game.message) throw new Error(game.message)
}
