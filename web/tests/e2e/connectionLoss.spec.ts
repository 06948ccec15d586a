// Lost connections of all kinds at every step of a game: nothing is lost, nothing is done twice.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { FlakyProxy, Server } from '../testServer'
import { handOf, person, step, table } from '../pagePlayer'

/** A player whose page records the moves it sends, each once. */
interface Witness {
  page: Page
  sent: Map<string, string>
}

async function witness(browser: Browser, name: string): Promise<Witness> {
  const page = await person(browser, name)
  const sent = new Map<string, string>()
  await page.context().exposeFunction('sent', (text: string) => {
    const message = JSON.parse(text) as { do: string; id: string; m: string }
    if (message.do === 'act') sent.set(message.id, message.m)
  })
  await page.context().addInitScript(() => {
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (data) {
      if (typeof data === 'string') (window as unknown as { sent(text: string): void }).sent(data)
      send.call(this, data)
    }
  })
  return { page, sent }
}

/** Whether `moves` is a subsequence of `sent`. */
function isAmong(moves: string[], sent: string[]): boolean {
  let at = 0
  for (const one of sent) if (one === moves[at]) at += 1
  return at === moves.length
}

/** Two colours only, so that nearly every card fits and a game takes about twenty moves. */
const RULES = `
family = "matching"
title = "Sun and Moon"
players = 2
hand_size = 6
[pack]
style = "colours"
suits = ["sun", "moon"]
[pack.cards]
sun = "1 2 3 4 5 6 7*2 8"
moon = "1 2 3 4 5 6 7*2 8"
loose = "storm*2"
[effects]
2 = "pick 2"
storm = "wild"
`

test('reloads, second windows, lost connections and a killed server at every step of a game', async ({
  browser
}) => {
  const server = await Server.started()
  try {
    await storm(browser, server)
  } finally {
    await server.kill()
  }
})

async function storm(browser: Browser, server: Server) {
  const proxy = await FlakyProxy.to(server.port)
  const [ada, bola] = [await witness(browser, 'Ada'), await witness(browser, 'Bola')]
  const link = await table(ada.page, RULES, proxy.address)
  await bola.page.goto(link)
  await expect(ada.page.getByText('Bola')).toBeVisible()
  await ada.page.click('[data-do="start"]')
  const shows = (page: Page) => page.waitForSelector('.hand .slot, .over')
  await Promise.all([shows(ada.page), shows(bola.page)])

  const troubles: ((page: Page) => Promise<unknown>)[] = [
    async (page) => page.reload(),
    async () => {
      proxy.cut()
      await new Promise((done) => setTimeout(done, 200))
      proxy.restore()
    },
    async (page) => {
      await expect(page.getByTestId('status')).not.toContainText('Connection lost')
      const second = await page.context().newPage()
      await second.goto(link)
      await shows(second)
      await expect(page.locator('[data-do="take-back"]')).toBeVisible()
      await second.close()
      await page.click('[data-do="take-back"]')
    },
    async () => {
      await server.kill()
      await server.start()
    }
  ]
  let turn = 0
  await expect
    .poll(
      async () => {
        for (const { page } of [ada, bola]) {
          // The failure comes while the move is on its way, before its answer.
          if ((await page.locator('.turn.mine').count()) === 0) continue
          await step(page)
          await troubles[turn++ % troubles.length]!(page)
          await shows(page)
        }
        return (await ada.page.locator('.over').count()) + (await bola.page.locator('.over').count()) === 2
      },
      { intervals: [50], timeout: 280_000 }
    )
    .toBe(true)
  expect(turn).toBeGreaterThan(4)

  // The server's log has each move that a player sent, and none twice.
  const code = link.split('/').pop()!
  const reply = await fetch(`${server.address}/api/tables/${code}/record`)
  const record = await reply.text()
  expect(reply.status, record).toBe(200)
  const played = (seat: number) =>
    [...record.matchAll(new RegExp(`^${seat} (.*)$`, 'gm'))].map((line) => line[1]!)
  expect(played(0).length).toBeGreaterThan(0)
  expect(isAmong(played(0), [...ada.sent.values()])).toBe(true)
  expect(isAmong(played(1), [...bola.sent.values()])).toBe(true)

  // The last screens show the end of the log.
  for (const [seat, { page }] of [ada, bola].entries()) {
    const hand = await handOf(page)
    await page.click('[data-do="replay"]')
    await page.click('[data-do="to-end"]')
    await page.getByRole('combobox').selectOption(String(seat))
    const cards = page.locator('.replay .hand span')
    await expect(cards).toHaveCount(hand.length)
    expect(await cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.card))).toEqual(
      hand
    )
  }
}
