// A phone that sleeps, and connections that hang: afterwards the page shows the table as it is.
import { expect, test, type Page } from '@playwright/test'
import { FlakyProxy, Server } from '../testServer'
import { handOf, person, ready, table } from '../pagePlayer'

/** Puts a page to sleep: nothing in it runs until it is woken. Chromium does not freeze pages under test, so the debugger pauses it. */
async function asleep(page: Page): Promise<() => Promise<unknown>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Debugger.enable')
  const held = new Promise((done) => client.once('Debugger.paused', done))
  await client.send('Debugger.pause')
  await held
  return () => client.send('Debugger.resume')
}

const wait = (millis: number) => new Promise((done) => setTimeout(done, millis))

/** What a screen reader has said about the game. */
const heard = (page: Page) => page.getByTestId('live').locator('p').allInnerTexts()

/** The seconds left that a page shows for the player on turn. */
async function seconds(page: Page): Promise<number> {
  const texts = await page.locator('.turn.mine, .seat .clock').allInnerTexts()
  return Number(/(\d+) s$/.exec(texts.join(' '))?.[1])
}

const RULES = 'extends = "crazy-eights"\nhand_size = 2\nseed = 3\n'

/** Ada connects through a proxy that can hang, Bola directly. */
async function two(server: Server, ...[ada, bola]: [Page, Page]): Promise<FlakyProxy> {
  const proxy = await FlakyProxy.to(server.port)
  const time = async (host: Page) => {
    await host.getByLabel('Time per turn').selectOption('120')
  }
  const link = await table(ada, RULES, proxy.address, time)
  await bola.goto(`${server.address}/t/${link.split('/').pop()}`)
  await expect(ada.getByText('Bola')).toBeVisible()
  await ada.click('[data-do="start"]')
  for (const page of [ada, bola]) await page.waitForSelector('.hand .slot')
  return proxy
}

test('a page that wakes up after its connection died shows the table as it is, once, with the right time', async ({
  browser
}) => {
  const server = await Server.started()
  try {
    const [ada, bola] = [await person(browser, 'Ada'), await person(browser, 'Bola')]
    const proxy = await two(server, ada, bola)
    // Bola is on turn; the jack skips Ada, and the draw makes it her turn.
    await expect(bola.locator('.turn.mine')).toBeVisible()
    await expect.poll(() => heard(ada)).toHaveLength(2)
    const awake = await asleep(ada)
    proxy.hang()
    await bola.locator('.hand [data-card="JS"]').dispatchEvent('click')
    await expect.poll(() => heard(bola)).toHaveLength(4)
    await bola.keyboard.press('d')
    await expect(bola.locator('.turn.mine')).toHaveCount(0)
    await wait(6_000)
    await awake()

    await expect(ada.locator('.turn.mine')).toBeVisible({ timeout: 120_000 })
    expect(await heard(ada)).toEqual([
      'Round 1: you deal.',
      'The 9 of Spades is turned up.',
      'Bola plays the Jack of Spades.',
      'You miss a turn.',
      'Bola draws a card.'
    ])
    await expect(ada.locator('.seat .count')).toHaveText(
      await bola.locator('.hand .slot').count().then(String)
    )
    // The time asleep is gone from the two minutes.
    const left = await seconds(ada)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(114)

    // The page continues to play.
    await ada.keyboard.press('d')
    await expect(bola.locator('.turn.mine')).toBeVisible()
    await expect(ada.locator('.hand .slot')).toHaveCount(3)
  } finally {
    await server.kill()
  }
})

test('a connection that hangs while the page is awake is noticed, and the move is made once', async ({
  browser
}) => {
  const server = await Server.started()
  try {
    const [ada, bola] = [await person(browser, 'Ada'), await person(browser, 'Bola')]
    const proxy = await two(server, ada, bola)
    await bola.locator('.hand [data-card="JS"]').dispatchEvent('click')
    await expect.poll(() => heard(bola)).toHaveLength(4)
    await bola.keyboard.press('d')
    await expect(ada.locator('.turn.mine')).toBeVisible()
    proxy.hang()
    await ada.keyboard.press('d')
    await expect(bola.locator('.turn.mine')).toBeVisible({ timeout: 120_000 })
    await expect(ada.locator('.hand .slot')).toHaveCount(3)
    expect((await heard(ada)).at(-1)).toBe('You draw the 2 of Diamonds.')
    expect((await heard(bola)).at(-1)).toBe('Ada draws a card.')
  } finally {
    await server.kill()
  }
})

test('a device that slept costs nobody time: the turn continues with what was left of it', async ({
  page
}) => {
  await ready(page)
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "crazy-eights"\nturn_seconds = 60\n')}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const [hand, left, told] = [await handOf(page), await seconds(page), await heard(page)]
  // The clock of the worker and of the page jumps by ten minutes in which nothing ran.
  const later = () => {
    const now = Date.now
    Date.now = () => now() + 600_000
  }
  await Promise.all([page.evaluate(later), page.workers()[0]!.evaluate(later)])
  await wait(2_500)
  await expect.poll(() => seconds(page)).toBeGreaterThan(left - 30)
  expect(await seconds(page)).toBeLessThanOrEqual(left)
  expect(await handOf(page)).toEqual(hand)
  expect(await heard(page)).toEqual(told)
  await page.keyboard.press('d')
  await expect.poll(() => heard(page)).not.toEqual(told)
})
