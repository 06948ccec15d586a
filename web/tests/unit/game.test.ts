// The parts of a game at this device: commands, passing the device, events of newer servers.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ClientMsg, Item } from '../../src/generated/protocol'
import { CommandQueue } from '../../src/lib/commandQueue'
import type { ConnectionListener } from '../../src/lib/connection'
import { FairShuffle } from '../../src/lib/fairShuffle'
import { MissedLines, nextHolder } from '../../src/lib/hotSeat'
import { ShuffleClient, isAutomatic, type ShuffleListener } from '../../src/lib/shuffleClient'
import { TableView } from '../../src/lib/tableView'

const sentIds = (sent: ClientMsg[]) => sent.map((message) => ('id' in message ? message.id : ''))

describe('commands', () => {
  function queue() {
    const sent: ClientMsg[] = []
    return { sent, commands: new CommandQueue((_, message) => sent.push(message)) }
  }

  test('a move is not repeated before it is answered, whatever it is', () => {
    const { sent, commands } = queue()
    commands.send(0, { do: 'act', n: 1, m: 'draw' })
    commands.send(0, { do: 'act', n: 1, m: 'play 8H' })
    commands.send(0, { do: 'ask', m: 'play 9H' })
    expect(sent).toHaveLength(1)
    commands.answered(sentIds(sent)[0]!)
    commands.send(0, { do: 'act', n: 2, m: 'play 8H' })
    expect(sent).toHaveLength(2)
  })

  test('other commands wait only for an equal one', () => {
    const { sent, commands } = queue()
    commands.send(0, { do: 'say', p: 'hello' })
    commands.send(0, { do: 'say', p: 'hello' })
    commands.send(0, { do: 'say', p: 'thanks' })
    expect(sent).toHaveLength(2)
  })

  test('commands that must be sent are always sent, each with its own id', () => {
    const { sent, commands } = queue()
    commands.sendAlways(0, { do: 'start' })
    commands.sendAlways(0, { do: 'start' })
    expect(new Set(sentIds(sent)).size).toBe(2)
  })
})

test('a move that is held is told from a catch that is held', () => {
  const view = Object.assign(new TableView(), { you: 0, turn: 0 })
  view.apply([{ note: 'held 1500' }], 0)
  expect(view.held).toBe('move')
  Object.assign(view, { turn: 1 })
  view.apply([{ note: 'held 1500' }], 0)
  expect(view.held).toBe('catch')
})

describe('people at one device', () => {
  function view(you: number, turn: number): TableView {
    return Object.assign(new TableView(), { you, turn })
  }

  test('the device goes to the person on turn', () => {
    expect(nextHolder([view(0, 1), view(1, 1)], 0)).toBe(1)
    expect(nextHolder([view(0, 0), view(1, 0)], 0)).toBeNull()
  })

  test('it stays while a bot is on turn, or until the next person knows that it is their turn', () => {
    expect(nextHolder([view(0, 2), view(1, 2)], 0)).toBeNull()
    expect(nextHolder([view(0, 1), view(1, 0)], 0)).toBeNull()
    expect(nextHolder([view(0, 1)], 0)).toBeNull()
  })

  test('missed lines are told once, and only the latest', () => {
    const missed = new MissedLines()
    missed.add(1, ['a'])
    missed.add(1, ['b'])
    expect(missed.take(1)).toEqual(['a', 'b'])
    expect(missed.take(1)).toEqual([])
    missed.add(
      1,
      Array.from({ length: 50 }, (_, at) => String(at))
    )
    expect(missed.take(1)).toHaveLength(40)
  })
})

const NOTHING: ShuffleListener = { send() {}, alarm() {}, revealed() {}, waits() {} }

describe('shuffles of a server', () => {
  test('the device offers to take part once for each greeting, and only with a seat', () => {
    const sent: ClientMsg[] = []
    const client = new ShuffleClient('T', { ...NOTHING, send: (message) => void sent.push(message) })
    const hello: Item = { hello: { v: 1, table: 'T' } }
    client.onFrame([hello, { you: null }], null)
    expect(sent).toEqual([])
    client.onFrame([{ you: 2 }, { you: 2 }], 2)
    client.onFrame([hello, { you: 2 }], 2)
    expect(sent).toMatchObject([
      { do: 'mix', on: true },
      { do: 'mix', on: true }
    ])
    expect(sentIds(sent).every(isAutomatic)).toBe(true)
    expect(new Set(sentIds(sent)).size).toBe(2)
  })

  test('what was revealed is judged', () => {
    const revealed = vi.fn()
    const client = new ShuffleClient('T', { ...NOTHING, revealed })
    client.onFrame([{ shuffle: { revealed: [] } }], 0)
    expect(revealed).toHaveBeenCalledWith([], expect.any(FairShuffle))
  })

  test('an alarm is passed on at once', () => {
    const alarm = vi.fn()
    const client = new ShuffleClient('T', { ...NOTHING, alarm })
    client.onFrame([{ rules: 'extends = "yaniv"' }, { deal: { round: 1, dealer: 0 } }], 0)
    expect(alarm).toHaveBeenCalledWith({ kind: 'noPromise', number: 1 })
  })

  test('the parts of a long match are judged together', () => {
    const revealed = vi.fn()
    const client = new ShuffleClient('T', { ...NOTHING, revealed })
    const [c, rules] = ['11'.repeat(32), '22'.repeat(32)]
    for (const deal of [1, 2]) {
      client.onFrame([{ shuffle: { promised: { deal, c, rules } } }, { deal: { round: deal, dealer: 0 } }], 0)
    }
    const parts = [1, 2].map((deal) => ({ deal, c, s: rules }))
    client.onFrame([{ shuffle: { revealed: parts.slice(0, 1) } }], 0)
    expect(revealed).not.toHaveBeenCalled()
    client.onFrame([{ shuffle: { revealed: parts.slice(1) } }], 0)
    expect(revealed.mock.calls).toEqual([[parts, expect.any(FairShuffle)]])
  })
})

let Game: (typeof import('../../src/lib/game.svelte'))['Game']
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['de', 'en'] })
  ;({ Game } = await import('../../src/lib/game.svelte'))
})
afterAll(() => void vi.unstubAllGlobals())

function game(people = 1) {
  const refresh = vi.fn()
  let listener: ConnectionListener | undefined
  const connect = (to: ConnectionListener) => {
    listener = to
    return { send() {}, refresh, close() {} }
  }
  const game = new Game({ remote: false, code: '', people, connect, record: () => Promise.resolve(null) })
  return { game, refresh, onFrame: (person: number, items: Item[]) => listener!.onFrame(person, items) }
}

test('a refusal is shown, unless it answers a command that the device sent by itself', () => {
  const { game: one, onFrame } = game()
  onFrame(0, [{ no: { id: 'mix-x7-1', code: 'no-mix' } }])
  expect(one.message).toBe('')
  onFrame(0, [{ no: { id: 'x7-2', code: 'no-mix' } }])
  expect(one.message).toBe('This device shuffles on its own.')
})

describe('events that this page does not know', () => {
  test.each(['0 teleported 3', 'eclipsed', '0 drew tax 2', 'ended abducted', '0 said domino'])(
    'a fresh scene is requested after "%s"',
    (text) => {
      const { game: one, refresh, onFrame } = game()
      onFrame(0, [{ did: [4, `0 passed;${text}`] }, { scene: { turn: 1 } }])
      expect(refresh).toHaveBeenCalledExactlyOnceWith(0)
      expect(one.view.turn).toBe(1)
    }
  )

  test('it is requested for the person who received the event, even without the device', () => {
    const { refresh, onFrame } = game(2)
    onFrame(1, [{ did: [4, 'eclipsed'] }])
    expect(refresh).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('known events request nothing', () => {
    const { game: one, refresh, onFrame } = game()
    onFrame(0, [{ did: [4, '0 passed;reversed'] }])
    expect(refresh).not.toHaveBeenCalled()
    expect(one.events).toEqual([{ kind: 'passed', seat: 0 }, { kind: 'reversed' }])
  })
})

describe('other people', () => {
  const seated: Item[] = [
    { you: 0 },
    {
      players: [
        ['Ada', 'person'],
        ['Bola', 'person']
      ]
    }
  ]

  test('who is muted is not heard, and is heard again', () => {
    const { game: one, onFrame } = game()
    onFrame(0, seated)
    const says = (t: string) => onFrame(0, [{ said: { seat: 1, t } }])
    says('one')
    one.mute('Bola')
    says('two')
    one.mute('Bola')
    says('three')
    expect(one.talk.history.map(({ text }) => text)).toEqual(['one', 'three'])
  })

  test('removals, votes and news of the operator are told', () => {
    const { game: one, onFrame } = game()
    onFrame(0, seated)
    onFrame(0, [{ note: 'vote 1 1 2' }])
    expect(one.message).toContain('Bola')
    onFrame(0, [{ note: 'news Back at noon' }])
    expect(one.message).toBe('From the server: Back at noon')
    onFrame(0, [{ note: 'constructor 1' }])
    expect(one.message).toBe('From the server: Back at noon')
    expect(one.removed).toBe(false)
    onFrame(0, [{ no: { code: 'removed' } }])
    expect(one.removed).toBe(true)
  })
})
