// Compresses the built files, and fails if a first visit would download too much.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What the first screen may download before it is complete, in bytes of gzip. */
const FIRST_SCREEN_BUDGET_BYTES = 50_000

/** What a first visit may download in all: every screen, but not the WebAssembly. In bytes of gzip. */
const FIRST_VISIT_BUDGET_BYTES = 150_000

const dist = new URL('../dist', import.meta.url).pathname
const compressible = /\.(html|js|css|svg|webmanifest|wasm)$/
const sizes = new Map()

for (const name of readdirSync(dist, { recursive: true }).filter((name) => compressible.test(name))) {
  const plain = readFileSync(join(dist, name))
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gzip = gzipSync(plain, { level: 9 })
  writeFileSync(join(dist, `${name}.br`), brotli)
  writeFileSync(join(dist, `${name}.gz`), gzip)
  sizes.set(name, { brotli: brotli.length, gzip: gzip.length })
}

/** The files that index.html loads by itself. */
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const firstScreen = ['index.html', ...[...html.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name]) => name)]
const isWasm = (name) => /\.wasm$|worker-/.test(name)
const wholePage = [...sizes.keys()].filter((name) => !isWasm(name))
const wasm = [...sizes.keys()].filter(isWasm)

const sum = (names, form) => names.reduce((total, name) => total + sizes.get(name)[form], 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const both = (names) => `${kB(sum(names, 'brotli'))} brotli, ${kB(sum(names, 'gzip'))} gzip`
console.log(`first screen:                   ${both(firstScreen)}`)
console.log(`whole page without WebAssembly: ${both(wholePage)}`)
console.log(`WebAssembly, on demand:         ${both(wasm)}`)

function check(what, names, budget) {
  if (sum(names, 'gzip') <= budget) return
  console.error(`${what} may download at most ${kB(budget)} of gzip`)
  process.exitCode = 1
}
check('the first screen', firstScreen, FIRST_SCREEN_BUDGET_BYTES)
check('a first visit', wholePage, FIRST_VISIT_BUDGET_BYTES)

/** The rows of docs/performance.md about the page. */
const ROWS = [
  ['| the first screen of the page, brotli |', firstScreen],
  ['| all screens of the page, brotli |', wholePage],
  ['| the WebAssembly, brotli |', wasm]
]

/** How far a figure in the documents may be off: what is published may be a little older than the build. */
const TOLERANCE = 0.1

const document = new URL('../../docs/performance.md', import.meta.url)
let text = readFileSync(document, 'utf8')
for (const [start, names] of ROWS.filter(([, names]) => names.length > 0)) {
  const row = text.split('\n').find((line) => line.startsWith(start))
  const said = Number(/([\d.]+) kB/.exec(row ?? '')?.[1]) * 1000
  const bytes = sum(names, 'brotli')
  if (process.env.LASTCARD_WRITE) text = text.replace(row, `${start} ${kB(bytes)} |`)
  else if (!(Math.abs(said - bytes) <= bytes * TOLERANCE)) {
    console.error(`docs/performance.md: \`${row}\`, but it is ${kB(bytes)}; run \`cargo xtask sizes\``)
    process.exitCode = 1
  }
}
if (process.env.LASTCARD_WRITE) writeFileSync(document, text)
