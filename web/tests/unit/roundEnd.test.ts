// Why a round ended and who stands where, as a table tells it.
import { describe, expect, test } from 'vitest'
import type { Item } from '../../src/generated/protocol'
import { handAndPenalty, resultOrder, whyEnded } from '../../src/lib/roundEnd'
import { TableView } from '../../src/lib/tableView'
import { messages as en } from '../../src/messages/en'

const PLAYERS: Item = {
  players: [
    ['Ada', 'person'],
    ['Bola', 'bot'],
    ['Chidi', 'bot']
  ]
}

function heard(...items: Item[]): TableView {
  const view = new TableView()
  view.apply([{ you: 0 }, PLAYERS, ...items], 0)
  return view
}

const DEAL: Item = { deal: { round: 1, dealer: 2, goal: { limit: 200, low: true } } }

describe('a call that is beaten', () => {
  const assaf: Item[] = [
    { did: [9, '0 yaniv 6;1 assaf 4;0 shown 6C;1 shown 4D;2 shown KH;ended called'] },
    {
      scene: {
        new: true,
        seats: '012',
        hold: [1, 1, 1],
        plays: '012',
        know: { 0: '6C', 1: '4D', 2: 'KH' },
        worth: { 0: 6, 1: 4, 2: 10 },
        end: 'called places 3 1 2 points 36 0 10 next 1'
      }
    },
    {
      round: {
        end: 'called places 3 1 2 points 36 0 10 next 1',
        scores: [36, 0, 10],
        playing: [0, 1, 2],
        rank: [3, 1, 2]
      }
    }
  ]

  test('says whose hand was lower and what it costs', () => {
    const view = heard(DEAL, ...assaf)
    expect(whyEnded(view, en)).toEqual([
      'You called Yaniv with 6 points, but Bola held 4: Assaf! You add 6 + 30.'
    ])
    expect(handAndPenalty(view, 0)).toEqual([6, 30])
    expect(handAndPenalty(view, 2)).toBeNull()
  })

  test('is told to a player who comes back to the result', () => {
    const view = heard(
      {
        scores: {
          round: 1,
          dealer: 2,
          scores: [36, 0, 10],
          playing: [0, 1, 2],
          rank: [3, 1, 2],
          goal: { limit: 200, low: true },
          ending: '0 yaniv 6;1 assaf 4;ended called'
        }
      },
      assaf[1]!
    )
    expect(whyEnded(view, en)[0]).toContain('Bola held 4: Assaf!')
  })
})

test('totals that were reduced and players who were eliminated are named', () => {
  const view = heard(
    {
      scores: {
        round: 4,
        dealer: 0,
        scores: [30, 0, 195],
        playing: [0, 1, 2],
        goal: { limit: 200, low: true }
      }
    },
    { did: [9, '1 yaniv 3;ended called'] },
    { scene: { new: true, seats: '012', plays: '012', end: 'called places 2 1 2 points 20 0 20' } },
    {
      round: {
        end: 'called places 2 1 2 points 20 0 20',
        scores: [25, 0, 215],
        playing: [0, 1],
        rank: [2, 1, 3],
        out: [2]
      }
    }
  )
  expect(whyEnded(view, en)).toEqual([
    'Bola called Yaniv with 3 points, and nobody beat that.',
    'You land on 50, which becomes 25.',
    'Chidi is over 200 and out of the match.'
  ])
})

test.each([
  ['1 played 5C;1 out 1;ended out', { 1: 1 }, '02', 'Bola has no cards left.'],
  ['0 played 5C;0 out 2;ended out', { 1: 1, 0: 2 }, '2', 'Only Chidi still has cards.'],
  ['0 passed;ended blocked', {}, '012', 'Nobody can play or draw any more.'],
  ['0 drew turn 1;ended count', {}, '012', 'The stock is used up, so the hands are counted.']
])('%s', (did, done, plays, why) => {
  const how = did.split(' ').at(-1)
  const end = `${how} places 2 1 3 points 0 0 9`
  const view = heard(
    { deal: { round: 1, dealer: 2, goal: { rounds: 1, low: true } } },
    { did: [5, did] },
    { scene: { new: true, seats: '012', plays, done, end } },
    { round: { end, scores: [0, 0, 9], playing: [0, 1, 2], rank: [1, 1, 3] } }
  )
  expect(whyEnded(view, en)).toEqual([why])
})

describe('the order of the result', () => {
  const end = 'called places 3 1 2 points 20 0 10'
  const round: Item = { round: { end, scores: [20, 150, 10], playing: [0, 1, 2], rank: [2, 3, 1] } }
  const scene: Item = { scene: { new: true, seats: '012', plays: '012', end } }
  const deal: Item = { deal: { round: 2, dealer: 2, goal: { limit: 200, low: true } } }

  test('is that of the round while the match goes on', () => {
    expect(resultOrder(heard(deal, scene, round))).toEqual([1, 2, 0])
  })

  test('is that of the match once it is over', () => {
    const view = heard(deal, scene, round, { match: { won: [2], scores: [20, 150, 10] } })
    expect(resultOrder(view)).toEqual([2, 0, 1])
  })
})

describe('a player who is out', () => {
  const scene = (plays: string, seats = '012'): Item => ({
    scene: { new: true, turn: 1, seats, plays, done: { 0: 1 } }
  })

  test('of the round waits for the others', () => {
    expect(heard(DEAL, scene('012')).isOut).toBe(false)
    const view = heard(DEAL, scene('12'))
    expect([view.isOut, view.isEliminated, view.done[0]]).toEqual([true, false, 1])
  })

  test('of the match is not dealt in', () => {
    const view = heard(DEAL, scene('12', '12'))
    expect([view.isOut, view.isEliminated]).toEqual([false, true])
  })
})

test('moves tell what they leave in the hand', () => {
  const view = heard(DEAL, {
    scene: {
      new: true,
      seats: '01',
      worth: { 0: 23 },
      may: 'throw KC KD take stock;4 5D;yaniv',
      leaves: [3, 8, 23]
    }
  })
  expect(view.may.map(({ text, leaves }) => [text, leaves])).toEqual([
    ['throw KC KD take stock', 3],
    ['throw KC KD take 5D', 8],
    ['yaniv', 23]
  ])
  expect(view.worth[0]).toBe(23)
})
