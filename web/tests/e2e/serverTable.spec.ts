// Tables at the server, with several browsers.
import { expect, test } from '@playwright/test'
import { person, table } from '../pagePlayer'

test('a spectator sees no hand; phrases are heard', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const link = await table(ada, 'extends = "crazy-eights"\n')
  await ada.click('[data-do="add-bot"]')
  await ada.click('[data-do="start"]')
  await ada.waitForSelector('.hand .slot')
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await guest.click('[data-do="watch"]')
  await guest.waitForSelector('.play-area')
  expect(await guest.locator('.hand .slot').count()).toBe(0)
  await ada.getByRole('button', { name: 'Menu' }).click()
  await ada.getByRole('button', { name: 'Say something' }).click()
  await ada.getByRole('button', { name: 'Good luck!' }).click()
  await expect(ada.getByTestId('live')).toContainText('Ada: Good luck!')
})

test('the maker of the table starts the game, or anyone once the maker has left', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const link = await table(ada, 'extends = "crazy-eights"\n')
  const bola = await person(browser, 'Bola')
  await bola.goto(link)
  await expect(bola.getByText('Ada opened this table and will start the game.')).toBeVisible()
  await expect(bola.locator('[data-do="start"], [data-do="add-bot"]')).toHaveCount(0)
  await expect(ada.locator('[data-do="start"]')).toBeEnabled()
  await ada.getByRole('button', { name: 'Leave the table' }).click()
  await bola.click('[data-do="add-bot"]')
  await bola.click('[data-do="start"]')
  await bola.waitForSelector('.hand .slot')
})

test('a card that does not fit is asked about once, and the connection is not taken for dead', async ({
  browser
}) => {
  const ada = await person(browser, 'Ada')
  let [lines, questions] = [0, 0]
  ada.on('websocket', (socket) => {
    lines += 1
    socket.on('framesent', ({ payload }) => (questions += Number(String(payload).includes('"do":"ask"'))))
  })
  await ada.clock.install()
  const bola = await person(browser, 'Bola')
  await bola.goto(await table(ada, 'extends = "crazy-eights"\nseed = 7\n'))
  await expect(ada.getByText('Bola')).toBeVisible()
  await ada.click('[data-do="start"]')
  await ada.clock.runFor(2_000)
  await ada.waitForSelector('.hand .slot.usable')
  await ada.locator('.hand .slot:not(.usable)').first().dispatchEvent('click')
  await expect(ada.locator('.shaken')).toBeVisible()
  await ada.clock.runFor(30_000)
  expect([lines, questions]).toEqual([1, 1])
})
