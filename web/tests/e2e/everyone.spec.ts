// For everyone: keys, screen readers, strangers' texts.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { begin, playRound, ready } from '../player'

async function clean(page: Page, what: string) {
  await page.waitForTimeout(500)
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const told = found.violations.map((one) => `${what}: ${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)
  expect(told).toEqual([])
}

for (const look of ['light', 'dark']) {
  test(`axe finds nothing on any screen (${look})`, async ({ page }) => {
    await ready(page, { look })
    await page.goto('/')
    await clean(page, 'home')
    for (const address of ['setup/naija-whot', 'settings', 'make', 'guide/uno-classic', 'compare']) {
      await page.goto(`/#/${address}`)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.getByText('One moment…')).toHaveCount(0)
      await clean(page, address)
    }
    await page.goto('/#/rules/naija-whot')
    await expect(page.locator('details').nth(2)).toBeVisible()
    await page.locator('summary').first().click()
    await clean(page, 'rules')
    await begin(page, 'naija-whot-duel')
    await expect(page.locator('.turn.mine')).toBeVisible()
    await clean(page, 'table')
    await page.getByRole('button', { name: 'Menu' }).click()
    await clean(page, 'menu')
    await page.keyboard.press('Escape')
    await playRound(page)
    await clean(page, 'result')
    await page.click('[data-do="replay"]')
    await expect(page.locator('.told')).toBeVisible()
    await clean(page, 'replay')
  })
}

/** Presses a key until what is focused fits. */
async function until(page: Page, key: string, selector: string) {
  for (let at = 0; at < 60; at++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${selector} cannot be reached with ${key}`)
}

test('a whole round by keys alone', async ({ page }) => {
  await ready(page)
  await page.goto('/')
  await until(page, 'Tab', '[data-game="crazy-eights"]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.hand .slot')
  for (let turn = 0; turn < 4000; turn++) {
    const state = await page.evaluate(() => {
      if (document.querySelector('.over')) return 'over'
      if (document.querySelector('[data-do="choose"]')) return 'choose'
      if (document.querySelector('.hand .slot.usable')) return 'card'
      return document.querySelector('.actions button') ? 'other' : 'wait'
    })
    if (state === 'over') break
    if (state === 'wait') await page.waitForTimeout(60)
    if (state === 'choose') {
      await until(page, 'Shift+Tab', '[data-do="choose"]')
      await page.keyboard.press('Enter')
    }
    if (state === 'other') {
      await until(page, 'Shift+Tab', '.actions button')
      await page.keyboard.press('Enter')
    }
    if (state === 'card') {
      await until(page, 'Tab', '.hand .slot')
      await page.keyboard.press('Home')
      const steps = await page.evaluate(() => [...document.querySelectorAll('.hand .slot')].findIndex((card) => card.matches('.usable')))
      for (let at = 0; at < steps; at++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    }
  }
  await expect(page.locator('.over')).toBeVisible()
  await until(page, 'Tab', '[data-do="next"], [data-do="rematch"]')
})

test('a screen reader hears everything once, in order, as the replay tells it', async ({ page }) => {
  await ready(page)
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          const element = node as HTMLElement
          if (element.tagName === 'P' && element.closest?.('[role="log"]')) heard.push(element.textContent ?? '')
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await begin(page, 'naija-whot-duel')
  await playRound(page)
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  const told: string[] = []
  await page.click('[data-do="replay"]')
  await expect(page.locator('.told')).toBeVisible()
  const steps = Number(/of (\d+)/.exec(await page.locator('.bar p').innerText())![1])
  for (let at = 0; at < steps; at++) {
    const line = await page.locator('.told').innerText()
    if (line.trim()) told.push(line.trim())
    await page.click('[data-do="step-on"]')
  }
  const spoken = heard.filter((line) => !/^Round \d+:|wins?!$|^You win!|^The match/.test(line)).join(' ')
  for (const line of told) expect(spoken).toContain(line)
  expect(spoken.replace(/\s+/g, ' ')).toBe(told.join(' ').replace(/\s+/g, ' '))
})

test('texts of strangers are inert, and nothing leaves the origin', async ({ page, baseURL }) => {
  const evil = '<img src=x onerror="window.hit=1"><script>hit=1</script>'
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  await ready(page, { name: '<b onclick=x>Eve</b>' })
  const reply = await page.goto('/')
  const policy = reply!.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  const rules = `extends = "crazy-eights"\ntitle = ${JSON.stringify(evil.slice(0, 60))}\nabout = ${JSON.stringify(evil)}\n`
  await page.goto(`/#/rules/text/${encodeURIComponent(rules)}`)
  await expect(page.locator('details').nth(2)).toBeVisible()
  await page.click('[data-do="use"]')
  await expect(page.locator('h1')).toHaveText(evil.slice(0, 60))
  await page.click('[data-do="start"]')
  await page.waitForSelector('.hand .slot')
  await page.goto(`/#/rules/text/${encodeURIComponent(`extends = "crazy-eights"\n"${evil.replaceAll('"', "'")}" = 1\n`)}`)
  await page.locator('details').last().locator('summary').click()
  await expect(page.getByRole('alert')).toContainText('Line 2')
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  expect(elsewhere).toEqual([])
})

test('on the narrowest screen and with text at 200 % nothing has to be scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await ready(page)
  for (const big of [false, true]) {
    for (const address of ['', 'setup/naija-whot', 'rules/naija-whot', 'guide/naija-whot', 'compare', 'make', 'settings']) {
      await page.goto(`/#/${address}`)
      if (big) await page.addStyleTag({ content: '' }).catch(() => {})
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), big ? '200%' : '')
      await page.waitForTimeout(400)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${address} ${big}`).toBeLessThanOrEqual(320)
    }
  }
  await begin(page, 'uno-classic')
  const box = await page.locator('.hand').boundingBox()
  expect(box!.y + box!.height).toBeLessThanOrEqual(568 + 1)
})
