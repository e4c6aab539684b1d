/**
 * The parent's side of the node's thread. Purpose: start the node in a worker thread, carry calls and events, stop it.
 * Non-goals: knowing methods, checking senders (shell and web do). Invariants: every call is answered exactly once, also
 * when the thread dies; a thread is never terminated before it said that its files are closed, because terminating one
 * inside native code (SQLite, signatures) can take down the whole process with the nodes of all other chains.
 */
import { Worker } from 'node:worker_threads'
import type { FromNode } from '#shared/channel.ts'
import { fromWire, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, Progress } from '#shared/events.ts'
import type { PowerSource } from '../../node/index.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { describeCrash } from './uncaught.ts'

/** A thread whose files are closed has nothing left to do; one that something keeps alive for so long is terminated. */
const CLOSED_LIMIT_MS = 10_000
/** How often a slow stop is reported; the node's own goal is two seconds. */
const SLOW_STOP_MS = 10_000

/** Megabytes for young objects (three semi-spaces of eight): a quarter less peak memory during an import, at no cost in speed. */
const YOUNG_SPACE = 24

export interface NodeCallOptions {
  readonly signal?: AbortSignal
  /** progress of a long call, at most four times a second; never after its end */
  onProgress?(progress: Progress): void
}

/** What answers the calls of a window. */
export interface WindowNode {
  /** JSON text in, JSON text out; rejects with an RpcError. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Returns the function that ends the subscription. */
  onEvent(listener: (event: NodeEvent) => void): () => void
}

export interface NodeClient extends WindowNode {
  /** Resolves when the node answers all calls; rejects with the reason (for a person) when it cannot start. */
  readonly started: Promise<void>
  /** Resolves when the thread has ended: to undefined after a stop, else to the reason, for a person. */
  readonly ended: Promise<string | undefined>
  /** Tells the node whether the machine runs on battery. */
  setPower(source: PowerSource): void
  /**
   * Asks the node to stop and resolves when its thread has ended, however long closing its files takes.
   * @param slow called every ten seconds meanwhile
   */
  stop(slow?: (wait: SlowStop) => void): Promise<void>
}

/** Why a stop is not over yet. */
export interface SlowStop {
  readonly seconds: number
  /**
   * `busy`: the thread answers nothing, so it is in a long step, such as a commit; `closing`: it answers, and its files are
   * not closed yet; `closed`: its files are closed, and it ends
   */
  readonly state: 'busy' | 'closing' | 'closed'
}

interface Waiting {
  resolve(result: string): void
  reject(error: Error): void
  readonly onProgress: NodeCallOptions['onProgress']
}

/** Beside this file in the sources and in the bundle, where every entry is a sibling. */
function threadUrl(): URL {
  const name = import.meta.url.endsWith('.ts') ? './nodeThread.ts' : './nodeThread.js'
  return new URL(name, import.meta.url)
}

interface ThreadState {
  readonly worker: Worker
  readonly calls: Map<number, Waiting>
  readonly listeners: Set<(event: NodeEvent) => void>
  readonly started: PromiseWithResolvers<void>
  readonly ended: PromiseWithResolvers<string | undefined>
  nextId: number
  alive: boolean
  /** it was asked to stop */
  stopping: boolean
  /** its files are closed */
  closed: boolean
  /** it has answered the last ping */
  responsive: boolean
  crash: string | undefined
}

/** Starts the node in its own thread. The client works at once: calls during start-up get the node's warm-up answers. */
export function startNodeThread(
  data: ThreadData,
  createWorker: typeof createNodeWorker = createNodeWorker,
): NodeClient {
  const state: ThreadState = {
    worker: createWorker(data),
    calls: new Map(),
    listeners: new Set(),
    started: Promise.withResolvers(),
    ended: Promise.withResolvers(),
    ...{ nextId: 1, alive: true, stopping: false, closed: false, responsive: true, crash: undefined },
  }
  const { worker, listeners } = state
  // A caller may not look at `started`; its rejection is also reported as a status event.
  state.started.promise.catch(() => {})
  worker.on('message', (message: FromThread) => receive(state, message))
  // What the thread can catch itself arrives as an event; this is the rest, such as running out of memory.
  worker.on('error', (error) => {
    state.crash = `The node stopped unexpectedly: ${describeCrash(error, []).reason}`
    end(state)
  })
  worker.on('exit', () => end(state))
  return {
    started: state.started.promise,
    ended: state.ended.promise,
    call: (method, params, options) => call(state, method, params, options),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setPower: (source) => state.alive && post(state, { kind: 'power', source }),
    stop: (slow) => stop(state, slow),
  }
}

function createNodeWorker(data: ThreadData): Worker {
  return new Worker(threadUrl(), { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE } })
}

const post = ({ worker }: ThreadState, message: ToThread) => worker.postMessage(message)

function emit({ listeners }: ThreadState, event: NodeEvent): void {
  for (const listener of listeners) listener(event)
}

function receive(state: ThreadState, message: FromThread): void {
  const { calls, started } = state
  if (message.kind === 'result' || message.kind === 'error') answer(state, message)
  else if (message.kind === 'progress') calls.get(message.id)?.onProgress?.(message.progress)
  else if (message.kind === 'event') emit(state, message.event)
  else if (message.kind === 'started') started.resolve()
  else if (message.kind === 'failed') started.reject(new Error(message.message))
  else if (message.kind === 'pong') state.responsive = true
  else closed(state)
}

function answer({ calls }: ThreadState, message: Extract<FromNode, { kind: 'result' | 'error' }>): void {
  const waiting = calls.get(message.id)
  if (!waiting) return
  calls.delete(message.id)
  if (message.kind === 'result') waiting.resolve(message.result)
  else waiting.reject(fromWire(message.error))
}

/** No native code runs any more, so that from now on the thread may be terminated. */
function closed(state: ThreadState): void {
  state.closed = true
  const limit = setTimeout(() => void state.worker.terminate(), CLOSED_LIMIT_MS)
  void state.ended.promise.then(() => clearTimeout(limit))
}

function end(state: ThreadState): void {
  if (!state.alive) return
  state.alive = false
  const { calls, started, ended, crash } = state
  const reason = crash ?? 'The node has stopped'
  started.reject(new Error(reason))
  for (const waiting of calls.values()) waiting.reject(new RpcError(RPC_ERROR.INTERNAL, reason))
  calls.clear()
  emit(state, { type: 'status', phase: crash === undefined ? 'stopped' : 'failed', detail: reason, progress: null })
  ended.resolve(crash)
}

function call(
  state: ThreadState,
  method: string,
  params: string,
  { signal, onProgress }: NodeCallOptions = {},
): Promise<string> {
  if (!state.alive) return Promise.reject(new RpcError(RPC_ERROR.INTERNAL, 'The node has stopped'))
  if (signal?.aborted) return Promise.reject(new RpcError(RPC_ERROR.MISC, 'Cancelled'))
  const id = state.nextId++
  return new Promise((resolve, reject) => {
    const cancel = () => post(state, { kind: 'cancel', id })
    const done = () => signal?.removeEventListener('abort', cancel)
    state.calls.set(id, {
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
    post(state, { kind: 'call', id, method, params })
  })
}

async function stop(state: ThreadState, slow: (wait: SlowStop) => void = () => undefined): Promise<void> {
  if (!state.alive) return
  if (!state.stopping) post(state, { kind: 'stop' })
  state.stopping = true
  const begun = performance.now()
  const ping = () => {
    state.responsive = false
    post(state, { kind: 'ping' })
  }
  ping()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    slow({ seconds, state: state.closed ? 'closed' : state.responsive ? 'closing' : 'busy' })
    ping()
  }, SLOW_STOP_MS)
  await state.ended.promise
  clearInterval(timer)
}
