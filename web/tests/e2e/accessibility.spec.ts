// Accessibility: keyboard, axe, right-to-left, large text; and texts of strangers stay inert.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { begin, person, playRound, ready, step, table } from '../pagePlayer'

/** Waits until all finite animations have ended. */
async function settled(page: Page) {
  await page.waitForTimeout(100)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    const ended = Promise.all(ending.map((one) => one.finished.catch(() => {})))
    await Promise.race([ended, new Promise((done) => setTimeout(done, 2_000))])
  })
}

async function clean(page: Page, what: string) {
  await settled(page)
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = found.violations.map(
    (one) =>
      `${what}: ${one.id}: ${one.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`
  )
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
    for (const [key, what] of [
      ['l', 'log'],
      ['s', 'scores']
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean(page, what)
      await page.keyboard.press('Escape')
    }
    await playRound(page)
    await clean(page, 'result')
    await page.click('[data-do="replay"]')
    await expect(page.locator('.told')).toBeVisible()
    await clean(page, 'replay')
    await page.goto('/#/check')
    await page.setInputFiles('input[type=file]', {
      name: 'record.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('nonsense')
    })
    await expect(page.getByTestId('verdict')).toHaveClass(/red/)
    await clean(page, 'check')
    await page.goto('/#/setup/crazy-eights')
    await page.locator('select').nth(1).selectOption('person')
    await page.click('[data-do="start"]')
    await expect
      .poll(async () => (await step(page)) || page.locator('[data-do="taken"]').isVisible(), {
        intervals: [60]
      })
      .toBe(true)
    await clean(page, 'pass')
  })

  test(`axe finds nothing on the screens of a server's table (${look})`, async ({ browser }) => {
    const ada = await person(browser, 'Ada', { look })
    // A day for each turn, so that nothing happens by itself during the test.
    const slow = async (host: Page) => {
      await host.getByLabel('Time per turn').selectOption('86400')
    }
    const link = await table(ada, 'extends = "crazy-eights"\nhand_size = 3\n', '', slow)
    await ada.click('[data-do="add-bot"]')
    await clean(ada, 'lobby')
    const guest = await person(browser, '', { look })
    await guest.goto(link)
    await expect(guest.locator('[data-do="sit"]')).toBeVisible()
    await clean(guest, 'join')
    await guest.goto('/t/NOSUCH22')
    await expect(guest.getByRole('alert')).toBeVisible()
    await clean(guest, 'gone')
    await guest.evaluate(() => localStorage.clear())
    await guest.goto(link)
    await ada.click('[data-do="start"]')
    await ada.waitForSelector('.hand .slot')
    await guest.click('[data-do="watch"]')
    await guest.waitForSelector('.play-area')
    await clean(guest, 'watch')
    await ada.getByRole('button', { name: 'Menu' }).click()
    await ada.getByRole('button', { name: 'Say something' }).click()
    await clean(ada, 'talk')
    await ada.keyboard.press('Escape')
    await playRound(ada)
    await clean(ada, 'result')
    await ada.click('[data-do="check"]')
    await expect(ada.getByTestId('verdict')).toHaveClass(/green/)
    await clean(ada, 'check')
  })
}

/** Presses a key until the focused element matches; false if it no longer applies. */
async function until(
  page: Page,
  key: string,
  selector: string,
  still: () => Promise<boolean>
): Promise<boolean> {
  for (let at = 0; at < 60; at++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return true
    if (!(await still())) return false
    await page.keyboard.press(key)
  }
  throw new Error(`${selector} cannot be reached with ${key}`)
}

/** What the player can do at the table. */
function toDo(page: Page): Promise<string> {
  return page.evaluate(() => {
    if (document.querySelector('.over')) return 'over'
    if (document.querySelector('[data-do="choose"]')) return 'choose'
    if (document.querySelector('.hand .slot.usable')) return 'card'
    return document.querySelector('.actions button') ? 'other' : 'wait'
  })
}

test('a whole round with the keyboard alone', async ({ page }) => {
  const always = () => Promise.resolve(true)
  await ready(page)
  await page.goto('/')
  await until(page, 'Tab', '[data-game="crazy-eights"]', always)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.hand .slot')
  for (let turn = 0; turn < 4000; turn++) {
    const state = await toDo(page)
    // The last move may still be on its way, which changes what can be done.
    const still = async () => (await toDo(page)) === state
    if (state === 'over') break
    if (state === 'wait') await page.waitForTimeout(60)
    if (state === 'choose' && (await until(page, 'Shift+Tab', '[data-do="choose"]', still)))
      await page.keyboard.press('Enter')
    if (state === 'other' && (await until(page, 'Shift+Tab', '.actions button', still)))
      await page.keyboard.press('Enter')
    if (state === 'card' && (await until(page, 'Tab', '.hand .slot', still))) {
      await page.keyboard.press('Home')
      const steps = await page.evaluate(() =>
        [...document.querySelectorAll('.hand .slot')].findIndex((card) => card.matches('.usable'))
      )
      for (let at = 0; at < steps; at++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    }
  }
  await expect(page.locator('.over')).toBeVisible()
  await until(page, 'Tab', '[data-do="next"], [data-do="rematch"]', always)
})

test('texts of strangers are inert, and no request leaves the origin', async ({ page, baseURL }) => {
  const evil = '<img src=x onerror="window.hit=1"><script>hit=1</script>'
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url())
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
  await page.goto(
    `/#/rules/text/${encodeURIComponent(`extends = "crazy-eights"\n"${evil.replaceAll('"', "'")}" = 1\n`)}`
  )
  await page.locator('details').last().locator('summary').click()
  await expect(page.getByRole('alert')).toContainText('Line 2')
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  expect(elsewhere).toEqual([])
})

test('names, chat and titles of strangers at a server are inert', async ({ browser, baseURL }) => {
  const evil = '<img src=x onerror=hit=1>'
  const elsewhere: string[] = []
  const eve = await person(browser, evil.slice(0, 24))
  const ada = await person(browser, 'Ada')
  for (const page of [eve, ada]) {
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
        elsewhere.push(request.url())
    })
  }
  const rules = `extends = "crazy-eights"\ntitle = ${JSON.stringify(evil)}\n`
  const link = await table(eve, rules, '', async (host) => host.getByText('Allow chat').click())
  await ada.goto(link)
  await expect(ada.locator('h1')).toHaveText(evil)
  await expect(ada.getByText(evil.slice(0, 24), { exact: true })).toBeVisible()
  await eve.click('[data-do="start"]')
  await ada.waitForSelector('.hand .slot')
  await eve.getByRole('button', { name: 'Menu' }).click()
  await eve.getByRole('button', { name: 'Say something' }).click()
  await eve.getByLabel('Message').fill(`${evil}<script>hit=1</script>`)
  await eve.getByRole('button', { name: 'Send' }).click()
  await expect(ada.getByTestId('live')).toContainText(`${evil}<script>hit=1</script>`)
  await expect(ada.locator('.bubble')).toContainText(evil)
  await expect(ada.locator('.seat .name')).toHaveText(evil.slice(0, 24))
  for (const page of [eve, ada])
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  expect(elsewhere).toEqual([])
})

test('the page works from right to left', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await ready(page)
  const turned = async (what: string) => {
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await page.waitForTimeout(300)
    const out = await page.evaluate(() => {
      const wide = document.documentElement.scrollWidth > innerWidth
      const outside = [...document.querySelectorAll<HTMLElement>('button, a, input, select, h1, h2')].filter(
        (element) => {
          const box = element.getBoundingClientRect()
          return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1) && !element.closest('.hidden')
        }
      )
      return [...(wide ? ['too wide'] : []), ...outside.map((element) => element.outerHTML.slice(0, 120))]
    })
    expect(out, what).toEqual([])
  }
  for (const address of [
    '',
    'setup/naija-whot',
    'rules/naija-whot',
    'guide/naija-whot',
    'make',
    'settings',
    'compare',
    'check'
  ]) {
    await page.goto(`/#/${address}`)
    await expect(page.locator('h1')).toBeVisible()
    await turned(address)
  }
  await begin(page, 'naija-whot')
  await turned('table')
})

test('no sideways scrolling on the narrowest screen or with text at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await ready(page)
  for (const big of [false, true]) {
    for (const address of [
      '',
      'setup/naija-whot',
      'rules/naija-whot',
      'guide/naija-whot',
      'compare',
      'make',
      'settings'
    ]) {
      await page.goto(`/#/${address}`)
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), big ? '200%' : '')
      await page.waitForTimeout(400)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${address} ${big}`).toBeLessThanOrEqual(320)
    }
  }
  await begin(page, 'uno-classic')
  for (const size of ['', '200%']) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), size)
    await page.waitForTimeout(300)
    // With large text the table may be higher than the screen; scrolling down reaches all of it.
    const bottom = await page.evaluate(() => document.documentElement.scrollHeight)
    if (size === '') expect(bottom).toBeLessThanOrEqual(568)
    for (const element of await page
      .locator('.hand, [data-do="stock"], [data-top], .status, .actions button, header button')
      .all()) {
      const place = await element.boundingBox()
      expect(place!.y, size).toBeGreaterThanOrEqual(-1)
      expect(place!.y + place!.height, size).toBeLessThanOrEqual(bottom + 1)
      expect(place!.x + place!.width, size).toBeLessThanOrEqual(321)
    }
  }
})

test('there is no motion for people who prefer none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await ready(page)
  await begin(page, 'naija-whot-duel')
  await expect(page.locator('.turn.mine')).toBeVisible()
  const moving = () =>
    document.getAnimations().filter((one) => {
      const timing = one.effect?.getComputedTiming()
      return one.playState === 'running' && Number(timing?.duration) > 1
    }).length
  for (let turn = 0; turn < 10; turn++) {
    await step(page)
    expect(await page.evaluate(moving)).toBe(0)
    await page.waitForTimeout(50)
  }
})
