// Requests to the worker that runs the WebAssembly. The worker starts with the first request.
import type { WorkerRequest } from '../worker'
import { setEngineProgress } from './engine.svelte'

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never

/** What the worker sends: the answer to a request, or frames of its table. */
type WorkerMessage =
  { frames: [number, unknown[]][] } | { progress: number } | { id: number; result?: unknown; error?: string }

let worker: Worker | null = null
let lastId = 0
const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
let onFrames: (frames: [number, unknown[]][]) => void = () => {}
let onStopped = () => {}

function runningWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'offline' })
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if ('frames' in data) return onFrames(data.frames)
    if ('progress' in data) return setEngineProgress(data.progress)
    const caller = pending.get(data.id)
    pending.delete(data.id)
    if (data.error === undefined) caller?.resolve(data.result)
    else caller?.reject(new Error(data.error))
  }
  worker.onerror = stopWorker
  return worker
}

/** Stops the worker: after a fault nothing in it can be trusted. The next request starts another. */
export function stopWorker() {
  worker?.terminate()
  worker = null
  for (const caller of pending.values()) caller.reject(new Error('offline'))
  pending.clear()
  onStopped()
}

/** Sends a request to the worker and resolves with its answer. */
export function request<T>(what: WithoutId<WorkerRequest>): Promise<T> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
    runningWorker().postMessage({ ...what, id })
  })
}

/** Sets who receives the frames of the worker's table, and who is told when the worker has stopped. */
export function listen(frames: typeof onFrames, stopped: typeof onStopped) {
  onFrames = frames
  onStopped = stopped
}
