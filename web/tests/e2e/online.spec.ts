// What players meet at tables of a server besides the game: joining, watching, talking, sharing, a server that is gone.
import { expect, test, type Page, type WebSocketRoute } from '@playwright/test'
import { person, ready, table } from '../pagePlayer'

const RULES = 'extends = "crazy-eights"\nhand_size = 4\n'

/** A table of Ada's with one computer player, begun. */
async function begun(ada: Page): Promise<string> {
  const link = await table(ada, RULES)
  await ada.click('[data-do="add-bot"]')
  await ada.click('[data-do="start"]')
  await expect(ada.locator('.play-area')).toBeVisible()
  return link
}

/** Stops every call and socket to the server, as if it were gone. */
async function unreachable(page: Page) {
  await page.route('**/api/**', (route) => route.abort())
  await page.routeWebSocket(/\/t\//, (socket) => void socket.close())
}

test('the link to a table has a preview, whose picture exists', async ({ page, request }) => {
  await ready(page)
  const link = await table(page, RULES)
  const text = await (await request.get(link)).text()
  const tag = (name: string) => new RegExp(`property="${name}" content="([^"]+)"`).exec(text)?.[1]
  expect(tag('og:title')).toContain('South African Crazy Eights')
  expect(tag('og:description')).toContain('1 of 4 seats')
  expect(tag('og:url')).toBe(link)
  const picture = await request.get(tag('og:image')!)
  expect(picture.headers()['content-type']).toBe('image/png')
  // Nothing is told of a table that does not exist.
  expect(await (await request.get('/t/NOSUCH22')).text()).not.toContain('og:')
})

test('what was wrong with a name is gone once it is mended', async ({ browser }) => {
  const [ada, other] = [await person(browser, 'Ada'), await person(browser, 'ada')]
  await other.goto(await table(ada, RULES))
  await expect(other.getByRole('alert')).toContainText('has a name that looks like this one')
  await other.getByLabel('Your name').fill('Bola')
  await other.click('[data-do="sit"]')
  await expect(other.getByText('(you)')).toBeVisible()
  await expect(other.getByRole('status').first()).toHaveText('Waiting for players')
})

test('a spectator of a game that is on is not told to wait for players', async ({ page }) => {
  let playing = false
  const summary = { table: 'ABCDEFGH', title: 'Naija Whot', players: 2, seats: 4, seconds: 60 }
  await page.route('**/api/tables/*', (route) => route.fulfill({ json: { ...summary, playing } }))
  await page.route('**/api/ticket', (route) => route.fulfill({ json: { ticket: 'x' } }))
  // With the usual delay a spectator hears nothing of a match for its first half minute.
  await page.routeWebSocket(/\/t\//, (socket) =>
    socket.onMessage(() =>
      socket.send(JSON.stringify([{ hello: { v: 1, table: 'ABCDEFGH' } }, { you: null }]))
    )
  )
  await ready(page, { name: '' })
  await page.goto('/t/ABCDEFGH')
  await page.click('[data-do="watch"]')
  await expect(page.getByRole('status').first()).toHaveText('Waiting for players')
  playing = true
  await expect(page.getByRole('status').first()).toContainText('The game is on.')
})

test('where a game is on, watching comes first', async ({ browser, page }) => {
  const link = await begun(await person(browser, 'Ada'))
  await ready(page, { name: '' })
  await page.goto(link)
  await expect(page.getByText('A game is in progress.')).toBeVisible()
  await expect(page.locator('[data-do="watch"]')).toHaveClass(/primary/)
  await expect(page.locator('[data-do="sit"]')).not.toHaveClass(/primary/)
})

test('players see what they say themselves', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  await begun(ada)
  await ada.getByRole('button', { name: 'Menu' }).click()
  await ada.getByRole('button', { name: 'Say something' }).click()
  await ada.getByRole('button', { name: 'Good luck!' }).click()
  await expect(ada.getByTestId('own-talk')).toHaveText('Good luck!')
  const [bubble, status] = await Promise.all([
    ada.getByTestId('own-talk').boundingBox(),
    ada.getByTestId('status').boundingBox()
  ])
  expect(bubble!.y, 'it does not cover what happens').toBeGreaterThanOrEqual(status!.y + status!.height)
})

test('a wrong code is told before a name is asked', async ({ page }) => {
  await ready(page, { name: '' })
  await page.goto('/t/NOSUCH22')
  await expect(page.getByRole('alert')).toContainText('There is no such table.')
  await expect(page.getByLabel('Your name')).toHaveCount(0)
})

test('nobody is asked for a name before the table is known', async ({ page }) => {
  await ready(page, { name: '' })
  let answer = () => {}
  const asked = new Promise<void>((done) => (answer = done))
  await page.route('**/api/tables/*', (route) => asked.then(() => route.abort()))
  await page.goto('/t/ABCDEFGH')
  await expect(page.getByRole('status').first()).toHaveText('Connecting…')
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  answer()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  await page.unrouteAll()
  await page.click('[data-do="renew"]')
  await expect(page.getByRole('alert')).toContainText('There is no such table.')
})

test('another code can be tried where there is no such table', async ({ browser, page }) => {
  const link = await table(await person(browser, 'Ada'), 'extends = "crazy-eights"\n')
  await ready(page, { name: '' })
  await page.goto('/t/NOSUCH22')
  await page.getByPlaceholder('Code').fill(link)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByLabel('Your name')).toBeVisible()
})

test('a server that is gone is told in plain words, and nothing empty is shown', async ({ page }) => {
  await ready(page)
  await page.goto('/#/make')
  await unreachable(page)
  await page.click('[data-do="make"]')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.goto('/t/ABCDEFGH')
  await expect(page.getByRole('status').first()).toContainText('The server cannot be reached.')
  await expect(page.locator('.panel, svg[role="img"]')).toHaveCount(0)
})

test('a tap while the line is cut does not tell whose turn it is', async ({ browser }) => {
  const ada = await person(browser, 'Ada')
  const sockets: WebSocketRoute[] = []
  await ada.routeWebSocket(/\/t\//, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await begun(ada)
  await expect(ada.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await ada.route('**/api/**', (route) => route.abort())
  sockets.at(-1)!.send(JSON.stringify([{ scene: { turn: 1, may: '' } }]))
  await expect(ada.locator('.turn.mine')).toHaveCount(0)
  await sockets.at(-1)!.close()
  await expect(ada.getByTestId('status')).toContainText('Connection lost.')
  await ada.locator('.hand .slot').first().click()
  await expect(ada.getByTestId('status')).toContainText('Connection lost.')
  await expect(ada.locator('.status.wrong')).toHaveCount(0)
})

test('the maker of a table is asked for a name there, and nowhere again', async ({ page }) => {
  await ready(page, { name: '' })
  await page.goto('/#/make')
  await page.click('[data-do="make"]')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Ada')
  await page.click('[data-do="make"]')
  await expect(page.getByText('(you)')).toBeVisible()
})

test('a link is sent with the share sheet of the system', async ({ page }) => {
  await ready(page)
  await page.addInitScript(() => {
    const share = (data: unknown) => Promise.resolve(Object.assign(window, { shared: data }))
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const link = await table(page, RULES)
  await page.getByRole('button', { name: 'Send link' }).click()
  expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toMatchObject({
    url: link
  })
})

test('the title of the tab says whose turn it is, the phone buzzes, and the screen stays awake', async ({
  browser
}) => {
  const ada = await person(browser, 'Ada')
  await ada.addInitScript(() => {
    const seen = { buzzes: 0, locks: 0 }
    Object.assign(window, { seen })
    Object.defineProperty(navigator, 'vibrate', { value: () => (seen.buzzes += 1) })
    const request = () => {
      seen.locks += 1
      return Promise.resolve({ release: () => Promise.resolve((seen.locks -= 1)) })
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  const seen = () =>
    ada.evaluate(() => (window as unknown as { seen: { buzzes: number; locks: number } }).seen)
  await begun(ada)
  await expect(ada.locator('.turn.mine')).toBeVisible({ timeout: 60_000 })
  await expect(ada).toHaveTitle(/^Your turn · /)
  await expect.poll(seen).toMatchObject({ buzzes: 1, locks: 1 })
  await ada.getByRole('button', { name: 'Home' }).click()
  await expect(ada).toHaveTitle('Lastcard')
  await expect.poll(seen).toMatchObject({ locks: 0 })
})
