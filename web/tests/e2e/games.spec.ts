import { expect, test } from '@playwright/test'
import { GAMES, begin, handOf, playMatch, playRound, ready, step } from '../pagePlayer'

for (const game of GAMES) {
  test(`a whole match of ${game} by taps on a phone`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await ready(page)
    await page.goto(`/#/setup/${game}`)
    // The fewest players, since some of these matches take many rounds.
    const away = page.locator('.sitter button:enabled')
    while ((await away.count()) > 0) await away.last().click()
    await page.click('[data-do="start"]')
    await page.waitForSelector('.hand .slot')
    await playMatch(page)
    await expect(page.locator('.over table tbody tr')).not.toHaveCount(0)
    expect(errors).toEqual([])
  })
}

test('several people share the device, and no card is visible while it is passed on', async ({ page }) => {
  await ready(page)
  await page.goto('/#/setup/crazy-eights')
  await page.locator('select').nth(1).selectOption('person')
  await page.click('[data-do="start"]')
  let passed = 0
  await expect
    .poll(
      async () => {
        const pass = page.locator('[data-do="taken"]')
        if (await pass.isVisible()) {
          expect(await page.locator('.hand').count()).toBe(0)
          passed += 1
          await pass.click()
        }
        return (await step(page)) || passed >= 4
      },
      { intervals: [60], timeout: 200_000 }
    )
    .toBe(true)
  expect(passed).toBeGreaterThan(0)
})

test('no hand is shown before somebody has taken the device', async ({ page }) => {
  await ready(page)
  let handSeen: (hands: number) => void = () => {}
  const hands = new Promise<number>((seen) => (handSeen = seen))
  await page.exposeFunction('handSeen', handSeen)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const hand = document.querySelector('.hand .slot, [data-do="taken"]')
      if (hand)
        (window as unknown as { handSeen: (n: number) => void }).handSeen(hand.matches('.slot') ? 1 : 0)
    }).observe(document, { subtree: true, childList: true })
  })
  await page.goto('/#/setup/crazy-eights')
  await page.locator('select').nth(1).selectOption('person')
  await page.click('[data-do="start"]')
  expect(await hands, 'the first thing to be seen is whose hand it is').toBe(0)
  await page.click('[data-do="taken"]')
  await expect(page.locator('.hand .slot').first()).toBeVisible()
  await page.reload()
  await expect(page.locator('[data-do="taken"]')).toBeVisible()
  await expect(page.locator('.hand .slot')).toHaveCount(0)
})

test('a game is resumed after a reload', async ({ page }) => {
  await ready(page)
  await begin(page, 'naija-whot')
  const hand = await page
    .locator('.hand .slot')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card).sort())
  await page.waitForTimeout(300)
  await page.reload()
  await page.waitForSelector('.hand .slot')
  const again = await page
    .locator('.hand .slot')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card).sort())
  for (const card of hand) expect(again).toContain(card)
})

test('cards fly when they are dealt or drawn, and lie still after coming back to the table', async ({
  page
}) => {
  await ready(page)
  await page.addInitScript(() => {
    const flown = new Set<string>()
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
      if (this instanceof HTMLElement && this.matches('.hand .slot')) flown.add(this.dataset.card!)
      return animate.apply(this, how)
    }
    Object.assign(window, { flown })
  })
  const flown = async () => {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.hand .slot')].every((card) => card.getAnimations().length === 0)
    )
    return page.evaluate(() => {
      const { flown } = window as unknown as { flown: Set<string> }
      const cards = [...flown]
      flown.clear()
      return cards.sort()
    })
  }
  // Deals until the player moves first.
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "crazy-eights"\nseed = 2\n')}`)
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const hand = await handOf(page)
  expect(await flown()).toEqual([...hand].sort())
  await page.getByRole('link', { name: 'How to play' }).click()
  await page.goBack()
  await expect(page.locator('.hand .slot').first()).toBeVisible()
  expect(await flown()).toEqual([])
  await page.keyboard.press('d')
  await expect(page.locator('.hand .slot')).not.toHaveCount(hand.length)
  const drawn = (await handOf(page)).filter((card) => !hand.includes(card))
  expect(await flown()).toEqual(drawn.sort())
})

test('an unplayable card shakes and the table says why; a move is taken back', async ({ page }) => {
  await ready(page)
  const stuck = page.locator('.hand .slot:not(.usable)').first()
  // Sometimes every card fits; then it deals again.
  await expect
    .poll(async () => {
      await begin(page, 'crazy-eights')
      await expect(page.locator('.turn.mine')).toBeVisible()
      return stuck.count()
    })
    .toBeGreaterThan(0)
  // In a fan only the edge of a card can be tapped.
  await stuck.click({ position: { x: 8, y: 40 } })
  await expect(page.getByTestId('status')).toHaveClass(/wrong/)
  await expect(page.locator('.shaken')).toHaveCount(1)
  const before = await page.locator('.hand .slot').count()
  await page.keyboard.press('d')
  await expect(page.locator('.hand .slot')).not.toHaveCount(before)
  await expect(page.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('u')
  await expect(page.locator('.hand .slot')).toHaveCount(before)
})

test('a game is replayed from every seat and with open cards', async ({ page }) => {
  await ready(page)
  await begin(page, 'naija-whot-duel')
  await playRound(page)
  await page.click('[data-do="replay"]')
  await page.click('[data-do="to-end"]')
  await expect(page.locator('.told')).toContainText(/ wins?( the round)?!$/)
  await page.getByRole('combobox').selectOption('open')
  await expect(page.locator('.told')).not.toContainText('still ha')
  await page.click('[data-do="step-back"]')
  await expect(page.locator('.seen').first()).toBeVisible()
})

test('a hint says what a good player would do, and why', async ({ page }) => {
  await ready(page)
  await begin(page, 'naija-whot')
  await expect(page.locator('.turn.mine')).toBeVisible()
  await page.click('[data-do="hint"]')
  await expect(page.getByTestId('status')).toHaveText(/^Hint: .+\. .+\.$/)
  await expect(page.getByTestId('live')).toContainText('Hint: ')
  await page.keyboard.press('h')
  await expect(page.getByTestId('live').locator('p', { hasText: 'Hint: ' })).toHaveCount(2)
})
