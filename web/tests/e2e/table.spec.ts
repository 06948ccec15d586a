// What the table shows and asks.
import { expect, test, type Page } from '@playwright/test'
import { ready } from '../pagePlayer'

/** Starts a game by these rules against computer players. */
async function start(page: Page, rules: string) {
  await ready(page)
  await page.goto(`/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
}

test('twenty cards fit on the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await start(page, 'extends = "uno-classic"\nhand_size = 20\nplayers = 2\n')
  await expect(page.locator('.hand .slot')).toHaveCount(20)
  await page.waitForTimeout(700)
  const outside = await page.locator('.hand .slot').evaluateAll((slots) =>
    slots.flatMap((slot) => {
      const { left, right, top, bottom } = slot.getBoundingClientRect()
      return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight
        ? [left, right, top, bottom]
        : []
    })
  )
  expect(outside).toEqual([])
})

test('ten players fit on the smallest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await start(page, 'extends = "uno-classic"\nplayers = 10\n')
  await expect(page.locator('.seat')).toHaveCount(9)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(568)
})

test('what a player wants to know is never cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await start(page, 'extends = "yaniv"\nseed = 1\n')
  await expect(page.locator('.turn.mine')).toBeVisible()
  await page.locator('.hand .slot.usable').first().click()
  const facts = page.getByTestId('facts').locator('span')
  await expect(facts).toHaveCount(2)
  const cut = await facts.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)
  )
  expect(cut).toEqual([])
})

test('picking up and challenging stand beside each other, below whose turn it is', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  const effects = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank} = "wild + pick 4"\n`)
  await start(page, `extends = "uno-classic"\nplayers = 2\n[effects]\n${effects.join('')}`)
  const challenge = page.locator('[data-do="challenge"]')
  await expect(async () => {
    await page.keyboard.press('d')
    if (await page.locator('[data-do="pass"]').isVisible()) await page.click('[data-do="pass"]')
    await expect(challenge).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const [pick, other, turn] = await Promise.all(
    [page.locator('[data-do="draw"]'), challenge, page.locator('.turn')].map((one) => one.boundingBox())
  )
  expect(pick!.y).toBe(other!.y)
  expect(pick!.y).toBeGreaterThanOrEqual(turn!.y + turn!.height)
})

test('the title is in the middle', async ({ page }) => {
  await start(page, 'extends = "naija-whot"\n')
  const box = (await page.locator('h1').boundingBox())!
  expect(Math.abs(box.x + box.width / 2 - 180)).toBeLessThan(1.5)
})

test('a drawn card that does not fit is kept without a question, where nobody else plays', async ({
  page
}) => {
  // It draws until a card does not fit; with so many cards nobody is out before.
  await start(page, 'extends = "uno-classic"\nhand_size = 15\nplayers = 2\nseed = 2\n')
  const asked: string[] = []
  for (let turn = 0; turn < 12; turn++) {
    await expect(page.locator('.turn.mine, .over')).not.toHaveCount(0)
    if ((await page.locator('.over').count()) > 0) break
    await page.keyboard.press('d')
    await page.waitForTimeout(300)
    const usable = await page.locator('.hand .slot.usable').count()
    if (usable > 0 && (await page.locator('[data-do="pass"]').count()) > 0)
      await page.click('[data-do="pass"]')
    else if ((await page.locator('[data-do="pass"]').count()) > 0) {
      asked.push('alone')
      // It goes away by itself.
      await expect(page.locator('[data-do="pass"]')).toHaveCount(0)
    }
  }
  expect(asked.length).toBeGreaterThan(0)
})
