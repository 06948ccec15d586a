// Keeps the page for times without a network. Every build has a store of its own: an old page is never mixed with
// new files, and the old store goes when the new worker takes over.

/** What of a service worker is used here; the types of pages and of workers cannot be had in one project. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Worker {
  registration: { active: unknown }
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: unknown): void }[]> }
  addEventListener(kind: 'install' | 'activate', does: (event: Extendable) => void): void
  addEventListener(kind: 'message', does: (event: Extendable & { data: unknown }) => void): void
  addEventListener(
    kind: 'fetch',
    does: (event: Event & { request: Request; respondWith(reply: Promise<Response>): void }) => void
  ): void
}
export {}

declare const __FILES__: { name: string; first: string[]; more: string[] }

const self = globalThis as unknown as Worker
const { name, first, more } = __FILES__
const STORE = `lastcard-${name}`
const LOOSE = ['/icon.svg', '/icon-192.png', '/manifest.webmanifest']

self.addEventListener('install', (event) => {
  event.waitUntil(prepare())
})

async function prepare() {
  const store = await caches.open(STORE)
  // Who had everything before has everything of the new version too.
  const had = await hadAll()
  await store.addAll([...first, ...LOOSE, ...(had ? more : [])])
  if (!self.registration.active) await self.skipWaiting()
}

async function hadAll(): Promise<boolean> {
  for (const other of await caches.keys()) {
    const files = await (await caches.open(other)).keys()
    if (files.some((file) => file.url.endsWith('.wasm'))) return true
  }
  return false
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const other of await caches.keys()) if (other !== STORE) await caches.delete(other)
      await self.clients.claim()
    })()
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
  if (event.data === 'keep-all') event.waitUntil(downloadForOffline().then(report))
  if (event.data === 'is-all-kept') event.waitUntil(report())
})

async function downloadForOffline() {
  const store = await caches.open(STORE)
  const missing: string[] = []
  for (const file of more) if (!(await store.match(file))) missing.push(file)
  await store.addAll(missing).catch(() => {})
}

async function report() {
  const store = await caches.open(STORE)
  const found = await Promise.all(more.map((file) => store.match(file)))
  const kept = more.length > 0 && found.every((file) => file !== undefined)
  for (const client of await self.clients.matchAll()) client.postMessage({ kept })
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/') || LOOSE.includes(url.pathname))
    event.respondWith(file(request))
})

/** Every address of the page is the same page. */
async function page(request: Request): Promise<Response> {
  const store = await caches.open(STORE)
  return (await store.match('/')) ?? fetch(request)
}

/** Files have their content in their names, so a kept one is always right. */
async function file(request: Request): Promise<Response> {
  const store = await caches.open(STORE)
  const kept = await store.match(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (reply.ok && more.includes(new URL(request.url).pathname)) {
    await store.put(request, reply.clone())
    await report()
  }
  return reply
}
