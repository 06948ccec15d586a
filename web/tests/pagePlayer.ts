// A player who looks at the page and taps, without knowing any rule.
import { expect, type Browser, type Page, type Worker } from '@playwright/test'
import games from '../src/generated/games.json' with { type: 'json' }

export const GAMES = games.map((game) => game.name)

/** Prepares a page whose bots move quickly. */
export async function ready(page: Page, settings: Record<string, unknown> = {}) {
  const kept = JSON.stringify({ name: 'Ada', speed: 'quick', level: 'medium', ...settings })
  await page.addInitScript((text) => {
    if (!localStorage.getItem('lastcard.settings')) localStorage.setItem('lastcard.settings', text)
  }, kept)
  page.on('worker', (worker) => void hurry(worker).catch(() => {}))
}

/** Advances the worker's clock where a bot would only wait. */
function hurry(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const [now, wait] = [Date.now, setTimeout]
    let ahead = 0
    Date.now = () => now() + ahead
    const sooner = (wake: () => void, millis: number) => {
      // Longer timers are turn limits of people.
      if (millis >= 1_000) return wait(wake, millis)
      ahead += millis
      return wait(wake)
    }
    Object.assign(globalThis, { setTimeout: sooner })
  })
}

/** Opens the first screen and starts a game with one tap. */
export async function begin(page: Page, game: string) {
  await page.goto('/')
  await page.click(`[data-game="${game}"]`)
  await page.waitForSelector('.hand .slot')
}

/** Makes one tap if there is something to do; returns whether the round is over. Runs inside the page. */
function does(): boolean {
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const any = (elements: HTMLElement[]) => elements[Math.floor(Math.random() * elements.length)]
  if (find('.over').length > 0) return true
  const strong = find('.actions .strong')[0]
  const other = find('.actions button:not([data-do="cancel"])')[0]
  const next = strong ?? any(find('[data-do="choose"]')) ?? any(find('.hand .slot.usable')) ?? other
  next?.click()
  return false
}

/** Makes one tap if there is something to do; returns whether the round is over. */
export function step(page: Page): Promise<boolean> {
  return page.evaluate(does)
}

/** Plays until an element appears. The loop runs inside the page, which is faster than from outside. */
async function goOn(page: Page, until: string) {
  await page.evaluate(
    async ([text, end]) => {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the function runs inside the page
      const does = new Function(`return (${text})()`) as () => boolean
      while (document.querySelector(end!) === null) {
        if (does()) document.querySelector<HTMLElement>('[data-do="next"]')?.click()
        await new Promise((done) => setTimeout(done, 20))
      }
    },
    [does.toString(), until]
  )
}

/** Plays until the round is over. */
export async function playRound(page: Page) {
  await goOn(page, '.over')
}

/** Plays round after round until the match is over. */
export async function playMatch(page: Page) {
  await goOn(page, '[data-do="rematch"]')
}

/** The page of a player with a browser of their own. */
export async function person(
  browser: Browser,
  name: string,
  settings: Record<string, unknown> = {}
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await ready(page, { name, ...settings })
  return page
}

/** Makes a table with these rules at a server, and returns its link. */
export async function table(
  host: Page,
  rules: string,
  at = '',
  more: (host: Page) => Promise<void> = async () => {}
): Promise<string> {
  await host.goto(`${at}/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(host.locator('details').nth(2)).toBeVisible()
  await host.click('[data-do="use"]')
  await host.goto(`${at}/#/make`)
  await more(host)
  await host.click('[data-do="make"]')
  return host.getByTestId('link').inputValue()
}

/** The cards in the hand on the page. */
export function handOf(page: Page): Promise<string[]> {
  return page
    .locator('.hand .slot')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card!))
}
