// The service worker: the page without a network, and new versions of it.

/** Whether everything is here that playing without a network needs; `none` where it cannot be. */
let keeping: 'unknown' | 'none' | 'no' | 'fetching' | 'yes' = $state('unknown')
let waiting: ServiceWorker | null = $state.raw(null)

export function offlineState() {
  return __OFFLINE__ ? keeping : 'none'
}

export function newVersion(): boolean {
  return waiting !== null
}

/** Lets the new version take over; the page is loaded again once it has. */
export function update() {
  waiting?.postMessage('take-over')
}

/** Fetches the page of the server as it is now, whatever is kept of an older one. */
export async function renew() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => {})
  const fresh = registration?.installing ?? registration?.waiting
  if (!fresh) return location.reload()
  const takeOver = () => fresh.state === 'installed' && fresh.postMessage('take-over')
  fresh.addEventListener('statechange', takeOver)
  takeOver()
}

function tell(message: string) {
  void navigator.serviceWorker?.ready.then((ready) => ready.active?.postMessage(message))
}

/** Fetches what playing without a network needs. */
export function keepAll() {
  keeping = 'fetching'
  tell('keep-all')
}

export async function begin() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  let loaded = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of a visit takes the page as it is; a later one brings a new version.
    if (loaded) loaded = false
    else location.reload()
  })
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.kept !== undefined) keeping = data.kept ? 'yes' : 'no'
  })
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
  if (!registration) return
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  tell('is-all-kept')
  const installed = matchMedia('(display-mode: standalone)').matches
  if (installed) keepAll()
  addEventListener('appinstalled', keepAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  })
}
