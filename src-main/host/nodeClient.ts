/**
 * The parent's side of the node's thread. Purpose: start the node in a worker thread, carry calls and events, stop it
 * in bounded time. Non-goals: knowing methods, checking senders (shell and web do). Invariant: every call is answered
 * exactly once, also when the thread dies.
 */
import { Worker } from 'node:worker_threads'
import type { FromNode } from '#shared/channel.ts'
import { fromWire, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, Progress } from '#shared/events.ts'
import type { PowerSource } from '../node/node.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { describeCrash } from './uncaught.ts'

/** Longest time a clean stop may take before the thread is ended by force; the node's own goal is two seconds. */
const STOP_LIMIT_MS = 10_000

/** Megabytes for young objects, three spaces of eight: an import's peak memory is a quarter lower than by default, at no cost in speed. */
const YOUNG_SPACE = 24

export interface NodeCallOptions {
  readonly signal?: AbortSignal
  /** how far a long call is, at most four times a second; never after its end */
  onProgress?(progress: Progress): void
}

/** What a window is served by. */
export interface WindowNode {
  /** JSON text in, JSON text out; rejects with an RpcError. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Returns the function that ends the subscription. */
  onEvent(listener: (event: NodeEvent) => void): () => void
}

export interface NodeClient extends WindowNode {
  /** Resolves when the node answers all calls; rejects with the reason (for a person) when it cannot start. */
  readonly started: Promise<void>
  /** Resolves when the thread has ended: to undefined when it was asked to, else to what happened, for a person. */
  readonly ended: Promise<string | undefined>
  /** Tells the node what the machine runs on. */
  setPower(source: PowerSource): void
  stop(): Promise<void>
}

interface Waiting {
  resolve(result: string): void
  reject(error: Error): void
  readonly onProgress: NodeCallOptions['onProgress']
}

/** `new URL('./nodeThread…', …)` in both worlds: TypeScript sources and the bundle, where every entry is a sibling. */
function threadUrl(): URL {
  const name = import.meta.url.endsWith('.ts') ? './nodeThread.ts' : './nodeThread.js'
  return new URL(name, import.meta.url)
}

/** Starts the node in its own thread. The returned client works at once: calls made during start-up get the node's warm-up answers. */
export function startNodeThread(data: ThreadData): NodeClient {
  const worker = new Worker(threadUrl(), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE },
  })
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: NodeEvent) => void>()
  let nextId = 1
  let alive = true

  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string | undefined>()
  // A caller may not look at `started`; its rejection is also told as a status event.
  started.promise.catch(() => {})

  const emit = (event: NodeEvent) => {
    for (const listener of listeners) listener(event)
  }

  const resolveCall = (message: Extract<FromNode, { kind: 'result' | 'error' }>) => {
    const entry = waiting.get(message.id)
    if (!entry) return
    waiting.delete(message.id)
    if (message.kind === 'result') entry.resolve(message.result)
    else entry.reject(fromWire(message.error))
  }

  worker.on('message', (message: FromThread) => {
    if (message.kind === 'result' || message.kind === 'error') resolveCall(message)
    else if (message.kind === 'progress') waiting.get(message.id)?.onProgress?.(message.progress)
    else if (message.kind === 'event') emit(message.event)
    else if (message.kind === 'started') started.resolve()
    else if (message.kind === 'failed') started.reject(new Error(message.message))
  })

  let crash: string | undefined
  const end = () => {
    if (!alive) return
    alive = false
    const reason = crash ?? 'The node has stopped'
    started.reject(new Error(reason))
    for (const entry of waiting.values()) entry.reject(new RpcError(RPC_ERROR.INTERNAL, reason))
    waiting.clear()
    emit({ type: 'status', phase: crash === undefined ? 'stopped' : 'failed', detail: reason, progress: null })
    ended.resolve(crash)
  }
  // What the thread catches itself it tells as an event; this is what it cannot catch, such as too little memory.
  worker.on('error', (error) => {
    crash = `The node stopped unexpectedly: ${describeCrash(error, []).reason}`
    end()
  })
  worker.on('exit', end)

  const post = (message: ToThread) => worker.postMessage(message)

  return {
    started: started.promise,
    ended: ended.promise,
    call(method, params, { signal, onProgress } = {}) {
      if (!alive) return Promise.reject(new RpcError(RPC_ERROR.INTERNAL, 'The node has stopped'))
      if (signal?.aborted) return Promise.reject(new RpcError(RPC_ERROR.MISC, 'Cancelled'))
      const id = nextId++
      return new Promise((resolve, reject) => {
        const cancel = () => post({ kind: 'cancel', id })
        const done = () => signal?.removeEventListener('abort', cancel)
        waiting.set(id, {
          resolve(result) {
            done()
            resolve(result)
          },
          reject(error) {
            done()
            reject(error)
          },
          onProgress,
        })
        signal?.addEventListener('abort', cancel, { once: true })
        post({ kind: 'call', id, method, params })
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setPower: (source) => alive && post({ kind: 'power', source }),
    async stop() {
      if (!alive) return
      post({ kind: 'stop' })
      const limit = setTimeout(() => void worker.terminate(), STOP_LIMIT_MS)
      await ended.promise
      clearTimeout(limit)
    },
  }
}
