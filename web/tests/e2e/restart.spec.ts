// The server is killed in the middle of a game and started again: nothing is lost, nothing is done twice.
import { expect, test } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ready, step } from '../player'

const port = Number(process.env.LASTCARD_PORT ?? 7878) + 101
const address = `http://127.0.0.1:${port}`

async function serve(data: string): Promise<ChildProcess> {
  const words = ['serve', '--listen', `127.0.0.1:${port}`, '--limits', 'off', '--data', data]
  const server = spawn('../target/debug/lastcard', words, { stdio: 'ignore' })
  for (;;) {
    if (await fetch(`${address}/livez`).then((reply) => reply.ok, () => false)) return server
    await new Promise((done) => setTimeout(done, 100))
  }
}

test('the server is killed and comes back; the page plays on by itself', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'lastcard-restart-'))
  let server = await serve(data)
  try {
    await ready(page)
    await page.goto(`${address}/#/make`)
    await page.getByLabel('Pick a game').selectOption('crazy-eights')
    await page.click('[data-do="make"]')
    await page.click('[data-do="add-bot"]')
    await page.click('[data-do="start"]')
    await page.waitForSelector('.hand .slot')
    await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
    const hand = () => page.locator('.hand .slot').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card))
    const before = await hand()
    server.kill('SIGKILL')
    await expect(page.getByTestId('status')).toContainText('The line is cut')
    expect(await hand()).toEqual(before)
    // A move made while the line is cut is kept and made once.
    await page.keyboard.press('d')
    server = await serve(data)
    await expect(page.getByTestId('status')).not.toContainText('The line is cut', { timeout: 60_000 })
    await expect(page.locator('.hand .slot')).toHaveCount(before.length + 1)
    await page.reload()
    await page.waitForSelector('.hand .slot')
    const after = await hand()
    for (const card of before) expect(after).toContain(card)
    // And the game goes on, move by move.
    const log = () => page.getByTestId('live').locator('p').last().innerText()
    const heard = new Set<string>()
    await expect
      .poll(async () => {
        const over = await step(page)
        heard.add(await log().catch(() => ''))
        return over || heard.size > 8
      }, { intervals: [100], timeout: 240_000 })
      .toBe(true)
  } finally {
    server.kill('SIGKILL')
  }
})
