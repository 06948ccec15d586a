// Several people at one device: who has to take it, and what they missed while others held it.
import type { TableView } from './tableView'

/** The most lines that one person can miss: more than one step ever brings. */
const MAX_MISSED_LINES = 40

/** The person who has to take the device from its holder, if anyone holds it; null while it is in the right hands. */
export function nextHolder(views: readonly TableView[], holder: number | null): number | null {
  if (views.length < 2) return null
  const turn = views[holder ?? 0]?.turn
  const next = views.findIndex((view) => view.you === turn && view.turn === turn)
  return next >= 0 && next !== holder ? next : null
}

/** What happened while somebody else held the device, by person. */
export class MissedLines {
  private readonly byPerson = new Map<number, string[]>()

  add(person: number, lines: readonly string[]) {
    const missed = this.byPerson.get(person) ?? []
    this.byPerson.set(person, [...missed, ...lines].slice(-MAX_MISSED_LINES))
  }

  /** The lines that a person missed, which are told once. */
  take(person: number): string[] {
    const missed = this.byPerson.get(person) ?? []
    this.byPerson.delete(person)
    return missed
  }
}
