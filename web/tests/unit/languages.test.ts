// Every language has every text: a file in src/messages is found by itself, here as in the page.
import { expect, test } from 'vitest'
import { parseEvents } from '../../src/lib/events'
import { describeEvents, refusalText, type Narrator } from '../../src/lib/sentences'
import { messages as english, type Messages } from '../../src/messages/en'

const files = import.meta.glob<{ languageName: string; messages: Messages }>(
  ['../../src/messages/*.ts', '!**/*.svelte.ts'],
  { eager: true }
)
const languages = Object.entries(files).map(
  ([path, { languageName, messages }]) => [path.replace(/.*\//, ''), languageName, messages] as const
)

const EVENTS = [
  'turned 8H',
  'buried 8H',
  '0 played 8H',
  '0 called hearts',
  '0 drew turn 1',
  '0 took 8H',
  '0 passed',
  '0 skipped',
  '0 again',
  'reversed',
  '1 pending 4',
  'cancelled',
  '0 swapped 1',
  '0 said last-card',
  '1 caught 0',
  '1 caught',
  '0 false-call',
  '0 challenged 1 innocent',
  'reshuffled 30',
  '0 slapped 8H',
  '0 exchanged 8H',
  '0 yaniv 5',
  '1 assaf 3',
  '0 timed-out',
  '0 left',
  '0 out 1',
  '0 shown 8H',
  'ended count'
]

test('the page lists every language under its own name', () => {
  const names = Object.fromEntries(languages.map(([file, name]) => [file.replace('.ts', ''), name]))
  expect(languages.length).toBeGreaterThanOrEqual(2)
  expect(__LANGUAGES__).toEqual(names)
})

test.each(languages)('%s has every text', (_file, name, m) => {
  expect(name).not.toBe('')
  expect(Object.keys(m).sort()).toEqual(Object.keys(english).sort())
  expect(Object.keys(m.refusals).sort()).toEqual(Object.keys(english.refusals).sort())
})

test.each(languages)('%s has words for every event', (_file, _name, m) => {
  const narrator: Narrator = { m, you: 0, names: ['Ada', 'Bola'], word: 'last card', family: 'matching' }
  for (const event of EVENTS) expect(describeEvents(parseEvents(event), narrator), event).toHaveLength(1)
})

test.each(languages)('%s says why this device does not take part in shuffles', (_file, _name, m) => {
  expect(refusalText('no-mix', undefined, m)).not.toBe('no-mix')
})

test('a refusal that the page does not know is said in the words of the table', () => {
  expect(refusalText('no-sense', 'That makes no sense.', english)).toBe('That makes no sense.')
  expect(refusalText('not-your-turn', 'It is Bola’s turn.', english)).toBe('It is Bola’s turn.')
  expect(refusalText('no-sense', undefined, english)).toBe('no-sense')
})
