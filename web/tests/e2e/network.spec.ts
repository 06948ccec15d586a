// Bad networks: none, and slow ones.
import { expect, test } from '@playwright/test'
import { begin, playRound, ready } from '../pagePlayer'

test('the first visit downloads little, and a later one almost nothing', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let bytes = 0
  const asked: string[] = []
  client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength))
  page.on('request', (request) => asked.push(request.url()))
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
  await expect(page.getByText('Ready to play without a network')).toBeVisible({ timeout: 60_000 })
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
