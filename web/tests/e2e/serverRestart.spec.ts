// The server is killed during a game and restarted: nothing is lost, nothing is done twice.
import { expect, test } from '@playwright/test'
import { Server } from '../testServer'
import { handOf, ready, step } from '../pagePlayer'

test('the page continues by itself after the server is killed and restarted', async ({ page }) => {
  const server = await Server.started()
  try {
    await ready(page)
    await page.goto(`${server.address}/#/make`)
    await page.getByLabel('Pick a game').selectOption('crazy-eights')
    await page.click('[data-do="make"]')
    await page.click('[data-do="add-bot"]')
    await page.click('[data-do="start"]')
    await page.waitForSelector('.hand .slot')
    await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
    const hand = () => handOf(page)
    const before = await hand()
    await server.kill()
    await expect(page.getByTestId('status')).toContainText('Connection lost')
    expect(await hand()).toEqual(before)
    // A move made while disconnected is kept and made once.
    await page.keyboard.press('d')
    await server.start()
    await expect(page.getByTestId('status')).not.toContainText('Connection lost', { timeout: 60_000 })
    await expect(page.locator('.hand .slot')).toHaveCount(before.length + 1)
    await page.reload()
    await page.waitForSelector('.hand .slot')
    const after = await hand()
    for (const card of before) expect(after).toContain(card)
    // The game continues, move by move.
    const log = () => page.getByTestId('live').locator('p').last().innerText()
    const heard = new Set<string>()
    await expect
      .poll(
        async () => {
          const over = await step(page)
          heard.add(await log().catch(() => ''))
          return over || heard.size > 8
        },
        { intervals: [100], timeout: 240_000 }
      )
      .toBe(true)
  } finally {
    await server.kill()
  }
})
