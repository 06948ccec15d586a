// Bad networks: none, and slow ones.
import { expect, test, type Page } from '@playwright/test'
import { begin, playRound, ready } from '../pagePlayer'

/** The player's browser is set to save data. */
async function savesData(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  )
}

test('the engine is downloaded when the first screen is complete and at rest', async ({ page }) => {
  const complete = page.waitForEvent('load')
  const engine = page.waitForRequest(/\.wasm$/)
  await page.goto('/')
  await Promise.race([complete, engine.then(() => Promise.reject(new Error('before the first screen')))])
  await engine
})

test('a game that is tapped at once says how much of the engine has arrived', async ({ page }) => {
  await ready(page)
  await page.goto('/')
  await page.locator('[data-game="naija-whot"]').evaluate((button) => {
    const texts: string[] = []
    Object.assign(window, { texts })
    const note = () => texts.push(button.textContent)
    new MutationObserver(note).observe(button, { subtree: true, childList: true, characterData: true })
  })
  await page.click('[data-game="naija-whot"]')
  await expect(page.locator('.hand .slot')).not.toHaveCount(0)
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts.join('; '))
  expect(texts).toMatch(/Loading… \d+%/)
})

test('the first visit downloads little, and a later one almost nothing', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let bytes = 0
  const asked: string[] = []
  client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength))
  page.on('request', (request) => asked.push(request.url()))
  await savesData(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([])
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
  console.log(`first screen: ${bytes} bytes in ${asked.length} requests`)
  bytes = 0
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(bytes).toBeLessThan(10_000)
  console.log(`later visit: ${bytes} bytes`)
})

test('a whole round is played offline', async ({ page, context }) => {
  await ready(page)
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await page.click('[data-do="keep"]')
  await expect(page.getByText('Ready to play offline')).toBeVisible({ timeout: 60_000 })
  await context.setOffline(true)
  await page.reload()
  await begin(page, 'mau-mau')
  await playRound(page)
  await expect(page.locator('.over tbody tr')).not.toHaveCount(0)
  await page.goto('/#/guide/yaniv')
  await expect(page.locator('.picture').first()).toBeVisible()
})

test('on a slow network the first screen appears and a game starts', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  // Chromium's slow 3G.
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000
  })
  await ready(page)
  await page.goto('/')
  await begin(page, 'naija-whot')
  await expect(page.locator('.hand .slot')).not.toHaveCount(0)
})
