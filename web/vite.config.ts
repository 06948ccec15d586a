import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Whether the WebAssembly was built; without it the page plays at servers only. */
const wasmFile = new URL('./src/generated/browser/browser_bg.wasm', import.meta.url)
const hasWasm = existsSync(wasmFile)

/**
 * What each language calls itself, from the files in src/messages. Reading it at build time lets the settings list
 * all languages without downloading them.
 */
function languageNames(): Record<string, string> {
  const folder = new URL('./src/messages/', import.meta.url)
  const files = readdirSync(folder).filter((file) => /^[\w-]+\.ts$/.test(file))
  const name = (file: string) =>
    /^export const languageName = '(.+)'$/m.exec(readFileSync(new URL(file, folder), 'utf8'))
  return Object.fromEntries(files.map((file) => [file.replace('.ts', ''), name(file)?.[1] ?? file]))
}

/** Gives the service worker the list of files of this build, and a cache name that changes with them. */
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
      const first = ['', ...files.filter((name) => !later(name))]
      const more = files.filter(later)
      const html = bundle['index.html']
      const text = JSON.stringify([first, more, html?.type === 'asset' ? String(html.source) : ''])
      const name = createHash('sha256').update(text).update(worker.code).digest('hex').slice(0, 12)
      const parts = worker.code.split('__FILES__')
      if (parts.length !== 2) throw new Error('the service worker must name __FILES__ exactly once')
      worker.code = parts.join(JSON.stringify({ name, first, more }))
    }
  }
}

/** Without the WebAssembly, replaces its module by one that fails. */
function withoutWasm(): Plugin {
  return {
    name: 'without-wasm',
    resolveId: (id) => (!hasWasm && id.includes('/generated/browser/') ? '\0no-wasm' : null),
    load: (id) => (id === '\0no-wasm' ? 'export default async () => { throw new Error("not built") }' : null)
  }
}

export default defineConfig({
  plugins: [svelte(), withoutWasm(), listForServiceWorker()],
  define: {
    __WASM_BYTES__: JSON.stringify(hasWasm ? statSync(wasmFile).size : 0),
    __OFFLINE__: JSON.stringify(hasWasm),
    __LANGUAGES__: JSON.stringify(languageNames())
  },
  worker: { format: 'es' },
  // Scripts find each other by their own place, so that the page may be below any path; the server puts that into the page.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true })
  },
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
  // A test never fails because the machine is busy.
  test: { include: ['tests/unit/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 }
})
