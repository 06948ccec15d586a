// What a screen reader says: everything once, in order.
import { expect, test, type Page } from '@playwright/test'
import { person, playMatch, ready, table } from '../pagePlayer'

/** Records what a screen reader says: lines that are added at the end of an existing live region. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const old = new Set<Node>()
    const isHeard = (region: Element) =>
      region.getAttribute('aria-live') === 'polite' &&
      region.getAttribute('aria-atomic') !== 'true' &&
      region.closest('[aria-hidden="true"], [inert]') === null &&
      region.checkVisibility({ visibilityProperty: true })
    const isLast = (line: Element) => line.nextElementSibling === null || !old.has(line.nextElementSibling)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role="log"]')
        if (!region || !isHeard(region)) continue
        if (type === 'characterData') heard.push(`changed: ${target.textContent}`)
        for (const line of addedNodes) {
          if (!(line instanceof Element)) continue
          heard.push(isLast(line) ? line.textContent : `too early: ${line.textContent}`)
        }
      }
      for (const line of document.querySelectorAll('[role="log"] > *')) old.add(line)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

function heardBy(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

/** The replay shows a step as one line; a screen reader says each sentence separately. */
function sentences(lines: string[]): string[] {
  return lines.join(' ').split(/(?<=\.) /)
}

test('a whole match is read out once, in order, with the words of the replay', async ({ page }) => {
  await ready(page)
  await listen(page)
  // Longer than the list that the page keeps for a screen reader.
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "naija-whot"\nrounds = 3\n')}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.click('[data-do="start"]')
  await playMatch(page)
  const heard = await heardBy(page)
  const winner = await page.locator('#result').innerText()
  await page.click('[data-do="replay"]')
  await expect(page.locator('.told')).toBeVisible()
  const told = await page.evaluate(async () => {
    const lines: string[] = []
    const bar = document.querySelector<HTMLInputElement>('.bar input')!
    for (;;) {
      lines.push(document.querySelector('.told')!.textContent)
      if (bar.value === bar.max) return lines.filter((line) => line !== '')
      document.querySelector<HTMLElement>('[data-do="step-on"]')!.click()
      await new Promise((done) => setTimeout(done))
    }
  })
  expect(heard.length).toBeGreaterThan(50)
  const deals = heard.filter((line) => /^Round \d+:/.test(line))
  expect(deals.map((line) => line.replace(/:.*/, ''))).toEqual(['Round 1', 'Round 2', 'Round 3'])
  expect(heard[0]).toBe(deals[0])
  expect(heard.at(-1)).toBe(winner)
  // The result of a round has a screen of its own, whose heading is read; the replay says it after the last card.
  const results = told.map((line) => line.match(/\S+ wins? the round!$/)?.[0]).filter((line) => line)
  expect(results).toHaveLength(3)
  const played = heard.slice(0, -1).filter((line) => !deals.includes(line))
  expect(sentences(played)).toEqual(
    sentences(told.map((line) => line.replace(/\s*\S+ wins? the round!$/, '')).filter((line) => line !== ''))
  )
})

/** Who does what: a card, a card and the suit that is called, or a draw. */
const SCRIPT: [0 | 1, string, string?][] = [
  [1, 'JS'],
  [1, 'draw'],
  [0, 'draw'],
  [1, 'draw'],
  [0, 'draw'],
  [1, '8D', 'clubs'],
  [0, 'AC'],
  [1, 'draw'],
  [0, '9C'],
  [1, 'draw'],
  [0, 'draw'],
  [1, '7C'],
  [1, '7D'],
  [1, '5D'],
  [0, '2D'],
  [1, 'draw'],
  [0, '2H'],
  [1, 'draw']
]

/** What the script sounds like to each of the two players. */
const HEARD = [
  [
    'Round 1: you deal.',
    'The 9 of Spades is turned up.',
    'Bola plays the Jack of Spades.',
    'You miss a turn.',
    'Bola draws a card.',
    'You draw the 2 of Diamonds.',
    'Bola draws a card.',
    'You draw the 2 of Hearts.',
    'Bola plays the 8 of Diamonds and calls clubs.',
    'You play the Ace of Clubs.',
    'Bola draws a card.',
    'You play the 9 of Clubs.',
    'Bola draws a card.',
    'You draw the Ace of Spades.',
    'Bola plays the 7 of Clubs.',
    'You miss a turn.',
    'Bola plays the 7 of Diamonds.',
    'You miss a turn.',
    'Bola plays the 5 of Diamonds.',
    'You play the 2 of Diamonds.',
    'Bola has 2 cards to pick up.',
    'Bola picks up 2 cards.',
    'You play the 2 of Hearts.',
    'Bola has 2 cards to pick up.',
    'Bola picks up 2 cards.'
  ],
  [
    'Round 1: Ada deals.',
    'The 9 of Spades is turned up.',
    'You play the Jack of Spades.',
    'Ada misses a turn.',
    'You draw the Queen of Diamonds.',
    'Ada draws a card.',
    'You draw the 8 of Diamonds.',
    'Ada draws a card.',
    'You play the 8 of Diamonds and call clubs.',
    'Ada plays the Ace of Clubs.',
    'You draw the 5 of Diamonds.',
    'Ada plays the 9 of Clubs.',
    'You draw the 7 of Clubs.',
    'Ada draws a card.',
    'You play the 7 of Clubs.',
    'Ada misses a turn.',
    'You play the 7 of Diamonds.',
    'Ada misses a turn.',
    'You play the 5 of Diamonds.',
    'Ada plays the 2 of Diamonds.',
    'You have 2 cards to pick up.',
    'You pick up the 3 of Hearts and the 10 of Hearts.',
    'Ada plays the 2 of Hearts.',
    'You have 2 cards to pick up.',
    'You pick up the 10 of Clubs and the King of Hearts.'
  ]
]

test('a scripted game is read out line by line, to each player from their own view', async ({ browser }) => {
  const pages = [await person(browser, 'Ada'), await person(browser, 'Bola')] as const
  for (const page of pages) await listen(page)
  const link = await table(pages[0], 'extends = "crazy-eights"\nhand_size = 2\nseed = 3\n')
  await pages[1].goto(link)
  await expect(pages[0].getByText('Bola')).toBeVisible()
  await pages[0].click('[data-do="start"]')
  await Promise.all(pages.map((page) => page.waitForSelector('.hand .slot')))
  for (const [who, card, call] of SCRIPT) {
    const page = pages[who]
    await expect(page.locator('.turn.mine')).toBeVisible()
    const before = (await heardBy(page)).length
    if (card === 'draw') await page.keyboard.press('d')
    else await page.locator(`.hand [data-card="${card}"]`).dispatchEvent('click')
    if (call) await page.getByRole('button', { name: call, exact: true }).click()
    await expect.poll(async () => (await heardBy(page)).length).toBeGreaterThan(before)
  }
  for (const [who, page] of pages.entries()) expect(await heardBy(page)).toEqual(HEARD[who])
})

test('a person who takes the device hears what they missed, and nothing that only another may know', async ({
  page
}) => {
  await ready(page)
  await page.goto(`/#/rules/text/${encodeURIComponent('extends = "crazy-eights"\nseed = 3\n')}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await page.locator('select').nth(1).selectOption('person')
  await page.getByLabel('Name of player 2').fill('Obi')
  await page.click('[data-do="start"]')
  const [taken, mine, live] = [
    page.locator('[data-do="taken"]'),
    page.locator('.turn.mine'),
    page.getByTestId('live')
  ]
  const told: string[] = []
  while (told.length < 3) {
    await expect(mine.or(taken)).toBeVisible()
    if (await taken.isVisible()) {
      await taken.click()
      await expect(mine).toBeVisible()
      const heard = (await live.innerText()).split('\n')
      expect(heard.join(' ')).not.toMatch(/You (draw|pick up|play) the/)
      told.push(heard.at(-1)!)
    }
    const before = await live.innerText()
    await page
      .getByRole('button', { name: /Draw a card|Pick up/ })
      .last()
      .click()
    // If the other is skipped, the same person continues.
    await expect.poll(async () => (await taken.isVisible()) || (await live.innerText()) !== before).toBe(true)
  }
  expect(told.every((line) => line !== '')).toBe(true)
})
