// The service worker as the page sees it: whether the page works offline, and new versions of the page.
import { at } from './base'

/** Whether everything that offline play needs is cached; `none` if the page was built without offline play. */
export type OfflineStatus = 'unknown' | 'none' | 'no' | 'fetching' | 'yes'

let status: OfflineStatus = $state('unknown')
let waiting: ServiceWorker | null = $state.raw(null)

export function offlineStatus(): OfflineStatus {
  return __OFFLINE__ ? status : 'none'
}

/** Whether a new version of the page has been downloaded. */
export function newVersion(): boolean {
  return waiting !== null
}

/** Lets the new version take over, which reloads the page. */
export function update() {
  waiting?.postMessage('take-over')
}

/** Plain http pages have no service workers. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

/** Loads the page as the server has it now, past the cache of an older version. */
export async function loadNewPage() {
  const registration = await serviceWorkers()?.getRegistration()
  await registration?.update().catch(() => {})
  const fresh = registration?.installing ?? registration?.waiting
  if (!fresh) return location.reload()
  const takeOver = () => {
    if (fresh.state === 'installed') fresh.postMessage('take-over')
  }
  fresh.addEventListener('statechange', takeOver)
  takeOver()
}

function post(message: string) {
  void serviceWorkers()?.ready.then((ready) => ready.active?.postMessage(message))
}

/** Downloads what offline play needs. */
export function downloadForOffline() {
  status = 'fetching'
  post('keep-all')
}

export async function registerServiceWorker() {
  const workers = serviceWorkers()
  if (!workers || !import.meta.env.PROD) return
  let firstVisit = workers.controller === null
  workers.addEventListener('controllerchange', () => {
    // The first worker of a visit takes the page as it is; a later one brings a new version.
    if (firstVisit) firstVisit = false
    else location.reload()
  })
  workers.addEventListener('message', ({ data }: MessageEvent<{ kept?: boolean } | null>) => {
    if (data?.kept !== undefined) status = data.kept ? 'yes' : 'no'
  })
  const registration = await workers.register(at('sw.js')).catch(() => null)
  if (!registration) return
  const noticeUpdate = () => {
    if (registration.waiting && workers.controller) waiting = registration.waiting
  }
  noticeUpdate()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', noticeUpdate)
  })
  post('is-all-kept')
  const installed = matchMedia('(display-mode: standalone)').matches
  if (installed) downloadForOffline()
  addEventListener('appinstalled', downloadForOffline)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {})
  })
}
