// The service worker: caches the page for offline use. Every build has its own cache, so an old page is never mixed
// with new files; the old cache is deleted when the new worker takes over.

/** The part of a service worker's API used here: its types conflict with those of pages in one project. */
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
const files = __FILES__
const CACHE = `lastcard-${files.name}`
/** The path under which the server has the page. */
const BASE = new URL('./', location.href).pathname
const below = (names: string[]) => names.map((name) => BASE + name)
const UNHASHED = below(['icon.svg', 'icon-192.png', 'manifest.webmanifest'])
const [first, more] = [below(files.first), below(files.more)]

self.addEventListener('install', (event) => {
  event.waitUntil(prepare())
})

async function prepare() {
  const cache = await caches.open(CACHE)
  // A device that could play offline before can do so with the new version too.
  const offline = await playedOffline()
  // One after the other: a player who has tapped a game waits for the engine on the same line.
  for (const file of [...first, ...UNHASHED, ...(offline ? more : [])]) await cache.add(file)
  if (!self.registration.active) await self.skipWaiting()
}

async function playedOffline(): Promise<boolean> {
  for (const other of await caches.keys()) {
    const files = await (await caches.open(other)).keys()
    if (files.some((file) => file.url.endsWith('.wasm'))) return true
  }
  return false
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const other of await caches.keys()) if (other !== CACHE) await caches.delete(other)
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
  const cache = await caches.open(CACHE)
  const missing: string[] = []
  for (const file of more) if (!(await cache.match(file))) missing.push(file)
  await cache.addAll(missing).catch(() => {})
}

async function report() {
  const cache = await caches.open(CACHE)
  const found = await Promise.all(more.map((file) => cache.match(file)))
  const kept = more.length > 0 && found.every((file) => file !== undefined)
  for (const client of await self.clients.matchAll()) client.postMessage({ kept })
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith(`${BASE}assets/`) || UNHASHED.includes(url.pathname))
    event.respondWith(file(request))
})

/** Every address shows the same page. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(BASE)) ?? fetch(request)
}

/** File names contain a hash of the content, so a cached file is never stale. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (reply.ok && more.includes(new URL(request.url).pathname)) {
    await cache.put(request, reply.clone())
    await report()
  }
  return reply
}
