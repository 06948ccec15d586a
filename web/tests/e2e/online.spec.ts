// Tables at the server, with several browsers.
import { expect, test } from '@playwright/test'
import { person, table } from '../player'

test('somebody looks on and sees no hand; phrases are heard', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const link = await table(ada, 'extends = "crazy-eights"\n')
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
