// Colours are defined in src/theme.css and nowhere else.
import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const THEME = 'src/theme.css'
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => /\.(svelte|ts|css)$/.test(path) && !path.startsWith('src/generated/'))
const textOf = (path: string) => readFileSync(path, 'utf8')

const NAMED =
  'white|black|red|green|blue|yellow|gr[ae]y|silver|gold|orange|purple|pink|brown|teal|navy|maroon'
const LITERALS = [
  /#[0-9a-f]{3,8}\b/gi,
  /\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi,
  new RegExp(`\\b(?:fill|stroke)="(?:${NAMED})"`, 'gi'),
  new RegExp(
    `(?<![\\w-])(?:color|background|fill|stroke|border|outline|box-shadow|filter)[\\w-]*: [^;'{]*(?<![\\w-])(?:${NAMED})\\b[^;'{]*;`,
    'gi'
  )
]

/** The colours in a text that are not variables. */
function literals(text: string): string[] {
  return LITERALS.flatMap((literal) => text.match(literal) ?? [])
}

test.each([
  'color: #fff;',
  'fill="white"',
  'background: rgb(0 0 0)',
  "ink = '#1c2331'",
  'border: 1px solid black;'
])('%s is a colour', (text) => expect(literals(text)).toHaveLength(1))

test.each([
  '{#each cards as card}',
  'color: var(--on-gold);',
  'white-space: nowrap;',
  "to('#/setup')",
  "red: ['x']"
])('%s is none', (text) => expect(literals(text)).toEqual([]))

test('no file but the theme names a colour', () => {
  expect(files.length).toBeGreaterThan(50)
  const found = files.filter((path) => path !== THEME).map((path) => [path, ...literals(textOf(path))])
  expect(found.filter((row) => row.length > 1)).toEqual([])
})

test('every variable that is used is defined, and every colour is used', () => {
  const all = files.map(textOf).join('\n')
  const names = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map((match) => match[1]!))
  const defined = names(/(?:style:)?(--[\w-]+)(?=[:=])/g)
  const used = names(/var\((--[\w-]+)/g)
  // `var(--avatar-{seat})` is one of a numbered family.
  const isUsed = (name: string) => used.has(name) || used.has(name.replace(/\d+$/, ''))
  const isDefined = (name: string) => defined.has(name) || defined.has(`${name}0`)
  expect([...used].filter((name) => !isDefined(name))).toEqual([])
  const colours = [...textOf(THEME).matchAll(/^ {2}(--[\w-]+):/gm)].map((match) => match[1]!)
  expect(colours.length).toBeGreaterThan(80)
  expect(colours.filter((name) => !isUsed(name))).toEqual([])
})
