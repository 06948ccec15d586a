import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Whether the WebAssembly was built; without it the page plays at servers only. */
const offline = existsSync(new URL('./src/generated/browser/browser.js', import.meta.url))

/** Gives the service worker the list of the files of this build, and a name that changes with them. */
function listForServiceWorker(): Plugin {
  return {
    name: 'list-for-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const later = (name: string) => /\.wasm$|^assets\/worker-/.test(name)
      const first = ['/', ...files.filter((name) => !later(name)).map((name) => `/${name}`)]
      const more = files.filter(later).map((name) => `/${name}`)
      const html = bundle['index.html']
      const text = JSON.stringify([first, more, html?.type === 'asset' ? String(html.source) : ''])
      const name = createHash('sha256').update(text).update(worker.code).digest('hex').slice(0, 12)
      worker.code = worker.code.replace('__FILES__', JSON.stringify({ name, first, more }))
    }
  }
}

/** Where there is no WebAssembly, its place is taken by a module that says so. */
function withoutOffline(): Plugin {
  return {
    name: 'without-offline',
    resolveId: (id) => (!offline && id.endsWith('/generated/browser/browser.js') ? '\0no-offline' : null),
    load: (id) =>
      id === '\0no-offline' ? 'export default async () => { throw new Error("not built") }' : null
  }
}

export default defineConfig({
  plugins: [svelte(), withoutOffline(), listForServiceWorker()],
  define: { __OFFLINE__: JSON.stringify(offline) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') }
    }
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7777', '/t': { target: 'ws://127.0.0.1:7777', ws: true } } },
  test: { include: ['tests/unit/**/*.test.ts'] }
})
