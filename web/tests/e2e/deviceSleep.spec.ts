// A phone that sleeps, and lines that die without a word: whoever comes back sees what the table has.
import { expect, test, type Page } from '@playwright/test'
import { Cable, Server } from '../testServer'
import { handOf, person, ready, table } from '../pagePlayer'

/** Puts a page to sleep: nothing of it runs until it is woken. Chromium freezes no page that a test looks at, so it is held. */
async function asleep(page: Page): Promise<() => Promise<unknown>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Debugger.enable')
  const held = new Promise((done) => client.once('Debugger.paused', done))
  await client.send('Debugger.pause')
  await held
  return () => client.send('Debugger.resume')
}

const wait = (millis: number) => new Promise((done) => setTimeout(done, millis))

/** What was read out about the game. */
const heard = (page: Page) => page.getByTestId('live').locator('p').allInnerTexts()

/** The seconds that a page shows for whoever is on turn. */
async function seconds(page: Page): Promise<number> {
  const texts = await page.locator('.turn.mine, .seat .clock').allInnerTexts()
  return Number(/(\d+) s$/.exec(texts.join(' '))?.[1])
}

const RULES = 'extends = "crazy-eights"\nhand_size = 2\nseed = 3\n'

/** Ada comes through a cable that can die, Bola goes straight to the server. */
async function two(server: Server, ...[ada, bola]: [Page, Page]): Promise<Cable> {
  const cable = await Cable.laid(server.port)
  const time = async (host: Page) => {
    await host.getByLabel('Time for a turn').selectOption('120')
  }
  const link = await table(ada, RULES, cable.address, time)
  await bola.goto(`${server.address}/t/${link.split('/').pop()}`)
  await expect(ada.getByText('Bola')).toBeVisible()
  await ada.click('[data-do="start"]')
  for (const page of [ada, bola]) await page.waitForSelector('.hand .slot')
  return cable
}

test('a page that sleeps while its line dies shows on waking what the server has, once, with the right time', async ({
  browser
}) => {
  const server = await Server.started()
  try {
    const [ada, bola] = [await person(browser, 'Ada'), await person(browser, 'Bola')]
    const cable = await two(server, ada, bola)
    // Bola is on turn; the jack skips Ada, and the draw makes it her turn.
    await expect(bola.locator('.turn.mine')).toBeVisible()
    await expect.poll(() => heard(ada)).toHaveLength(2)
    const awake = await asleep(ada)
    cable.forget()
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
    // Of two minutes, what was slept is gone.
    const left = await seconds(ada)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(114)

    // And it plays on.
    await ada.keyboard.press('d')
    await expect(bola.locator('.turn.mine')).toBeVisible()
    await expect(ada.locator('.hand .slot')).toHaveCount(3)
  } finally {
    await server.kill()
  }
})

test('a line that dies without a word while the page is awake is noticed, and the move is made once', async ({
  browser
}) => {
  const server = await Server.started()
  try {
    const [ada, bola] = [await person(browser, 'Ada'), await person(browser, 'Bola')]
    const cable = await two(server, ada, bola)
    await bola.locator('.hand [data-card="JS"]').dispatchEvent('click')
    await expect.poll(() => heard(bola)).toHaveLength(4)
    await bola.keyboard.press('d')
    await expect(ada.locator('.turn.mine')).toBeVisible()
    cable.forget()
    await ada.keyboard.press('d')
    await expect(bola.locator('.turn.mine')).toBeVisible({ timeout: 120_000 })
    await expect(ada.locator('.hand .slot')).toHaveCount(3)
    expect((await heard(ada)).at(-1)).toBe('You draw the 2 of Diamonds.')
    expect((await heard(bola)).at(-1)).toBe('Ada draws a card.')
  } finally {
    await server.kill()
  }
})

test('a device that slept takes no time from anybody: the turn goes on with what was left of it', async ({
  page
}) => {
  await ready(page)
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "crazy-eights"\nturn_seconds = 60\n')}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const [hand, left, told] = [await handOf(page), await seconds(page), await heard(page)]
  // Ten minutes pass in which nothing runs: for the worker and for the page the clock jumps.
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
