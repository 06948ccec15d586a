// Measures how long bots search in the browser's worker, for every game: `npm run bot-speed` after `cargo xtask web`.
// The worker's clock is advanced instead of waiting, so only the search takes time.
import { chromium } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const DIST = 'dist'
const LEVELS = process.env.LEVELS?.split(' ') ?? ['easy', 'hard']
const MOVES = Number(process.env.MOVES ?? 150)
const RUNS = Number(process.env.RUNS ?? 3)
/** How many times slower than this machine a mid-range and a cheap phone are, by Chromium's own throttling presets. */
const SLOWER = [4, 6]
const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' }

const server = createServer((request, reply) => {
  try {
    const name = request.url === '/' ? 'index.html' : request.url.slice(1)
    const content = readFileSync(join(DIST, name))
    reply.writeHead(200, { 'content-type': KINDS[name.split('.').pop()] ?? 'text/plain' }).end(content)
  } catch {
    reply.writeHead(404).end()
  }
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))

const games = JSON.parse(readFileSync('src/generated/games.json', 'utf8'))
const file = readdirSync(join(DIST, 'assets')).find((name) => /^worker-.*\.js$/.test(name))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu']
})
const page = await browser.newPage({ serviceWorkers: 'block' })
await page.goto(`http://127.0.0.1:${server.address().port}/`)

/** Lets four bots of a level play each other; the duration of each wake-up in milliseconds. */
async function measured(game, level) {
  const seats = Math.max(Math.min(4, game.players[1]), game.players[0])
  const [worker] = await Promise.all([
    page.waitForEvent('worker'),
    page.evaluate((name) => void (window.bench = new Worker(`/assets/${name}`, { type: 'module' })), file)
  ])
  await worker.evaluate(() => {
    const [now, wait] = [Date.now, setTimeout]
    let ahead = 0
    self.took = []
    Date.now = () => now() + ahead
    self.setTimeout = (wake, millis) => {
      ahead += millis
      return wait(() => {
        const begin = performance.now()
        wake()
        self.took.push(performance.now() - begin)
      })
    }
  })
  await page.evaluate(
    ([rules, seats, level]) => {
      let id = 0
      const ask = (what) => window.bench.postMessage({ id: ++id, ...what })
      const say = (message) => ask({ do: 'hear', person: 0, message: JSON.stringify(message) })
      const hear = (message) => say({ ...message, id: `${++id}` })
      ask({ do: 'open', rules, seed: '7', quick: true })
      say({ do: 'hello', v: 1, ticket: '' })
      for (let at = 0; at < seats; at++) hear({ do: 'bot', name: `Bot ${at}`, level })
      hear({ do: 'start' })
      window.bench.onmessage = ({ data }) => {
        for (const [, items] of data.frames ?? []) {
          if (items.some((item) => 'match' in item)) hear({ do: 'rematch' })
          else if (items.some((item) => 'round' in item)) hear({ do: 'next' })
        }
      }
    },
    [`extends = "${game.name}"\n`, seats, level]
  )
  let took = []
  while (took.length < MOVES) {
    await new Promise((done) => setTimeout(done, 200))
    took = await worker.evaluate(() => self.took)
  }
  await page.evaluate(() => window.bench.terminate())
  return took.slice(0, MOVES)
}

/** Plays the same game several times; the shortest duration of each wake-up is the least disturbed one. */
async function undisturbed(game, level) {
  const runs = []
  for (let run = 0; run < RUNS; run++) runs.push(await measured(game, level))
  const took = runs[0].map((_, at) => Math.min(...runs.map((run) => run[at])))
  return took.sort((one, other) => one - other)
}

const header = [
  'game',
  'level',
  'median',
  '95 of 100',
  'longest',
  ...SLOWER.map((times) => `longest × ${times}`)
]
console.log(`| ${header.join(' | ')} |\n|${' --- |'.repeat(header.length)}`)
for (const level of LEVELS) {
  for (const game of games) {
    const took = await undisturbed(game, level)
    const longest = took.at(-1)
    const figures = [
      took[took.length >> 1],
      took[Math.floor(took.length * 0.95)],
      longest,
      ...SLOWER.map((times) => longest * times)
    ]
    console.log(
      `| ${game.name} | ${level} | ${figures.map((figure) => `${figure.toFixed(1)} ms`).join(' | ')} |`
    )
  }
}
await browser.close()
server.close()
