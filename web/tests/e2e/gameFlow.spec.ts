// What a player meets around the cards: being out, the result, names, and games in progress.
import { expect, test, type Page } from '@playwright/test'
import { begin, handOf, playRound, ready, step } from '../pagePlayer'

/** Starts a game by these rules with the usual players. */
async function startWith(page: Page, rules: string) {
  await page.goto(`/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
}

/** Plays matches until this player goes out of one that the others still play. */
async function playUntilOut(page: Page) {
  const out = page.getByTestId('out')
  await expect(async () => {
    for (let tap = 0; tap < 200 && (await out.count()) === 0; tap++) {
      if (await step(page)) await page.locator('[data-do="rematch"]').click()
      await page.waitForTimeout(20)
    }
    expect(await out.count()).toBe(1)
  }).toPass({ timeout: 240_000 })
}

test('a player who is out sees the place at once and skips to the result', async ({ page }) => {
  // Without the faster clock of the other tests the rest of a round takes long enough to be skipped.
  await page.addInitScript(() =>
    localStorage.setItem('lastcard.settings', JSON.stringify({ name: 'Ada', speed: 'quick' }))
  )
  await startWith(page, 'extends = "crazy-eights"\nhand_size = 2\n')
  await playUntilOut(page)
  const panel = page.getByTestId('out')
  const place = /You finish (1st|2nd)!/.exec((await panel.textContent()) ?? '')?.[1]
  expect(place).toBeTruthy()
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-do="skip"]')?.click())
  await expect(page.locator('.over tr.you')).toContainText(place!)
})

test('the last card is seen before the result, which says why the round ended', async ({ page }) => {
  await ready(page)
  // A match of several rounds: one that is over is not kept for a reload.
  await begin(page, 'yaniv')
  await page.evaluate(() => {
    const times = { over: 0, result: 0 }
    Object.assign(globalThis, { times })
    new MutationObserver(() => {
      if (!times.over && document.querySelector('.own[inert]')) times.over = performance.now()
      if (!times.result && document.querySelector('.over')) times.result = performance.now()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  await playRound(page)
  const { over, result } = await page.evaluate(
    () => (globalThis as unknown as { times: { over: number; result: number } }).times
  )
  expect(over).toBeGreaterThan(0)
  expect(result - over).toBeGreaterThan(1_000)
  await expect(page.getByTestId('why')).not.toBeEmpty()
  await page.reload()
  await expect(page.getByTestId('why')).not.toBeEmpty()
})

test('players who have finished keep their places behind the result', async ({ page }) => {
  await ready(page)
  await startWith(page, 'extends = "crazy-eights"\nhand_size = 2\n')
  await playRound(page)
  const seats = page.locator('.seat')
  const counts = await seats.locator('.count').allTextContents()
  expect(counts, 'nobody is left with a bare 0').not.toContain('0')
  await expect(seats.locator('.place').first()).toHaveText(/1st|2nd|3rd/)
  await expect(seats.locator('.note'), 'a single round has no points').toHaveCount(0)
})

test('a question covers the line below it, and the score stays beside the hand', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await ready(page)
  await begin(page, 'yaniv')
  await expect(page.locator('.turn.mine')).toBeVisible()
  await page.locator('.hand .slot.usable').first().click()
  await expect(page.locator('.sheet.raised p')).toBeVisible()
  await expect(page.locator('.turn.mine')).toBeHidden()
  const left = (place: string) => page.locator(place).evaluate((all) => all.getBoundingClientRect().left)
  expect(Math.abs((await left('.facts span >> nth=0')) - (await left('.hand .slot >> nth=0')))).toBeLessThan(
    200
  )
  await page.locator('[data-do="cancel"]').click()
  await expect(page.locator('.turn.mine')).toBeVisible()
})

test('who keeps the hand can say so, after everybody to swap with', async ({ page }) => {
  await ready(page)
  const swaps = Array.from({ length: 8 }, (_, at) => `${at + 1} = "swap"\n`).join('')
  await startWith(page, `extends = "uno-swap"\n[effects]\n${swaps}`)
  const question = page.locator('.sheet.raised p')
  await expect(async () => {
    if ((await question.textContent({ timeout: 500 }).catch(() => '')) === 'Swap hands with:') return
    await step(page)
    throw new Error('no swap card has been chosen')
  }).toPass({ intervals: [50], timeout: 60_000 })
  const answers = page.locator('[data-do="choose"]')
  await expect(answers).toHaveCount(4)
  await expect(answers.last()).toHaveText('Keep your hand')
  await expect(answers.last()).toHaveClass(/plain/)
})

test('Yaniv shows what the hand is worth and what a throw would leave', async ({ page }) => {
  await ready(page)
  await begin(page, 'yaniv')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const facts = page.getByTestId('facts')
  await expect(facts).toContainText(/Hand: \d+/)
  await expect(facts).toContainText('Score: 0, over 200 is out')
  await page.locator('.hand .slot.usable').first().click()
  await expect(facts).toContainText(/Hand: \d+\s→ \d+ \+ \?/)
})

test('people without names are told apart', async ({ page }) => {
  await ready(page, { name: '' })
  await page.goto('/#/setup/uno-classic')
  await page.locator('select').nth(1).selectOption('person')
  await expect(page.getByLabel('Name of player 2')).toHaveValue('Player 2')
  await page.getByLabel('Name of player 2').fill('')
  await page.click('[data-do="start"]')
  await expect(page.getByRole('heading', { name: /^Pass the device to Player [12]$/ })).toBeVisible()
  await page.click('[data-do="taken"]')
  const name = page.locator('.seat .name', { hasText: /^Player [12]$/ })
  await expect(name).toBeVisible()
  expect(await name.evaluate((all) => all.scrollWidth - all.clientWidth), 'it is shown in full').toBe(0)
})

test('a new game leaves the one before in the list, and a deleted one is gone', async ({ page }) => {
  await ready(page)
  await begin(page, 'naija-whot')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const hand = await handOf(page)
  await begin(page, 'yaniv')
  await page.goto('/')
  const list = page.getByTestId('saved-games')
  await expect(list.locator('[data-do="go-on"]')).toHaveCount(2)
  await list.locator('summary').click()
  await list.getByRole('button', { name: /^Continue Naija Whot/ }).click()
  await expect(page.locator('.turn.mine')).toBeVisible()
  expect(await handOf(page)).toEqual(hand)
  await page.reload()
  await expect(page.locator('.turn.mine')).toBeVisible()
  expect(await handOf(page), 'a reload resumes the same game').toEqual(hand)
  await page.goto('/')
  await list.locator('summary').click()
  await list.getByRole('button', { name: 'Delete this game of Yaniv' }).click()
  await list.locator('[data-do="delete-game"]').click()
  await expect(list.locator('[data-do="go-on"]')).toHaveCount(1)
  await page.reload()
  await expect(list.locator('[data-do="go-on"]')).toHaveCount(1)
})
