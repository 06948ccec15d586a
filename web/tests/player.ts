// Somebody who plays by looking at the page and tapping, without knowing any rule.
import { expect, type Browser, type Page } from '@playwright/test'
import games from '../src/generated/games.json' with { type: 'json' }

export const GAMES = games.map((game) => game.name)

/** A page on which computer players hardly think. */
export async function ready(page: Page, settings: Record<string, unknown> = {}) {
  const kept = JSON.stringify({ name: 'Ada', speed: 'quick', ...settings })
  await page.addInitScript((text) => {
    if (!localStorage.getItem('lastcard.settings')) localStorage.setItem('lastcard.settings', text)
  }, kept)
}

/** Opens the first screen and plays a game with one tap. */
export async function begin(page: Page, game: string) {
  await page.goto('/')
  await page.click(`[data-game="${game}"]`)
  await page.waitForSelector('.hand .slot')
}

/** Does one thing, if there is anything to do; whether the round is over. */
export async function step(page: Page): Promise<boolean> {
  const what = await page.evaluate(() => {
    const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    if (find('.over').length > 0) return 'over'
    const press = (element: HTMLElement | undefined) => element?.click()
    const strong = find('.actions .strong')
    const choose = find('[data-do="choose"]')
    const usable = find('.hand .slot.usable')
    const other = find('.actions button:not([data-do="cancel"])')
    if (strong.length > 0) press(strong[0])
    else if (choose.length > 0) press(choose[Math.floor(Math.random() * choose.length)])
    else if (usable.length > 0) press(usable[Math.floor(Math.random() * usable.length)])
    else if (other.length > 0) press(other[0])
    return 'on'
  })
  return what === 'over'
}

/** Plays until the round is over. */
export async function playRound(page: Page) {
  await expect
    .poll(() => step(page), { intervals: [60], timeout: 240_000 })
    .toBe(true)
}

/** Goes on from round to round until the match is over. */
export async function playMatch(page: Page) {
  await expect
    .poll(
      async () => {
        if (!(await step(page))) return false
        const next = page.locator('[data-do="next"]')
        if ((await next.count()) > 0) await next.click()
        return (await page.locator('[data-do="rematch"]').count()) > 0
      },
      { intervals: [60], timeout: 280_000 }
    )
    .toBe(true)
}

/** A page of somebody who comes to a server, with a browser of its own. */
export async function person(browser: Browser, name: string, settings: Record<string, unknown> = {}): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await ready(page, { name, ...settings })
  return page
}

/** Makes a table by these rules at a server, and gives its link. */
export async function table(host: Page, rules: string, at = '', more: (host: Page) => Promise<void> = async () => {}): Promise<string> {
  await host.goto(`${at}/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(host.locator('details').nth(2)).toBeVisible()
  await host.click('[data-do="use"]')
  await host.goto(`${at}/#/make`)
  await more(host)
  await host.click('[data-do="make"]')
  return host.getByTestId('link').inputValue()
}

/** The cards in the hand that a page shows. */
export function handOf(page: Page): Promise<string[]> {
  return page.locator('.hand .slot').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card!))
}
