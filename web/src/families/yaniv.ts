// Yaniv.
import { cardName, cardsNamed } from '../lib/sentences'
import type { Family } from './family'

export const yaniv: Family<'yaniv', 'yaniv' | 'assaf'> = {
  verbs: {
    yaniv: { label: (_, __, m) => m.yaniv, urgent: true },
    throw: {
      label: ({ cards }, _, m) => m.playCards(cards.length),
      sentence({ cards, details: { take = '' } }, _, m) {
        const taken = take === 'stock' ? m.andDraw : m.andTake(m.the(cardName(take, m)))
        return m.hintThrow_(cardsNamed(cards, m)) + taken
      }
    },
    slap: { label: ({ cards: [card = ''] }, _, m) => m.slap(cardName(card, m)) },
    swap: { label: ({ cards: [card = ''] }, _, m) => m.exchange(cardName(card, m)) },
    pass: { label: (_, { phase }, m) => (phase === 'slap' ? m.keep : m.pass) }
  },
  details: ['take', 'for'],
  questions: [
    {
      value: ({ verb }) => verb,
      answer: (move, view, m) => yaniv.verbs[move.verb as keyof typeof yaniv.verbs].label(move, view, m)
    },
    {
      value: ({ details }) => details.take,
      prompt: (m) => m.takeWhich,
      answer: ({ details: { take = '' } }, _, m) => (take === 'stock' ? m.stockLabel : cardName(take, m)),
      picture: ({ details: { take = '' } }) => ({ card: take === 'stock' ? '' : take }),
      note: ({ leaves, details: { take } }, _, m) =>
        leaves === undefined ? '' : m.leavesWith(leaves, take === 'stock'),
      spoken({ leaves, details: { take = '' } }, _, m) {
        const said = take === 'stock' ? m.throwTake : m.throwTakeCard(cardName(take, m))
        return leaves === undefined ? said : said + m.leavesAloud(leaves, take === 'stock')
      }
    }
  ],
  takes: ({ details }) => details.take,
  attempt: (card) => `throw ${card} take stock`,
  advice: (m) => m.hintThrow,
  announcesLastCard: false,
  declarations: { yaniv: { pitchHz: 780 }, assaf: { pitchHz: null } },
  sampleCards: () => ['4H', '5H', '6H']
}
