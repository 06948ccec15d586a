// The first screen: the language of the browser, and the level of the first game.
import { expect, test } from '@playwright/test'
import { ready } from '../pagePlayer'

test.describe('in a browser that speaks Pidgin', () => {
  test.use({ locale: 'pcm-NG' })
  test('the page does too, until another language is chosen', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Choose game' })).toBeVisible()
    await page.locator('.language select').selectOption('en')
    await expect(page.getByRole('heading', { name: 'Pick a game' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pick a game' })).toBeVisible()
  })
})

test('the first game asks for the level, later games do not', async ({ page }) => {
  await ready(page, { level: '' })
  await page.goto('/')
  await page.click('[data-game="crazy-eights"]')
  await page.click('[data-level="hard"]')
  await page.waitForSelector('.hand .slot')
  await page.goto('/#/setup/crazy-eights')
  await expect(page.locator('select').nth(1)).toHaveValue('hard')
  await page.goto('/#/')
  await page.click('[data-game="naija-whot"]')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.waitForSelector('.hand .slot')
})

test('a rule file with mistakes never shows the rules of another game', async ({ page }) => {
  await ready(page)
  const rules = 'extends = "yaniv"\nhand_size = "many"\n'
  await page.goto(`/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(page.getByRole('alert')).toContainText('Line 2')
  await expect(page.locator('[data-do="use"], [data-key]')).toHaveCount(0)
  await page.locator('textarea').fill('extends = "yaniv"\nhand_size = 6\n')
  await page.click('[data-do="read"]')
  await expect(page.locator('[data-do="use"]')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('combobox').first()).toHaveValue('yaniv')
})
