// Screenshots of every screen, into target/pictures: `cargo xtask pictures`.
import { expect, test, type Page } from '@playwright/test'
import { GAMES, begin, playRound, ready, step, table } from '../pagePlayer'
import { TARGET } from '../program'

const SIZES = {
  phone: { width: 390, height: 780 },
  small: { width: 320, height: 568 },
  desktop: { width: 1280, height: 800 },
  landscape: { width: 740, height: 360 }
}
type Size = keyof typeof SIZES

async function setUp(page: Page, size: Size, look: string) {
  await page.setViewportSize(SIZES[size])
  await ready(page, { look })
}

async function take(page: Page, name: string) {
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${TARGET}/pictures/${name}.png` })
}

/** Plays a few turns, until it is the player's turn. */
async function someTurns(page: Page, turns: number) {
  for (let at = 0; at < turns; at++) {
    await step(page)
    await page.waitForTimeout(120)
  }
  await expect(page.locator('.turn.mine, .over')).not.toHaveCount(0, { timeout: 60_000 })
}

for (const [size, look] of [
  ['phone', 'light'],
  ['phone', 'dark'],
  ['desktop', 'light'],
  ['desktop', 'dark']
] as [Size, string][]) {
  test(`home, guide and rules (${size}, ${look})`, async ({ page }) => {
    await setUp(page, size, look)
    await page.goto('/')
    await take(page, `home-${size}-${look}`)
    for (const [name, address] of [
      ['guide', 'guide/naija-whot'],
      ['setup', 'setup/uno-classic'],
      ['compare', 'compare'],
      ['make', 'make'],
      ['settings', 'settings']
    ]) {
      await page.goto(`/#/${address}`)
      await take(page, `${name}-${size}-${look}`)
    }
    await page.goto('/#/rules/naija-whot')
    await page.locator('summary').nth(2).click()
    await take(page, `rules-${size}-${look}`)
  })
}

for (const game of GAMES) {
  for (const [size, look] of [
    ['phone', 'light'],
    ['desktop', 'dark']
  ] as [Size, string][]) {
    test(`${game} (${size}, ${look})`, async ({ page }) => {
      await setUp(page, size, look)
      await begin(page, game)
      await someTurns(page, 10)
      await take(page, `table-${game}-${size}-${look}`)
    })
  }
}

test('the narrowest screen, many players, and a phone in landscape', async ({ page }) => {
  await setUp(page, 'small', 'light')
  await page.goto('/#/setup/uno-classic')
  for (let at = 0; at < 6; at++) await page.getByRole('button', { name: 'Add a player' }).click()
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
  await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await take(page, 'crowd-small')
  await page.setViewportSize(SIZES.landscape)
  await take(page, 'crowd-landscape')
  await begin(page, 'naija-whot')
  await take(page, 'table-landscape')
})

test('many cards, a suit to call, the result and the replay', async ({ page }) => {
  await setUp(page, 'phone', 'light')
  const rules = 'extends = "naija-whot"\nhand_size = 12\nplayers = "2-4"\n'
  await page.goto(`/#/rules/text/${encodeURIComponent(rules.replace('players = "2-4"\n', ''))}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  for (let at = 0; at < 2; at++) await page.locator('.sitter button').last().click()
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
  await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  const whot = page.locator('[data-card="whot-20"].usable').first()
  if ((await whot.count()) > 0) await whot.dispatchEvent('click')
  await take(page, 'many-cards')
  await playRound(page)
  await take(page, 'result')
  await page.click('[data-do="replay"]')
  await expect(page.locator('.told')).toBeVisible()
  for (let at = 0; at < 9; at++) await page.click('[data-do="step-on"]')
  await take(page, 'replay')
})

test('people who share a device', async ({ page }) => {
  await setUp(page, 'phone', 'light')
  await page.goto('/#/setup/crazy-eights')
  await page.locator('select').nth(1).selectOption('person')
  await page.click('[data-do="start"]')
  await expect
    .poll(
      async () => {
        await step(page)
        return page.locator('[data-do="taken"]').isVisible()
      },
      { intervals: [100], timeout: 60_000 }
    )
    .toBe(true)
  await take(page, 'pass')
})

test('right to left, and text at 200 %', async ({ page }) => {
  await setUp(page, 'phone', 'light')
  const turn = () => page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const enlarge = () => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.goto('/')
  await turn()
  await take(page, 'rtl-home')
  await begin(page, 'naija-whot')
  await turn()
  await take(page, 'rtl-table')
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  await enlarge()
  await take(page, 'big-table')
  await page.goto('/#/')
  await enlarge()
  await take(page, 'big-home')
})

test('a checked shuffle and a hint', async ({ page }) => {
  await setUp(page, 'phone', 'light')
  await table(page, 'extends = "crazy-eights"\nhand_size = 2\n')
  await page.click('[data-do="add-bot"]')
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
  await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await page.click('[data-do="hint"]')
  await take(page, 'hint')
  await playRound(page)
  await take(page, 'result-server')
  await page.click('[data-do="check"]')
  await expect(page.getByTestId('verdict')).toBeVisible()
  await take(page, 'check')
})

test('the lobby', async ({ page }) => {
  await setUp(page, 'phone', 'light')
  await page.goto('/#/make')
  await page.click('[data-do="make"]')
  await expect(page.getByTestId('link')).toBeVisible()
  await page.click('[data-do="add-bot"]')
  await take(page, 'lobby')
})
