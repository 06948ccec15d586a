// The worker with the WebAssembly, started when it is first asked for.
import type { Ask } from '../worker'

type Without<T> = T extends { id: number } ? Omit<T, 'id'> : never

let worker: Worker | null = null
let asked = 0
const waiting = new Map<number, { resolve: (value: never) => void; reject: (why: Error) => void }>()
let hear: (frames: [number, unknown[]][]) => void = () => {}
let broke = () => {}

function started(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'offline' })
  worker.onmessage = ({ data }) => {
    if (data.frames) return hear(data.frames)
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) one?.resolve(data.result as never)
    else one?.reject(new Error(data.error))
  }
  worker.onerror = stop
  return worker
}

/** Ends the worker, in which nothing can be trusted after a fault; the next question starts another. */
export function stop() {
  worker?.terminate()
  worker = null
  for (const one of waiting.values()) one.reject(new Error('offline'))
  waiting.clear()
  broke()
}

/** Asks the worker for something. */
export function ask<T>(what: Without<Ask>): Promise<T> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    started().postMessage({ ...what, id })
  })
}

/** Who is told the frames of the table in the worker, and when there is no such table any more. */
export function listen(listener: (frames: [number, unknown[]][]) => void, ended: () => void) {
  hear = listener
  broke = ended
}
