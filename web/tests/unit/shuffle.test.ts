// Shuffles: the page's results against the test vectors and against `lastcard verify`.
import { spawnSync } from 'node:child_process'
import { createPrivateKey, sign as nodeSign } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isSigned, publicKey, sign } from '../../../docs/shuffle/ed25519.mjs'
import {
  EMPTY_TRANSCRIPT,
  afterRestart,
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
import type { PartItem, ProofItem } from '../../src/generated/protocol'
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

/** Every leaf of a value with another value, mechanically: the changed value and the path of the leaf. */
function withEachLeafChanged<T>(value: T, path = ''): [T, string][] {
  if (typeof value === 'number') return [[(value + 1) as T, path]]
  if (typeof value === 'string') return [[otherLast(value) as T, path]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    withEachLeafChanged(inner as unknown, `${path}.${key}`).map(([other, where]): [T, string] => {
      const copy = structuredClone(value) as Record<string, unknown>
      copy[key] = other
      return [copy as T, where]
    })
  )
}

describe('transcripts', () => {
  test('every changed field of a deal is noticed, and what it is', () => {
    // The smallest deal that devices took part in: its orders have a field for each card.
    const withParts = vectors.filter((vector) => vector.parts.length > 1)
    const [vector] = withParts.sort((one, other) => JSON.stringify(one).length - JSON.stringify(other).length)
    const forged = withEachLeafChanged(vector!)
    expect(forged.length).toBeGreaterThan(40)
    for (const [deal, path] of forged) expect(faultOf(deal), path).toMatch(/promise|key|cards/)
  }, 120_000)
})

describe('this device in a shuffle', () => {
  const c = hex(promise('T', 4, new Uint8Array(32)))
  const promised = { shuffle: { promised: { deal: 4, c, rules: '' } } }
  const frozen = (parts: PartItem[]) => ({ shuffle: { frozen: { deal: 4, parts } } })
  const broken = { alarm: { kind: 'broken', number: 4 } }

  test('it promises, reveals only what the frozen list contains, and finds a promise kept', () => {
    const device = new FairShuffle('T')
    const own = device.answer(promised, 1)
    if (own?.do !== 'promise') throw new Error('no promise')
    expect(device.answer(promised, 1)).toEqual(own)
    expect(device.answer(frozen([[0, own.c]]), 1)).toBeNull()
    const again = new FairShuffle('T2')
    const mine = again.answer(promised, 1)
    if (mine?.do !== 'promise') throw new Error('no promise')
    const opened = again.answer(frozen([[1, mine.c]]), 1)
    if (opened?.do !== 'open') throw new Error('not opened')
    expect(hex(sharePromise('T2', 4, 1, bytes(opened.e)))).toBe(mine.c)
  })

  test('every changed field of what is revealed is noticed', () => {
    const device = new FairShuffle('U')
    const secret = hex(fresh(32))
    const promised = {
      deal: 4,
      c: hex(promise('U', 4, bytes(secret))),
      rules: '00'.repeat(32),
      transcript: '00'.repeat(32)
    }
    device.answer(
      {
        players: [
          ['Ada', 'person'],
          ['Bola', 'person']
        ]
      },
      1
    )
    device.answer({ shuffle: { promised: { ...promised, deal: 3, c: '11'.repeat(32) } } }, 1)
    device.answer({ shuffle: { 'given-up': { deal: 3, seats: [0] } } }, 1)
    const transcript = hex(afterRestart(EMPTY_TRANSCRIPT, 'U', 3, bytes('11'.repeat(32)), [0]))
    const own = device.answer({ shuffle: { promised: { ...promised, transcript } } }, 1)
    if (own?.do !== 'promise') throw new Error('no promise')
    const opened = device.answer(
      { shuffle: { frozen: { deal: 4, parts: [[1, own.c]], keys: [[1, own.key!]] } } },
      1
    )
    if (opened?.do !== 'open') throw new Error('not opened')
    device.answer({ deal: { round: 1, dealer: 0 } }, 1)
    device.answer({ match: { won: [0], scores: [0, 0] } }, 1)
    const proof: ProofItem = {
      deal: 4,
      c: promised.c,
      s: secret,
      parts: [[1, own.c, opened.e]],
      given_up: [[3, '11'.repeat(32), [0]]]
    }
    expect(device.takeAlarms()).toEqual([])
    expect(device.judge([proof])).toEqual({ kept: 1 })
    for (const [forged, path] of withEachLeafChanged([proof])) {
      const verdict = device.judge(forged)
      expect('alarm' in verdict && verdict.alarm.number === 4, path).toBe(true)
    }
    expect(device.judge([{ ...proof, parts: [] }])).toEqual(broken)
    expect(device.judge([])).toEqual({ alarm: { kind: 'notRevealed', number: 4 } })
  })

  test('a second promise for the same deal is not answered, and found broken', () => {
    const device = new FairShuffle('V')
    device.answer(promised, 0)
    const secret = new Uint8Array(32).fill(1)
    const other = hex(promise('V', 4, secret))
    expect(device.answer({ shuffle: { promised: { deal: 4, c: other, rules: '' } } }, 0)).toBeNull()
    expect(device.takeAlarms()).toEqual([{ kind: 'changedPromise', number: 4 }])
    expect(device.judge([{ deal: 4, c: other, s: hex(secret) }])).toEqual(broken)
  })

  test('cards without a promise are an alarm where the rules promise one', () => {
    const device = new FairShuffle('W')
    device.answer({ rules: 'extends = "yaniv"' }, 0)
    device.answer({ deal: { round: 1, dealer: 0 } }, 0)
    const alarm = { kind: 'noPromise', number: 1 }
    expect(device.takeAlarms()).toEqual([alarm])
    expect(device.judge([{ deal: 1, c, s: '00'.repeat(32) }])).toEqual({ alarm })
    const seeded = new FairShuffle('W2')
    seeded.answer({ rules: 'extends = "yaniv"\njoint_seed = false' }, 0)
    seeded.answer({ deal: { round: 1, dealer: 0 } }, 0)
    expect(seeded.takeAlarms()).toEqual([])
  })

  test('a deal of the server alone is an alarm unless somebody agreed', () => {
    for (const [agreed, alarms] of [
      [[], [{ kind: 'shuffledAlone', number: 4 }]],
      [[1], []]
    ] as const) {
      const device = new FairShuffle(`X${agreed.length}`)
      device.answer({ shuffle: { promised: { deal: 4, c, rules: '00', transcript: '00'.repeat(32) } } }, 0)
      device.answer({ alone: { deal: 4, agreed: [...agreed] } }, 0)
      device.answer({ deal: { round: 1, dealer: 0 } }, 0)
      expect(device.takeAlarms()).toEqual(alarms)
    }
  })

  test('who missed a deal, or hears a promise again, is not alarmed', () => {
    const device = new FairShuffle('Y')
    device.answer({ rules: 'extends = "yaniv"' }, null)
    const told = (deal: number, transcript: string) => ({
      shuffle: { promised: { deal, c, rules: '00'.repeat(32), transcript } }
    })
    device.answer(told(1, '00'.repeat(32)), null)
    device.answer(told(1, '00'.repeat(32)), null)
    device.answer({ deal: { round: 1, dealer: 0 } }, null)
    device.answer(told(3, '99'.repeat(32)), null)
    device.answer({ deal: { round: 3, dealer: 0 } }, null)
    expect(device.takeAlarms()).toEqual([])
    device.answer(told(4, '99'.repeat(32)), null)
    expect(device.takeAlarms()).toEqual([{ kind: 'changedHistory', number: 4 }])
  })

  test('a spectator only remembers', () => {
    const device = new FairShuffle('T')
    expect(device.answer(promised, null)).toBeNull()
    expect(device.judge([{ deal: 4, c, s: '00'.repeat(32) }])).toEqual({ kept: 1 })
    expect(new FairShuffle('unknown').judge([{ deal: 4, c, s: '00'.repeat(32) }])).toEqual({ kept: 0 })
  })
})

describe('signatures', () => {
  test('they are those of Node', () => {
    for (let length = 0; length < 300; length += 37) {
      const [secret, message] = [fresh(32), fresh(length)]
      const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret])
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      const signature = sign(secret, message)
      expect(hex(signature)).toBe(hex(nodeSign(null, message, key)))
      expect(isSigned(publicKey(secret), message, signature)).toBe(true)
      const forged = Uint8Array.from(signature, (byte, at) => (at === length % 64 ? byte ^ 1 : byte))
      expect(isSigned(publicKey(secret), message, forged)).toBe(false)
    }
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
      offline.check(record, undefined)
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
