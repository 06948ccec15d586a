// The worker of this device: runs a table in WebAssembly, with the same protocol as a server's.
import init, * as wasm from './generated/browser/browser.js'
import type { QueryName } from './lib/ruleQueries'

export type WorkerRequest =
  | { id: number; do: 'open'; rules: string; seed: string; quick: boolean }
  | { id: number; do: 'restore'; record: string; sitters: string; seed: string; quick: boolean }
  | { id: number; do: 'hear'; person: number; message: string }
  | { id: number; do: 'record' }
  | { id: number; do: 'query'; name: QueryName; words: (string | number | undefined)[] }

let ready: Promise<unknown> | null = null
let device: wasm.Device | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** When the table has to be woken, in milliseconds. */
let wakeAt: number | null = null
let checkedAt = Date.now()

const CHECK_INTERVAL_MS = 1_000

/** A check that comes this much late means that the device was asleep; the players get that time back. */
const ASLEEP_AFTER_MS = 3_000

/** The longest delay that a browser's timer can have. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface DeviceOutput {
  frames: [number, unknown[]][]
  wake: number | null
}

function handle(text: string) {
  const output = JSON.parse(text) as DeviceOutput
  wakeAt = output.wake
  clearTimeout(timer)
  if (wakeAt !== null) timer = setTimeout(wake, Math.min(Math.max(wakeAt - Date.now(), 0), MAX_TIMER_MS))
  if (output.frames.length > 0) postMessage({ frames: output.frames })
}

function wake() {
  creditSleep()
  if (device && wakeAt !== null && wakeAt <= Date.now()) handle(device.tick(Date.now()))
}

/** Gives back the time that the device was asleep, before anything happens too late because of it. */
function creditSleep() {
  const now = Date.now()
  const asleep = now - checkedAt
  checkedAt = now
  if (device && wakeAt !== null && asleep > ASLEEP_AFTER_MS) handle(device.credit(asleep, now))
}

function answer(request: WorkerRequest): unknown {
  switch (request.do) {
    case 'open':
      clearTimeout(timer)
      device = new wasm.Device(request.rules, request.seed, request.quick)
      return null
    case 'restore': {
      clearTimeout(timer)
      const { record, sitters, seed, quick } = request
      device = wasm.Device.restore(record, sitters, seed, quick, Date.now())
      return null
    }
    case 'hear':
      creditSleep()
      if (device) handle(device.hear(request.person, request.message, Date.now()))
      return null
    case 'record':
      return device?.record() ?? null
    case 'query': {
      const functions = wasm as unknown as Record<QueryName, (...words: unknown[]) => string>
      return JSON.parse(functions[request.name](...request.words)) as unknown
    }
  }
}

/** Loads the WebAssembly. Without a network that fails; the next request tries again. */
function loaded(): Promise<unknown> {
  ready ??= init().catch((error: unknown) => {
    ready = null
    throw error
  })
  return ready
}

setInterval(creditSleep, CHECK_INTERVAL_MS)

onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    await loaded()
    postMessage({ id: data.id, result: answer(data) })
  } catch (error) {
    postMessage({ id: data.id, error: String(error) })
  }
}
