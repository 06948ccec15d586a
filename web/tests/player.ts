// Somebody who plays by looking at the page and tapping, without knowing any rule.
import { expect, type Page } from '@playwright/test'
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
