// Tables at the server, with several browsers.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { ready, step } from '../player'

async function person(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await ready(page, { name })
  return page
}

async function table(host: Page): Promise<string> {
  await host.goto('/#/make')
  await host.getByLabel('Pick a game').selectOption('crazy-eights')
  await host.click('[data-do="make"]')
  return host.getByTestId('link').inputValue()
}

/** The number of the position and the cards that a page shows. */
async function shown(page: Page) {
  return page.evaluate(() => ({
    top: document.querySelector<HTMLElement>('[data-top]')?.dataset.top,
    hand: [...document.querySelectorAll<HTMLElement>('.hand .slot')].map((card) => card.dataset.card)
  }))
}

test('two browsers play a round by link; one is loaded again, cut off, and opened twice', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const bola = await person(browser, 'Bola')
  const link = await table(ada)
  await bola.goto(link)
  await expect(ada.getByText('Bola')).toBeVisible()
  await ada.click('[data-do="start"]')
  await ada.waitForSelector('.hand .slot')
  await bola.waitForSelector('.hand .slot')

  for (let at = 0; at < 12; at++) {
    await step(ada)
    await step(bola)
    await ada.waitForTimeout(80)
  }
  // Loaded again, the page shows what it showed.
  await ada.waitForTimeout(500)
  const before = await shown(bola)
  if ((await bola.locator('.over').count()) === 0) {
    await bola.reload()
    await bola.waitForSelector('.hand .slot')
    expect(await shown(bola)).toEqual(before)

    // A cut line comes back by itself.
    await bola.context().setOffline(true)
    await bola.waitForTimeout(300)
    await bola.context().setOffline(false)

    // A second window takes the table over; the first says so and can take it back.
    const second = await bola.context().newPage()
    await second.goto(link)
    await second.waitForSelector('.hand .slot')
    await expect(bola.locator('[data-do="take-back"]')).toBeVisible()
    await second.close()
    await bola.click('[data-do="take-back"]')
    await bola.waitForSelector('.hand .slot')
  }
  await expect
    .poll(async () => (await Promise.all([step(ada), step(bola)])).every(Boolean), { intervals: [60], timeout: 240_000 })
    .toBe(true)
  // Both screens tell the same result.
  const result = (page: Page) => page.locator('.over tbody').innerText()
  expect(await result(ada)).toBe(await result(bola))
})

test('somebody looks on and sees no hand; phrases are heard', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const link = await table(ada)
  await ada.click('[data-do="add-bot"]')
  await ada.click('[data-do="start"]')
  await ada.waitForSelector('.hand .slot')
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await guest.click('[data-do="watch"]')
  await guest.waitForSelector('.felt')
  expect(await guest.locator('.hand .slot').count()).toBe(0)
  await ada.getByRole('button', { name: 'Menu' }).click()
  await ada.getByRole('button', { name: 'Say something' }).click()
  await ada.getByRole('button', { name: 'Good luck!' }).click()
  await expect(ada.getByTestId('live')).toContainText('Ada: Good luck!')
})
