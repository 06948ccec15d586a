// Why a round ended, in sentences, from the events of its last step and the result.
import { DECLARATIONS } from '../families'
import type { Messages } from '../messages/en'
import { narratorFor, subject } from './sentences'
import type { TableView } from './tableView'

/** What a player declared at the end of a round: the seat, and the points of the hand. */
interface Declared {
  seat: number
  points: number
}

/** Why the round ended, and what it did to players and scores. */
export function whyEnded(view: TableView, m: Messages): string[] {
  if (view.end === null) return []
  return [reason(view, m), ...landings(view, m), ...eliminations(view, m)].filter((text) => text !== '')
}

/** The players of the result, in the order of its first column: the match once it is over, else the round. */
export function resultOrder(view: TableView): number[] {
  const seats = view.players.map((_, seat) => seat)
  const inRound = (seat: number) => view.end?.places[seat] || Infinity
  const inMatch = (seat: number) => view.rank[seat] ?? inRound(seat)
  const key = sortedByMatch(view) ? inMatch : inRound
  return seats.sort((one, other) => key(one) - key(other) || inMatch(one) - inMatch(other) || one - other)
}

/** Whether the result is about the match as a whole. */
export function sortedByMatch(view: TableView): boolean {
  return view.won !== null && view.hasScores && view.rank.length > 0
}

/** What a caller who was beaten adds besides the hand: `[6, 30]`; null for everyone else. */
export function handAndPenalty(view: TableView, seat: number): [number, number] | null {
  const { caller, beatenBy } = declarations(view)
  const worth = view.worth[seat]
  if (caller?.seat !== seat || beatenBy.length === 0 || worth === undefined) return null
  return [worth, (view.end?.points[seat] ?? 0) - worth]
}

function reason(view: TableView, m: Messages): string {
  const { how } = view.end!
  const name = (seat: number) => subject(seat, narratorFor(view, m))
  const { caller, beatenBy } = declarations(view)
  if (how === 'called' && caller) {
    const call = { name: name(caller.seat), points: caller.points, you: caller.seat === view.you }
    return m.whyCalled(
      call,
      beatenBy.map(({ seat, points }) => ({ name: name(seat), points, you: seat === view.you })),
      handAndPenalty(view, caller.seat)
    )
  }
  if (how === 'out') return whyOut(view, m, name)
  return m.whyOver[how] ?? ''
}

/** Somebody is out of cards; where all play on for places, only one player still has some. */
function whyOut(view: TableView, m: Messages, name: (seat: number) => string): string {
  const finished = Object.keys(view.done).map(Number)
  const [holder] = view.plays
  if (finished.length > 1 && holder !== undefined) return m.whyLast(name(holder), holder === view.you)
  const first = view.ending.find((event) => event.kind === 'out')?.seat ?? finished[0]
  return first === undefined ? '' : m.whyOut(name(first), first === view.you)
}

function declarations(view: TableView): { caller: Declared | null; beatenBy: Declared[] } {
  // Whoever declares first has called, and the others have beaten the call.
  const [caller = null, ...beatenBy] = view.ending.filter((event) =>
    Object.hasOwn(DECLARATIONS, event.kind)
  ) as Declared[]
  return { caller, beatenBy }
}

/** Totals that are not the sum of what was there and what was added. */
function landings(view: TableView, m: Messages): string[] {
  const { before } = view
  if (before === null) return []
  return view.seats.flatMap((seat) => {
    const reached = (before[seat] ?? 0) + (view.end?.points[seat] ?? 0)
    const total = view.scores[seat] ?? 0
    return reached === total
      ? []
      : [m.landed(subject(seat, narratorFor(view, m)), reached, total, seat === view.you)]
  })
}

/** The players whom this round has eliminated. */
function eliminations(view: TableView, m: Messages): string[] {
  const fell = view.seats.filter((seat) => view.out.includes(seat))
  return fell.map((seat) =>
    m.eliminated(subject(seat, narratorFor(view, m)), view.goal?.limit ?? null, seat === view.you)
  )
}

/** The seats that have won the match, or the round if the match goes on. */
export function firstSeats(view: TableView): number[] {
  return view.won ?? view.seats.filter((seat) => view.end?.places[seat] === 1)
}
