// Friends at a server's table: the match and what comes after it.
import { expect, test, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { Terminal } from '../testServer'
import { person, step, table } from '../pagePlayer'

const RULES = 'extends = "crazy-eights"\nhand_size = 4\n'

/** The names in the result table of the player with this name, in order of places. */
async function places(page: Page, own: string): Promise<string[]> {
  const cells = await page.locator('.over tbody th').allInnerTexts()
  return cells.map((text) => text.split('\n')[0]!.trim()).map((name) => (name === 'You' ? own : name))
}

test('two browsers, a terminal and a bot play to the end; the match is replayed, saved and checked', async ({
  browser
}) => {
  const [ada, bola] = [await person(browser, 'Ada'), await person(browser, 'Bola')]
  const link = await table(ada, RULES)
  const code = link.split('/').pop()!
  await bola.goto(link)
  await expect(ada.getByText('Bola')).toBeVisible()
  const chidi = new Terminal(link, 'Chidi')
  try {
    await expect(ada.getByText('Chidi')).toBeVisible()
    await ada.click('[data-do="add-bot"]')
    await ada.click('[data-do="start"]')
    await ada.waitForSelector('.hand .slot')
    await expect(ada.locator('[data-spot^="seat-"]')).toHaveCount(3)
    await expect
      .poll(async () => (await Promise.all([step(ada), step(bola)])).every(Boolean), {
        intervals: [60],
        timeout: 280_000
      })
      .toBe(true)
  } finally {
    chidi.close()
  }
  expect(await places(ada, 'Ada')).toEqual(await places(bola, 'Bola'))
  expect(chidi.said).toContain('The shuffle was fair')
  await expect(ada.getByTestId('live')).toContainText('The shuffle was fair')

  // The saved record is the server's, and its places are those on the screens.
  const [saved] = await Promise.all([ada.waitForEvent('download'), ada.click('[data-do="save"]')])
  const record = readFileSync(await saved.path(), 'utf8')
  expect(record).toBe(await (await ada.request.get(`/api/tables/${code}/record`)).text())
  const names = /^names (.*)$/m.exec(record)![1]!.split(', ')
  const numbers = /^result \S+ places ([\d ]+) points/m.exec(record)![1]!.split(' ').map(Number)
  const inOrder = names
    .map((name, seat) => ({ name, place: numbers[seat]! }))
    .sort((one, other) => one.place - other.place)
  expect((await places(ada, 'Ada')).sort()).toEqual(inOrder.map(({ name }) => name).sort())
  expect((await places(ada, 'Ada'))[0]).toBe(inOrder[0]!.name)

  // Every device that can took part in the shuffle, and the page finds every promise kept.
  expect(record.match(/^part \d /gm)).toHaveLength(3)
  await ada.click('[data-do="check"]')
  await expect(ada.getByTestId('verdict')).toHaveClass(/green/)
  await expect(ada.getByText(/This device got the promise/)).toBeVisible()
  await expect(ada.getByText('the server and the devices of')).toBeVisible()

  // One changed card fails the check, and a stranger's device says that it was not at the table.
  const guest = await (await browser.newContext()).newPage()
  await guest.goto('/#/check')
  const open = (text: string) =>
    guest.setInputFiles('input[type=file]', {
      name: 'record.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text)
    })
  await open(record)
  await expect(guest.getByTestId('verdict')).toHaveClass(/green/)
  await expect(guest.getByText('This device was not at the table')).toBeVisible()
  const card = /^= 0 dealt \d+ (\S+)/m.exec(record)![1]!
  await open(record.replace(` ${card} `, card === '2C' ? ' 3C ' : ' 2C '))
  await expect(guest.getByTestId('verdict')).toHaveClass(/red/)
  await expect(guest.getByTestId('verdict')).toContainText('NOT what was promised')

  // The replay from every seat.
  await ada.goBack()
  await ada.click('[data-do="replay"]')
  await expect(ada.locator('.told')).toBeVisible()
  const options = await ada.getByRole('combobox').locator('option').allInnerTexts()
  expect(options).toEqual([...names, 'Everybody’s cards'])
  for (const [seat, name] of names.entries()) {
    await ada.getByRole('combobox').selectOption(String(seat))
    await expect(ada.locator('.replay .others')).not.toContainText(name)
    await expect(ada.locator('.replay .hand span').first()).toBeVisible()
  }
})
