// Nothing on the table jumps: events change what is shown, never where it is.
import { expect, test, type Page } from '@playwright/test'
import { begin, playRound, ready } from '../pagePlayer'

interface Shift {
  value: number
  moved: string[]
}

/** Collects every shift from now on. The player's taps are made by a script, so none counts as caused by input. */
function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Entry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
    const described = ({ node, previousRect, currentRect }: Entry['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.outerHTML.slice(0, 160)}: ${place(previousRect)} to ${place(currentRect)}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved: entry.sources.map(described) })
    }).observe({ type: 'layout-shift' })
  })
}

const PHONE = { width: 360, height: 740 }
const SMALL = { width: 320, height: 568 }
const DESKTOP = { width: 1280, height: 800 }
const LANDSCAPE = { width: 740, height: 360 }

for (const [game, size] of [
  ['naija-whot', PHONE],
  ['uno-classic', SMALL],
  ['yaniv', PHONE],
  ['crazy-eights', DESKTOP],
  ['uno-swap', LANDSCAPE]
] as const) {
  test(`nothing shifts in a round of ${game} at ${size.width} by ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size)
    await ready(page)
    await begin(page, game)
    // The cards have been dealt, and the click that started the game is not recent any more.
    await page.waitForTimeout(1_000)
    await watchShifts(page)
    await playRound(page)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    expect(shifts).toEqual([])
  })
}
