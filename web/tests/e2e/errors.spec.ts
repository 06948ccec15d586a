// Errors as a player meets them: the page says what is wrong and what can be done.
import { expect, test, type Page } from '@playwright/test'
import { begin, handOf, person, playRound, ready, step, table } from '../pagePlayer'

const RULES = 'extends = "crazy-eights"\nhand_size = 4\n'

/** Replaces the server's messages by these items; returns how often the page connected. */
async function hears(page: Page, items: unknown[]): Promise<() => number> {
  let asked = 0
  await page.route('**/api/ticket', (route) => route.fulfill({ json: { ticket: 'x' } }))
  await page.routeWebSocket(/\/t\//, (socket) => {
    asked += 1
    socket.onMessage(() => {
      socket.send(JSON.stringify(items))
      void socket.close({ code: 1008, reason: 'policy' })
    })
  })
  return () => asked
}

test('a refused seat is explained, and the game starts once it is corrected', async ({ page }) => {
  await ready(page)
  await page.goto('/#/setup/crazy-eights')
  await page.getByLabel('Name of player 2').fill('ada')
  await page.click('[data-do="start"]')
  await expect(page.getByRole('alert')).toHaveText('Someone at the table already has that name.')
  await page.locator('select').nth(2).selectOption('person')
  await page.getByLabel('Name of player 2').fill('Bola')
  await page.getByLabel('Name of player 3').fill('a,b')
  await page.click('[data-do="start"]')
  await expect(page.getByRole('alert')).toHaveText('A name cannot contain commas or control characters.')
  await page.getByLabel('Name of player 3').fill('Dayo')
  await page.click('[data-do="start"]')
  await expect(page.locator('[data-spot^="seat-"], [data-do="taken"]')).not.toHaveCount(0)
})

test('the guide to an unknown game says that there is no such game', async ({ page }) => {
  await ready(page)
  await page.goto('/#/guide/no-such-game')
  await expect(page.getByRole('alert')).toHaveText('There is no game called “no-such-game”.')
  await page.getByRole('link', { name: 'All games' }).click()
  await expect(page.locator('[data-game="naija-whot"]')).toBeVisible()
})

test('the link to a missing table says so, and is not offered again', async ({ page }) => {
  await ready(page)
  await page.goto('/t/nosuch22')
  await expect(page.getByRole('alert')).toContainText('There is no such table.')
  await page.locator('main').getByRole('button', { name: 'Home' }).last().click()
  await expect(page.getByRole('button', { name: 'Back to table' })).toHaveCount(0)
})

test('a lower-case code leads to the table; a taken name can be changed there', async ({ browser }) => {
  const [ada, other] = [await person(browser, 'Ada'), await person(browser, 'ada')]
  const code = (await table(ada, RULES)).split('/').pop()!
  await other.goto('/')
  await other.getByLabel('Table code').fill(` ${code.toLowerCase()} `)
  await other.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(other.getByRole('alert')).toContainText(
    'Someone at the table has a name that looks like this one.'
  )
  await other.getByLabel('Your name').fill('Bola')
  await other.click('[data-do="sit"]')
  await expect(other.getByText('(you)')).toBeVisible()
  await expect(ada.getByText('Bola')).toBeVisible()
})

test('a player who finds no free seat is told, and can spectate', async ({ browser }) => {
  const [ada, bola, chidi] = [
    await person(browser, 'Ada'),
    await person(browser, 'Bola'),
    await person(browser, 'Chidi')
  ]
  const link = await table(ada, RULES, '', async (host) => {
    await host.getByLabel('Seats').selectOption('2')
  })
  await bola.goto(link)
  await expect(bola.getByText('(you)')).toBeVisible()
  await chidi.goto(link)
  await expect(chidi.getByRole('alert')).toHaveText('Every seat is taken.')
  await chidi.click('[data-do="watch"]')
  await expect(chidi.getByText('Bola')).toBeVisible()
  await ada.click('[data-do="start"]')
  await expect(chidi.locator('.play-area')).toBeVisible()
  await expect(chidi.getByText('You are watching')).toBeVisible()
})

test('a table stopped by a fault says so, with the number for the operator', async ({ page }) => {
  await ready(page)
  await hears(page, [{ hello: { v: 1, table: 'X' } }, { fault: 'F-77' }])
  await page.goto('/t/ABCDEFGH')
  await expect(page.getByRole('alert')).toContainText('This table has stopped')
  await expect(page.getByRole('alert')).toContainText('F-77')
  await expect(page.locator('[data-do="start"]')).toHaveCount(0)
})

test('a page that is too old for the server says so once and loads the new one', async ({ page }) => {
  await ready(page)
  const asked = await hears(page, [{ no: { code: 'bad-version', why: 'This server speaks version 2.' } }])
  await page.goto('/t/ABCDEFGH')
  await expect(page.getByRole('alert')).toContainText('The server has a newer version of this page.')
  await page.waitForTimeout(1_500)
  expect(asked()).toBe(1)
  await Promise.all([page.waitForEvent('load'), page.click('[data-do="renew"]')])
})

test('a fault on this device loses nothing: the game is resumed', async ({ page }) => {
  await ready(page)
  await begin(page, 'crazy-eights')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const hand = await handOf(page)
  await page.workers()[0]!.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('a fault')
      })
  )
  await expect(page.getByRole('heading')).toContainText('Your game is saved.')
  await page.click('[data-do="go-on"]')
  await page.waitForSelector('.hand .slot')
  expect(await handOf(page)).toEqual(hand)
})

test('a local game open in two windows continues in one of them', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  await ready(one)
  await begin(one, 'crazy-eights')
  await expect(one.locator('.turn.mine')).toBeVisible()
  await two.goto('/')
  await two.click('[data-do="go-on"]')
  await expect(two.locator('.turn.mine')).toBeVisible()
  expect(await handOf(two)).toEqual(await handOf(one))
  const elsewhere = one.getByRole('heading', { name: 'This table is open in another window.' })
  await expect(async () => {
    await step(two)
    await expect(elsewhere).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(two.locator('.turn.mine')).toBeVisible()
  await one.click('[data-do="take-back"]')
  await expect(one.locator('.turn.mine')).toBeVisible()
  expect(await handOf(one)).toEqual(await handOf(two))
})

test('rules from a link are used only once they are loaded, and their faults are shown', async ({ page }) => {
  await ready(page)
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "crazy-eights"\nhand_size = 900\n')}`)
  await expect(page.getByRole('alert')).toContainText('Line 2')
  await page.goto('/#/')
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "uno-classic"\nhand_size = 5\n')}`)
  await page.click('[data-do="use"]')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classic UNO')
})

test('a link is copied even if the browser has no clipboard API', async ({ page }) => {
  await ready(page)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () =>
      Object.assign(window, {
        copied: String(document.activeElement && (document.activeElement as HTMLTextAreaElement).value)
      })
    )
  })
  const link = await table(page, RULES)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { copied?: string }).copied)).toBe(link)
})

test('rapid taps make no move twice and are answered once', async ({ page }) => {
  await ready(page)
  await begin(page, 'crazy-eights')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const tap = () => {
    const cards = [...document.querySelectorAll<HTMLElement>('.hand .slot, [data-do="stock"]')]
    for (let at = 0; at < 200; at++) cards[at % cards.length]!.click()
  }
  for (let turn = 0; turn < 5; turn++) {
    await page.evaluate(tap)
    await page.waitForTimeout(100)
  }
  const heard = await page.getByTestId('live').locator('p').allInnerTexts()
  expect(heard.filter((line, at) => line === heard[at - 1])).toEqual([])
  expect(heard.join(' ')).not.toMatch(/too late|seat \d/)
})

test('another link to rules is read while rules are already shown', async ({ page }) => {
  await ready(page)
  await page.goto('/#/rules/naija-whot')
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "yaniv"\ntitle = "Ours"\n')}`)
  await expect(page.getByLabel('Name of your rules')).toHaveValue('Ours')
})

test('the turn limit is that of the rules until it is changed', async ({ page }) => {
  await ready(page)
  await page.goto('/#/setup/whot-spec')
  const time = page.getByLabel('Time per turn')
  await expect(time).toHaveValue('180')
  await page.click('[data-do="start"]')
  await expect(page.locator('.turn.mine')).toContainText(/1[78]\d s|180 s/)
  await page.goto('/#/setup/whot-spec')
  await time.selectOption('30')
  await page.click('[data-do="start"]')
  await expect(page.locator('.turn.mine')).toContainText(/ [12]?\d s|30 s/)
})

test('an event that this page does not know makes it ask for a fresh scene, and the game continues', async ({
  page
}) => {
  const hellos: { last?: number }[] = []
  await page.routeWebSocket(/\/t\//, (socket) => {
    const server = socket.connectToServer()
    const first = hellos.length === 0
    let injected = false
    socket.onMessage((message) => {
      const sent = JSON.parse(String(message)) as { do: string; last?: number }
      if (sent.do === 'hello') hellos.push(sent)
      server.send(message)
    })
    server.onMessage((message) => {
      socket.send(message)
      if (!first || injected || !String(message).includes('"scene"')) return
      injected = true
      socket.send(JSON.stringify([{ did: [99, '0 teleported 3'] }]))
    })
  })
  await ready(page)
  await table(page, RULES)
  await page.click('[data-do="add-bot"]')
  await page.click('[data-do="start"]')
  await expect.poll(() => hellos.length).toBe(2)
  expect(hellos[1]!.last).toBeUndefined()
  await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await playRound(page)
  expect(hellos).toHaveLength(2)
})
