// The table of this device, in a thread of its own: the same wire as a server's, without a network.
import init, * as offline from './generated/browser/browser.js'

export type Ask =
  | { id: number; do: 'open'; rules: string; seed: string; quick: boolean }
  | { id: number; do: 'restore'; record: string; sitters: string; seed: string; quick: boolean }
  | { id: number; do: 'hear'; person: number; message: string }
  | { id: number; do: 'record' }
  | { id: number; do: 'book'; name: string; words: (string | number | undefined)[] }

let ready: Promise<unknown> | null = null
let device: offline.Device | null = null
let timer = 0
let due: number | null = null
let looked = Date.now()

/** How often the worker looks whether the device was asleep. */
const LOOK = 1_000

/** A device that looks so much later was asleep, and nobody shall pay for it. */
const SLEPT = 3_000

/** A timer of a page cannot be longer. */
const LONGEST = 2 ** 31 - 1

interface Told {
  frames: [number, unknown[]][]
  wake: number | null
}

function pass(text: string) {
  const told = JSON.parse(text) as Told
  due = told.wake
  clearTimeout(timer)
  if (due !== null)
    timer = setTimeout(wake, Math.min(Math.max(due - Date.now(), 0), LONGEST)) as unknown as number
  if (told.frames.length > 0) postMessage({ frames: told.frames })
}

function wake() {
  look()
  if (device && due !== null && due <= Date.now()) pass(device.tick(Date.now()))
}

/** Gives the time back that the device was asleep, before anything is done that comes too late for it. */
function look() {
  const now = Date.now()
  const asleep = now - looked
  looked = now
  if (device && due !== null && asleep > SLEPT) pass(device.credit(asleep, now))
}

function answer(ask: Ask): unknown {
  switch (ask.do) {
    case 'open':
      clearTimeout(timer)
      device = new offline.Device(ask.rules, ask.seed, ask.quick)
      return null
    case 'restore':
      clearTimeout(timer)
      device = offline.Device.restore(ask.record, ask.sitters, ask.seed, ask.quick, Date.now())
      return null
    case 'hear':
      look()
      if (device) pass(device.hear(ask.person, ask.message, Date.now()))
      return null
    case 'record':
      return device?.record() ?? null
    case 'book': {
      const call = (offline as unknown as Record<string, (...words: unknown[]) => string | undefined>)[
        ask.name
      ]
      const text = call?.(...ask.words)
      return text === undefined ? null : JSON.parse(text)
    }
  }
}

/** Without a network it cannot be loaded; whoever asks later tries again. */
function loaded(): Promise<unknown> {
  ready ??= init().catch((why) => {
    ready = null
    throw why
  })
  return ready
}

setInterval(look, LOOK)

onmessage = async ({ data }: MessageEvent<Ask>) => {
  try {
    await loaded()
    postMessage({ id: data.id, result: answer(data) })
  } catch (error) {
    postMessage({ id: data.id, error: String(error) })
  }
}
