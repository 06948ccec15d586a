// Real touches, as a thumb makes them: everything can be reached, and nothing covers it.
import { expect, test } from '@playwright/test'
import { begin, ready } from '../pagePlayer'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } })

/** Where to touch next: the middle of a button, or the uncovered part of a card. */
function whereNext(): { x: number; y: number } | string {
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  if (find('.over').length > 0) return 'over'
  const button = find('.actions .strong')[0] ?? find('[data-do="choose"]')[0]
  const next = button ?? find('.hand .slot.usable')[0] ?? find('.actions button:not([data-do="cancel"])')[0]
  if (!next) return 'wait'
  next.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = next.getBoundingClientRect()
  for (let across = 0; across < 20; across++) {
    for (let down = 0; down < 20; down++) {
      // A finger needs some room around its target.
      const [x, y] = [left + (width * (across + 0.5)) / 20, top + (height * (down + 0.5)) / 20]
      const around = [
        [0, 0],
        [-8, 0],
        [8, 0],
        [0, -12],
        [0, 12]
      ].map(([dx, dy]) => document.elementFromPoint(x + dx!, y + dy!))
      if (around.every((element) => element && next.contains(element))) return { x, y }
    }
  }
  return `cannot be touched: ${next.outerHTML.slice(0, 200)}`
}

for (const game of ['naija-whot', 'yaniv', 'uno-classic']) {
  test(`a round of ${game} by touch on the smallest phone`, async ({ page }) => {
    await ready(page)
    await begin(page, game)
    let touches = 0
    await expect
      .poll(
        async () => {
          const where = await page.evaluate(whereNext)
          if (typeof where === 'object') {
            await page.touchscreen.tap(where.x, where.y)
            touches += 1
          } else if (where !== 'wait' && where !== 'over') {
            // Tries again while something is still moving, however slow the machine is.
            const hindrance = async () => {
              const again = await page.evaluate(whereNext)
              return typeof again === 'string' ? again : ''
            }
            await expect.poll(hindrance, { timeout: 30_000 }).not.toContain('cannot')
          }
          // A round can be over with the first touch; then it starts another.
          if (where === 'over' && touches < 6) await page.tap('[data-do="next"], [data-do="rematch"]')
          return where === 'over' && touches >= 6
        },
        { intervals: [60], timeout: 200_000 }
      )
      .toBe(true)
  })
}
