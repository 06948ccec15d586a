// Makes the smaller forms of the built files, and fails where a first visit would cost too much.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The most that a first visit may cost over the wire, in bytes. */
const BUDGET = 150_000

const dist = new URL('../dist', import.meta.url).pathname
const texts = /\.(html|js|css|svg|webmanifest|wasm)$/
const sizes = new Map()

for (const name of readdirSync(dist, { recursive: true }).filter((name) => texts.test(name))) {
  const plain = readFileSync(join(dist, name))
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const gzip = gzipSync(plain, { level: 9 })
  writeFileSync(join(dist, `${name}.br`), brotli)
  writeFileSync(join(dist, `${name}.gz`), gzip)
  sizes.set(name, { plain: plain.length, brotli: brotli.length, gzip: gzip.length })
}

/** Everything but the WebAssembly and its thread: more than the first screen needs, all that is kept of a visit. */
const first = [...sizes].filter(([name]) => !/\.wasm$|worker-/.test(name))
const sum = (files, form) => files.reduce((total, [, size]) => total + size[form], 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const later = [...sizes].filter(([name]) => /\.wasm$|worker-/.test(name))
console.log(
  `whole page without WebAssembly: ${kB(sum(first, 'brotli'))} brotli, ${kB(sum(first, 'gzip'))} gzip`
)
console.log(
  `WebAssembly, when asked for:    ${kB(sum(later, 'brotli'))} brotli, ${kB(sum(later, 'gzip'))} gzip`
)
if (sum(first, 'gzip') > BUDGET) {
  console.error(`a first visit may cost at most ${kB(BUDGET)}`)
  process.exit(1)
}
