// Shuffles: the page's results against the test vectors and against `lastcard verify`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bytes,
  dealKey,
  fault,
  hex,
  promise,
  sha256,
  sharePromise,
  shuffle,
  text
} from '../../../docs/shuffle/shuffle.mjs'
import games from '../../src/generated/games.json'
import type { ProofItem } from '../../src/generated/protocol'
import { FairShuffle } from '../../src/lib/fairShuffle'
import { PROGRAM } from '../program'

/** A deal in docs/shuffle/vectors.jsonl; the fields that this test changes. */
interface Vector {
  secret: string
  parts: { share: string }[]
  orders: { order: string[] }[]
}

/** The fault of a deal, if it has one; the documented function takes plain data. */
const faultOf = fault as unknown as (vector: Vector) => string | undefined

const vectors = readFileSync('../docs/shuffle/vectors.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector)
const fresh = (count: number) => crypto.getRandomValues(new Uint8Array(count))

/** The text with another last digit. */
const otherLast = (digits: string) => digits.slice(0, -1) + (digits.endsWith('0') ? '1' : '0')

describe('vectors', () => {
  test('every deal is reproduced', () => {
    expect(vectors.length).toBeGreaterThan(20)
    for (const vector of vectors) expect(faultOf(vector)).toBeUndefined()
  })

  test('one changed card, secret, share or promise is noticed', () => {
    for (const vector of vectors) {
      const [first, ...others] = vector.orders
      const swapped = [first!.order[1]!, first!.order[0]!, ...first!.order.slice(2)]
      expect(faultOf({ ...vector, orders: [{ ...first!, order: swapped }, ...others] })).toContain('cards')
      expect(faultOf({ ...vector, secret: otherLast(vector.secret) })).toContain('promise')
      const [part, ...rest] = vector.parts
      if (part)
        expect(faultOf({ ...vector, parts: [{ ...part, share: otherLast(part.share) }, ...rest] })).toContain(
          'promise'
        )
    }
  })
})

describe('this device in a shuffle', () => {
  const c = hex(promise('T', 4, new Uint8Array(32)))
  const promised = { promised: { deal: 4, c, rules: '' } }

  test('it promises, reveals only what the frozen list contains, and finds a promise kept', () => {
    const device = new FairShuffle('T')
    const own = device.answer(promised, 1)
    if (own?.do !== 'promise') throw new Error('no promise')
    expect(device.answer(promised, 1)).toEqual(own)
    expect(device.answer({ frozen: { deal: 4, parts: [[0, own.c]] } }, 1)).toBeNull()
    const again = new FairShuffle('T')
    const mine = again.answer(promised, 1)
    if (mine?.do !== 'promise') throw new Error('no promise')
    const opened = again.answer({ frozen: { deal: 4, parts: [[1, mine.c]] } }, 1)
    if (opened?.do !== 'open') throw new Error('not opened')
    expect(hex(sharePromise('T', 4, 1, bytes(opened.e)))).toBe(mine.c)
    const proof: ProofItem = { deal: 4, c, s: '00'.repeat(32), parts: [[1, mine.c, opened.e]] }
    expect(again.judge([proof])).toEqual({ kept: 1 })
    expect(again.judge([{ ...proof, s: '01'.repeat(32) }])).toEqual({ broken: 4 })
    expect(again.judge([{ ...proof, parts: [] }])).toEqual({ broken: 4 })
    expect(again.judge([{ ...proof, deal: 5 }])).toEqual({ kept: 0 })
  })

  test('a second promise for the same deal is not answered, and found broken', () => {
    const device = new FairShuffle('T')
    device.answer(promised, 0)
    const secret = new Uint8Array(32).fill(1)
    const other = hex(promise('T', 4, secret))
    expect(device.answer({ promised: { deal: 4, c: other, rules: '' } }, 0)).toBeNull()
    expect(device.judge([{ deal: 4, c: other, s: hex(secret) }])).toEqual({ broken: 4 })
  })

  test('a spectator only remembers', () => {
    const device = new FairShuffle('T')
    expect(device.answer(promised, null)).toBeNull()
    expect(device.judge([{ deal: 4, c, s: '00'.repeat(32) }])).toEqual({ kept: 1 })
  })
})

const GLUE = 'src/generated/browser/browser.js'

// Without the WebAssembly target the page is built without offline play, and the build says so.
describe.skipIf(!existsSync(GLUE) || !existsSync(PROGRAM))('records', () => {
  let offline: typeof import('../../src/generated/browser/browser.js')
  beforeAll(async () => {
    offline = await import('../../src/generated/browser/browser.js')
    offline.initSync({ module: readFileSync('src/generated/browser/browser_bg.wasm') })
  })
  const folder = mkdtempSync(join(tmpdir(), 'lastcard-records-'))
  const pack = games.find((game) => game.name === 'crazy-eights')!.pack.faces

  /** A record whose first deal comes from fresh secrets, and the events that the worker reports for it. */
  function deal(number: number) {
    const table = hex(fresh(4))
    const [secret, seats] = [fresh(32), 2 + (number % 3)]
    const parts = Array.from({ length: number % (seats + 1) }, (_, seat) => ({ seat, share: fresh(16) }))
    const lines = parts.map(
      ({ seat, share }) => `part ${seat} ${hex(sharePromise(table, number, seat, share))} ${hex(share)}`
    )
    const opening = [
      'lastcard record 1',
      'rules crazy-eights',
      `seats ${seats}`,
      'dealer drawn',
      `table ${table}`
    ]
    const deal = `deal ${number} ${hex(promise(table, number, secret))} ${hex(secret)}`
    const begun = [...opening, deal, ...lines, 'round 1'].join('\n') + '\n'
    const replayed = JSON.parse(offline.replay(begun, undefined)) as { steps: { did?: [number, string] }[][] }
    const events = replayed.steps[0]!.find((item) => item.did)!.did![1]
    return { table, secret, parts, events, record: `${begun}= ${events.replaceAll(';', '; ')}\n` }
  }

  const page = (record: string) => {
    try {
      offline.check(record)
      return true
    } catch {
      return false
    }
  }
  /** The verdict of `lastcard verify` on each record. */
  function program(records: string[]): boolean[] {
    const files = records.map((_, at) => join(folder, String(at)))
    records.forEach((record, at) => writeFileSync(files[at]!, record))
    const told = spawnSync(PROGRAM, ['verify', ...files], { encoding: 'utf8', maxBuffer: 1 << 26 })
    const verdicts = told.stdout.split('\n').filter((line) => line.startsWith('The cards are '))
    return verdicts.map((line) => line.startsWith('The cards are what was promised'))
  }

  /** The record with one dealt card replaced. */
  function withOtherCard(record: string, at: number): string {
    const cards = [...record.matchAll(/(?<= )(10|[2-9AJQK])[CDHS]\b/g)]
    const card = cards[at % cards.length]!
    const other = pack[(pack.indexOf(card[0]) + 1) % pack.length]!
    return record.slice(0, card.index) + other + record.slice(card.index + card[0].length)
  }

  test('the page and the program agree on 1,000 random deals, and both notice one changed card', () => {
    const records = Array.from({ length: 1000 }, (_, at) => deal(at + 1).record)
    const changed = records.map((record, at) => withOtherCard(record, at * 7))
    expect(records.map(page)).toEqual(records.map(() => true))
    expect(changed.map(page)).toEqual(changed.map(() => false))
    expect(program(records)).toEqual(records.map(() => true))
    expect(program(changed)).toEqual(changed.map(() => false))
  }, 300_000)

  test('the worker deals the cards of the shuffle in JavaScript', () => {
    const rules = sha256(text(offline.whole('extends = "crazy-eights"\n')))
    for (let number = 1; number <= 50; number++) {
      const { table, secret, parts, events } = deal(number)
      const key = dealKey(
        table,
        number,
        secret,
        rules,
        parts.map(({ seat, share }) => [seat, share])
      )
      const order = shuffle(pack, key, 0) as string[]
      const dealt = events.split(';').flatMap((event) => / dealt \d+ (.*)/.exec(event)?.[1]?.split(' ') ?? [])
      expect(dealt.length).toBeGreaterThan(9)
      expect([...dealt].sort()).toEqual(order.slice(0, dealt.length).sort())
    }
  })
})
