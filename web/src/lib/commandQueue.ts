// Commands on their way to a table: each gets an id, and a repeat waits until the first is answered.
import type { ClientMsg } from '../generated/protocol'

/** A message that the table answers, without its id. */
export type Command = ClientMsg extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

export class CommandQueue {
  private readonly prefix = Math.random().toString(36).slice(2, 8)
  private count = 0
  /** Which kind of command each unanswered id stands for. */
  private readonly unanswered = new Map<string, string>()

  constructor(private readonly deliver: (person: number, message: ClientMsg) => void) {}

  /** Sends a command. However fast a player taps, a command is not repeated before it is answered. */
  send(person: number, command: Command) {
    const kind = command.do === 'act' || command.do === 'ask' ? command.do : JSON.stringify(command)
    if (this.isPending(kind) || (kind === 'ask' && this.isPending('act'))) return
    this.unanswered.set(this.sendAlways(person, command), kind)
  }

  /** Sends a command even if an equal one is unanswered; returns its id. */
  sendAlways(person: number, command: Command): string {
    const id = `${this.prefix}-${++this.count}`
    this.deliver(person, { ...command, id })
    return id
  }

  /** The table has accepted or refused a command. */
  answered(id: string) {
    this.unanswered.delete(id)
  }

  private isPending(kind: string): boolean {
    return [...this.unanswered.values()].includes(kind)
  }
}
