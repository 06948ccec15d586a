// The engine: the WebAssembly that plays games on this device, as the page sees it while it is downloaded.

/** How much has arrived, from 0 to 1; null while nothing is being downloaded. */
let progress: number | null = $state(null)

export function engineProgress(): number | null {
  return progress
}

export function setEngineProgress(share: number) {
  progress = share < 1 ? share : null
}

/** How long the first screen has to be at rest before the engine is downloaded. */
const REST_MS = 1_500

/** What browsers tell of the connection; some tell nothing. */
interface NetworkInformation {
  saveData?: boolean
}

/** Downloads the engine as soon as the page has nothing else to do, unless the player saves data. */
export function loadEngineWhenIdle() {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  if (!__OFFLINE__ || connection?.saveData) return
  const load = () =>
    void import('./workerClient').then(({ request }) => request({ do: 'load' })).catch(() => {})
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load())
  const rest = () => setTimeout(whenIdle, REST_MS)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
}
