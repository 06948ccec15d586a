// The worker of this device: runs a table in WebAssembly, with the same protocol as a server's.
import init, * as wasm from './generated/browser/browser.js'
import wasmAddress from './generated/browser/browser_bg.wasm?url'
import type { Pauses } from './lib/game.svelte'
import type { QueryName } from './lib/ruleQueries'

export type WorkerRequest =
  | { id: number; do: 'load' }
  | { id: number; do: 'open'; rules: string; seed: string; quick: boolean }
  | { id: number; do: 'restore'; record: string; sitters: string; seed: string; quick: boolean }
  | { id: number; do: 'hear'; person: number; message: string }
  | { id: number; do: 'record' }
  | { id: number; do: 'pauses'; pauses: Pauses }
  | { id: number; do: 'query'; name: QueryName; words: (string | number | undefined)[] }

let ready: Promise<unknown> | null = null
let device: wasm.Device | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** When the table has to be woken, in milliseconds. */
let wakeAt: number | null = null
let checkedAt = Date.now()
let pauses: Pauses = 'usual'
/** How far the table's clock is ahead of this device's, because pauses were skipped. */
let ahead = 0

/** The time at the table, in milliseconds. */
const tableTime = () => Date.now() + ahead

const CHECK_INTERVAL_MS = 1_000

/** A check that comes this much late means that the device was asleep; the players get that time back. */
const ASLEEP_AFTER_MS = 3_000

/** The longest delay that a browser's timer can have. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** How long is played on without pauses before the page is told. */
const SKIPPED_AT_ONCE_MS = 100

type Frames = [number, unknown[]][]

interface DeviceOutput {
  frames: Frames
  wake: number | null
}

/** Takes what the device says: when to wake it, and the frames for the page. */
function taken(text: string): Frames {
  const { frames, wake } = JSON.parse(text) as DeviceOutput
  wakeAt = wake
  return frames
}

function handle(text: string) {
  tell(taken(text))
}

function tell(frames: Frames) {
  setTimer()
  if (frames.length > 0) postMessage({ frames })
}

function setTimer() {
  clearTimeout(timer)
  if (wakeAt === null) return
  const left = pauses === 'none' ? 0 : Math.max(wakeAt - tableTime(), 0)
  timer = setTimeout(wake, Math.min(left, MAX_TIMER_MS))
}

function wake() {
  creditSleep()
  if (pauses === 'none') return playOn()
  if (device && wakeAt !== null && wakeAt <= tableTime()) handle(device.tick(tableTime()))
}

/** Plays without pauses. Many moves are told at once, because the page would draw each of them. */
function playOn() {
  const until = Date.now() + SKIPPED_AT_ONCE_MS
  const frames: Frames = []
  while (device && wakeAt !== null && Date.now() < until) {
    ahead += Math.max(wakeAt - tableTime(), 0)
    frames.push(...taken(device.tick(tableTime())))
  }
  tell(frames)
}

/** Gives back the time that the device was asleep, before anything happens too late because of it. */
function creditSleep() {
  const now = Date.now()
  const asleep = now - checkedAt
  checkedAt = now
  if (device && wakeAt !== null && asleep > ASLEEP_AFTER_MS) handle(device.credit(asleep, tableTime()))
}

/** Forgets the table before: another begins. */
function begin() {
  clearTimeout(timer)
  pauses = 'usual'
}

function answer(request: WorkerRequest): unknown {
  switch (request.do) {
    case 'load':
      return null
    case 'open':
      begin()
      device = new wasm.Device(request.rules, request.seed, request.quick)
      return null
    case 'restore': {
      begin()
      const { record, sitters, seed, quick } = request
      device = wasm.Device.restore(record, sitters, seed, quick, tableTime())
      return null
    }
    case 'hear':
      creditSleep()
      if (device) handle(device.hear(request.person, request.message, tableTime()))
      return null
    case 'pauses':
      pauses = request.pauses
      setTimer()
      return null
    case 'record':
      return device?.record() ?? null
    case 'query': {
      const functions = wasm as unknown as Record<QueryName, (...words: unknown[]) => string>
      return JSON.parse(functions[request.name](...request.words)) as unknown
    }
  }
}

/** Downloads the WebAssembly, and tells the page how much has arrived. */
async function download(): Promise<Response> {
  const reply = await fetch(wasmAddress)
  if (!reply.ok || !reply.body) throw new Error('offline')
  // On a fast line all of it comes at once; the page says from the start what it waits for.
  postMessage({ progress: 0 })
  let received = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length
      postMessage({ progress: received / __WASM_BYTES__ })
      controller.enqueue(chunk)
    }
  })
  return new Response(reply.body.pipeThrough(count), { headers: { 'content-type': 'application/wasm' } })
}

/** Loads the WebAssembly. Without a network that fails; the next request tries again. */
function loaded(): Promise<unknown> {
  ready ??= init({ module_or_path: download() }).catch((error: unknown) => {
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
