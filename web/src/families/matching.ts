// Whot, UNO, Crazy Eights and their kin.
import { cardsNamed, spokenWord, suitName } from '../lib/sentences'
import type { Family } from './family'

const suitCalled = ({ details }: { details: { call?: string } }) => details.call ?? ''

export const matching: Family<'matching'> = {
  verbs: {
    play: {
      label: ({ cards }, _, m) => m.playCards(cards.length),
      sentence({ cards, details }, view, m) {
        const call = details.call ? m.andCall(suitName(details.call, m)) : ''
        const swap = details.with ? m.andSwap(view.name(Number(details.with))) : ''
        const say = details.say ? ` ${m.sayWith(spokenWord(details.say, view, m))}` : ''
        return m.hintPlay(cardsNamed(cards, m)) + call + swap + say
      }
    },
    draw: { label: (_, view, m) => (view.penalty > 0 ? m.take(view.penalty) : m.draw) },
    pass: {
      label: (_, { phase }, m) => (phase === 'drawn' ? m.keep : phase === 'suspended' ? m.miss : m.pass)
    },
    challenge: { label: (_, __, m) => m.challenge },
    call: {
      detail: 'call',
      prompt: (m) => m.callWhich,
      label: (move, _, m) => suitName(suitCalled(move), m),
      picture: (move) => ({ suit: suitCalled(move) }),
      sentence: (move, _, m) => m.hintCall(suitName(suitCalled(move), m))
    },
    say: {
      detail: 'say',
      label: ({ details }, view, m) => m.say(spokenWord(details.say, view, m)),
      urgent: true
    },
    catch: {
      detail: 'seat',
      label: ({ details }, view, m) => m.catch(view.name(Number(details.seat))),
      urgent: true
    }
  },
  details: ['call', 'with', 'say'],
  questions: [
    {
      value: ({ details }) => details.call,
      prompt: (m) => m.callWhich,
      answer: ({ details }, _, m) => (details.call ? suitName(details.call, m) : m.play),
      picture: ({ details }) => (details.call ? { suit: details.call } : null)
    },
    {
      value: ({ details }) => details.with,
      prompt: (m) => m.swapWith,
      answer: ({ details }, view, m) => (details.with ? view.name(Number(details.with)) : m.keepHand),
      // A swap card is played for the swap.
      first: ({ details }) => details.with !== undefined
    },
    {
      value: ({ details }) => details.say,
      answer: ({ details }, view, m) =>
        details.say ? `${m.play} ${m.sayWith(spokenWord(details.say, view, m))}` : m.play,
      // The word is easily forgotten.
      first: ({ details }) => details.say !== undefined
    }
  ],
  takes: ({ verb }) => (verb === 'draw' ? 'stock' : undefined),
  attempt: (card) => `play ${card}`,
  announcesLastCard: true,
  declarations: {},
  sampleCards: ({ name, pack }) => SAMPLE_CARDS[name] ?? spread(pack.faces)
}

/** Cards that stand for a preset, each with what is special about it. */
const SAMPLE_CARDS: Partial<Record<string, string[]>> = {
  'naija-whot': ['circle-3', 'star-8', 'whot-20'],
  'naija-whot-duel': ['cross-1', 'triangle-14'],
  'whot-spec': ['circle-7', 'triangle-7', 'square-7'],
  'crazy-eights': ['8C', '8H', '8S'],
  'mzansi-eights': ['2C', '8D', 'JK'],
  'american-eights': ['5C', '8H', 'QS'],
  'uno-swap': ['green-5', 'yellow-swap', 'wild'],
  'uno-classic': ['red-7', 'blue-reverse', 'draw4'],
  switch: ['AH', '2S', 'JC'],
  'mau-mau': ['7C', 'JD', 'AS']
}

/** Three cards from the beginning, the middle and the end of a pack. */
function spread(faces: readonly string[]): string[] {
  return [0, 0.5, 1].flatMap((at) => faces[Math.round(at * (faces.length - 1))] ?? [])
}
