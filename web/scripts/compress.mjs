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
