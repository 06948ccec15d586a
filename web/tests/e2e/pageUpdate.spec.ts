// A new version of the page: an open old page keeps working, is told, and is never mixed with the new one.
import { expect, test } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const DIST = 'dist'
const KINDS: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json'
}

/** The files of a version: in version 2 one screen has another name and content. */
function built(version: 1 | 2): Map<string, Buffer> {
  const names = (readdirSync(DIST, { recursive: true }) as string[]).filter((name) =>
    /\.(html|js|css|svg|png|wasm|webmanifest)$/.test(name)
  )
  const files = new Map(names.map((name) => [name, readFileSync(join(DIST, name))]))
  if (version === 1) return files
  const old = names.find((name) => /assets\/Settings-.*\.js$/.test(name))!.replace('assets/', '')
  const renamed = new Map<string, Buffer>()
  for (const [name, content] of files) {
    const text = /\.(js|html)$/.test(name)
      ? Buffer.from(content.toString().replaceAll(old, 'Settings-NEW.js'))
      : content
    renamed.set(name.replace(old, 'Settings-NEW.js'), text)
  }
  const worker = renamed.get('sw.js')!.toString()
  renamed.set('sw.js', Buffer.from(worker.replace(/("name":")\w+/, '$1second')))
  renamed.set(
    'index.html',
    Buffer.from(
      renamed.get('index.html')!.toString().replace('<head>', '<head><meta name="version" content="2">')
    )
  )
  return renamed
}

test('an old page works until the new one replaces it as a whole', async ({ page }) => {
  let files = built(1)
  const asked: string[] = []
  const server = createServer((request, reply) => {
    const path = new URL(request.url!, 'http://x').pathname
    asked.push(path)
    const name = path === '/' ? 'index.html' : path.slice(1)
    const content = files.get(name)
    if (!content) return void reply.writeHead(404).end()
    reply
      .writeHead(200, { 'content-type': KINDS[name.split('.').pop()!]!, 'cache-control': 'no-cache' })
      .end(content)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(built(2).get('sw.js')!.toString()).toContain('second')
    await page.goto(address)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    files = built(2)

    // A screen that the new version has renamed still opens in the old page.
    await page.goto(`${address}/#/settings`)
    await expect(page.locator('select').first()).toBeVisible()
    await expect(page.locator('meta[name=version]')).toHaveCount(0)

    // After a reload it is still the old version, complete, and it offers the new one.
    await page.reload()
    await expect(page.locator('select').first()).toBeVisible()
    await expect(page.locator('meta[name=version]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.locator('meta[name=version]')).toHaveCount(1)
    await expect(page.locator('select').first()).toBeVisible()
    await expect(page.getByText('A new version is ready.')).toHaveCount(0)
    expect(asked.some((path) => path.endsWith('Settings-NEW.js'))).toBe(true)

    // Nothing of the old version stays cached, and the new one works offline.
    expect(await page.evaluate(() => caches.keys())).toEqual(['lastcard-second'])
    files = new Map()
    await page.reload()
    await expect(page.locator('select').first()).toBeVisible()
    await expect(page.locator('meta[name=version]')).toHaveCount(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
