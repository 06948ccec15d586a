import { defineConfig } from '@playwright/test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from './tests/program'

const port = Number(process.env.LASTCARD_PORT ?? 7878)
process.env.LASTCARD_WEB_DATA ??= mkdtempSync(join(tmpdir(), 'lastcard-web-'))
const data = process.env.LASTCARD_WEB_DATA

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  // A busy machine may slow tests down, but must not fail them.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 360, height: 640 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync'
      ]
    }
  },
  webServer: {
    command: `${PROGRAM} serve --listen 127.0.0.1:${port} --limits off --spectator-delay 1 --data ${data}`,
    url: `http://127.0.0.1:${port}/livez`,
    timeout: 60_000
  }
})
