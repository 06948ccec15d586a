import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { types, typesFile } from '../../scripts/protocolTypes.mjs'
import { FAMILIES } from '../../src/families'
import games from '../../src/generated/games.json'
import { face, ruleValue, sorted } from '../../src/lib/cards'
import { parseEvents } from '../../src/lib/events'
import { parseMove, canExtend, movesUsing, expandMoves } from '../../src/lib/moves'
import { TableView, parseOutcome } from '../../src/lib/tableView'
import { cardName, hintReason, describeEvents, type Narrator } from '../../src/lib/sentences'
import { messages as en } from '../../src/messages/en'
import { messages as pcm } from '../../src/messages/pcm'

const narrator: Narrator = { m: en, you: 0, names: ['Ada', 'Bola'], word: 'last card', family: 'matching' }

test('the generated types are those of the schema', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(types())
})

describe('cards', () => {
  test('every card of every game has a drawing and a name', () => {
    for (const game of games) {
      for (const card of game.pack.faces) {
        expect(face(card).style, card).toBe(game.pack.style)
        expect(cardName(card, en)).not.toContain('undefined')
      }
    }
  })

  test('card names are those of the terminal', () => {
    const named = ['circle-3', 'whot-20', 'JS', 'red-7', 'JK', 'star-8'].map((card) => cardName(card, en))
    expect(named).toEqual(['3 of Circle', '20 of Whot', 'Jack of Spades', 'Red 7', 'Joker', '8 of Star'])
    expect(cardName('circle-3', pcm)).toBe('3 of Ball')
  })

  test('a hand is sorted in the order of the pack', () => {
    expect(sorted(['star-8', 'whot-20', 'circle-14', 'circle-2'], 'extends = "naija-whot"')).toEqual([
      'circle-2',
      'circle-14',
      'star-8',
      'whot-20'
    ])
    expect(sorted(['sun-10', 'moon-2', 'sun-9', 'storm'], '')).toEqual(['moon-2', 'sun-9', 'sun-10', 'storm'])
  })

  test('a key is read at the top level of a rule file only', () => {
    const rules = 'extends = "x"\nlast_word = "Mau"\n[effects]\n8 = "wild"\n'
    expect(ruleValue(rules, 'last_word')).toBe('Mau')
    expect(ruleValue(rules, '8')).toBeNull()
  })
})

describe('moves', () => {
  test('the short form is expanded', () => {
    const short = 'play 8H call clubs;3 hearts;1 9H;draw;1 ;play 9H;1 '
    const moves = ['play 8H call clubs', 'play 8H call hearts', 'play 9H', 'draw', 'draw', 'play 9H', 'play']
    expect(expandMoves(short)).toEqual(moves)
  })

  test('a move is parsed into its cards and its choices', () => {
    const { matching, yaniv } = FAMILIES
    expect(parseMove('play whot-20 call circle say last-card', matching)).toMatchObject({
      cards: ['whot-20'],
      details: { call: 'circle', say: 'last-card' }
    })
    expect(parseMove('throw 4H JK 6H take stock', yaniv)).toMatchObject({
      cards: ['4H', 'JK', '6H'],
      details: { take: 'stock' }
    })
    expect(parseMove('swap 5H for joker', yaniv)).toMatchObject({ verb: 'swap', cards: ['5H'] })
    expect(parseMove('catch 2', matching)).toMatchObject({ verb: 'catch', cards: [], details: { seat: '2' } })
    expect(parseMove('play red-swap with 3', matching)).toMatchObject({
      cards: ['red-swap'],
      details: { with: '3' }
    })
  })

  test('several cards make a move, in whichever order they are tapped', () => {
    const choices = ['play circle-5', 'play circle-5 star-5', 'play star-5 circle-5', 'draw'].map((text) =>
      parseMove(text, FAMILIES.matching)
    )
    expect(movesUsing(choices, ['star-5', 'circle-5']).map((one) => one.text)).toEqual([
      'play star-5 circle-5'
    ])
    expect(canExtend(choices, ['circle-5'])).toBe(true)
    expect(movesUsing(choices, ['star-5'])).toEqual([])
  })
})

describe('table views', () => {
  test('changes of a scene are applied, and cards are removed and added', () => {
    const view = new TableView()
    view.apply(
      [
        { you: 0 },
        {
          players: [
            ['Ada', 'person'],
            ['Bola', 'bot']
          ]
        },
        {
          scene: {
            n: 1,
            new: true,
            turn: 0,
            phase: 'turn',
            seats: '01',
            hold: [2, 5],
            know: { '0': '8H 9C' },
            stock: '40',
            pile: '1 5C',
            signs: 'suit hearts;penalty 2;right',
            may: 'draw;play 9C',
            plays: '01'
          }
        }
      ],
      0
    )
    expect(view).toMatchObject({
      you: 0,
      turn: 0,
      suit: 'hearts',
      penalty: 2,
      right: true,
      hand: ['8H', '9C']
    })
    view.apply(
      [
        { did: [2, '0 played 9C'] },
        { scene: { turn: 1, hold: [1, 5], know: { '0': '-9C' }, pile: '2 9C', signs: '' } }
      ],
      0
    )
    expect(view).toMatchObject({ n: 2, turn: 1, hand: ['8H'], penalty: 0, suit: null, may: [] })
    expect(view.count(1)).toBe(5)
  })

  test('a result is parsed', () => {
    expect(parseOutcome('out places 1 2 points 0 12 next 1')).toEqual({
      how: 'out',
      places: [1, 2],
      points: [0, 12]
    })
    expect(parseOutcome('called places 2 1 points -5 0')).toEqual({
      how: 'called',
      places: [2, 1],
      points: [-5, 0]
    })
  })
})

describe('sentences', () => {
  const told = (text: string, you: number | null = 0) =>
    describeEvents(parseEvents(text), { ...narrator, you }).join(' ')

  test('events about one player make one sentence, as in the terminal', () => {
    expect(told('1 played 9C;1 played 9D')).toBe('Bola plays the 9 of Clubs and the 9 of Diamonds.')
    expect(told('0 played whot-20;0 called circle')).toBe('You play the 20 of Whot and call circle.')
    expect(told('1 drew pick 2;0 again')).toBe('Bola picks up 2 cards. You go again.')
    expect(told('ended out;1 shown 9C;0 shown')).toBe(
      'The round is over. Bola still has the 9 of Clubs. You have no cards left.'
    )
    expect(told('1 caught 0')).toBe('You catch Bola not saying “last card”.')
    expect(told('0 challenged 1 guilty', null)).toBe('Bola challenges Ada, who had a card of that colour.')
  })
})

describe('the reason for a hint', () => {
  const hint = {
    n: 3,
    m: 'play circle-5',
    why: 'keep the 2 of Circle back to answer a pick 2',
    about: 'keep-to-answer circle-2 2 odds 61 55'
  }

  test('is in the language of the page', () => {
    expect(hintReason(hint, pcm)).toBe(
      'keep 2 of Ball, you fit use am answer pick 2 (e go win 61 for 100, the next one 55)'
    )
    expect(hintReason({ ...hint, about: 'follow 1' }, pcm)).toBe('one card for your hand fit follow am')
    expect(hintReason({ ...hint, about: 'add-to 4' }, pcm)).toBe(
      'the pick go grow: the next person go face 4 cards'
    )
    expect(hintReason({ ...hint, about: 'call-held square 1' }, pcm)).toBe(
      'you get one card of carpet for hand'
    )
    expect(hintReason({ ...hint, about: 'change-lacked circle' }, pcm)).toBe(
      'change to ball, the next person no get am before'
    )
    expect(hintReason(hint, en)).toBe(hint.why)
  })

  test("is the table's own sentence if the page has no words for it", () => {
    expect(hintReason({ ...hint, about: 'something-new 2' }, pcm)).toBe(hint.why)
  })
})
