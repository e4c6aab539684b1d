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
  /** a payment without a question: rejected with NOT_PRIVATE unless both wallets of the sandbox are private at that moment */
  readonly unasked?: true
}

/** What answers the calls of a window. */
export interface WindowNode {
  /** JSON text in, JSON text out; rejects with an RpcError. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Returns the function that ends the subscription. */
  onEvent(listener: (event: NodeEvent) => void): () => void
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

/** Starts the worker thread of a node. */
export function startNodeWorker(data: ThreadData): Worker {
  return new Worker(threadUrl(), { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE } })
}

/** A node in its own thread. Works at once: calls during start-up get the node's warm-up answers. */
export class NodeClient implements WindowNode {
  readonly #worker: Worker
  readonly #calls = new Map<number, Waiting>()
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  readonly #started = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<string | undefined>()
  #nextId = 1
  #alive = true
  /** it was asked to stop */
  #stopping = false
  /** its files are closed */
  #closed = false
  /** it has answered the last ping */
  #responsive = true
  #crash: string | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    // A caller may not look at `started`; its rejection is also reported as a status event.
    this.#started.promise.catch(() => {})
    worker.on('message', (message: FromThread) => this.#receive(message))
    // Errors that the thread can catch arrive as events; this one is of another kind, such as running out of memory.
    worker.on('error', (error) => {
      this.#crash = `The node stopped unexpectedly: ${describeCrash(error, []).reason}`
      this.#end()
    })
    worker.on('exit', () => this.#end())
  }

  /** Resolves when the node answers all calls; rejects with the reason (for a person) when it cannot start. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /** Resolves when the thread has ended: to undefined after a stop, else to the reason, for a person. */
  get ended(): Promise<string | undefined> {
    return this.#ended.promise
  }

  call(method: string, params: string, { signal, onProgress, unasked }: NodeCallOptions = {}): Promise<string> {
    if (!this.#alive) return Promise.reject(new RpcError(RPC_ERROR.INTERNAL, 'The node has stopped'))
    if (signal?.aborted) return Promise.reject(new RpcError(RPC_ERROR.MISC, 'Cancelled'))
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const cancel = () => this.#post({ kind: 'cancel', id })
      const done = () => signal?.removeEventListener('abort', cancel)
      this.#calls.set(id, {
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
      this.#post({ kind: unasked === true ? 'unasked' : 'call', id, method, params })
    })
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells the node whether the machine runs on battery. */
  setPower(source: PowerSource): void {
    if (this.#alive) this.#post({ kind: 'power', source })
  }

  /**
   * Asks the node to stop and resolves when its thread has ended, however long closing its files takes.
   * @param slow called every ten seconds meanwhile
   */
  async stop(slow: (wait: SlowStop) => void = () => undefined): Promise<void> {
    if (!this.#alive) return
    if (!this.#stopping) this.#post({ kind: 'stop' })
    this.#stopping = true
    const begun = performance.now()
    this.#ping()
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - begun) / 1000)
      slow({ seconds, state: this.#closed ? 'closed' : this.#responsive ? 'closing' : 'busy' })
      this.#ping()
    }, SLOW_STOP_MS)
    await this.ended
    clearInterval(timer)
  }

  #ping(): void {
    this.#responsive = false
    this.#post({ kind: 'ping' })
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #emit(event: NodeEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #receive(message: FromThread): void {
    if (message.kind === 'result' || message.kind === 'error') this.#answer(message)
    else if (message.kind === 'progress') this.#calls.get(message.id)?.onProgress?.(message.progress)
    else if (message.kind === 'event') this.#emit(message.event)
    else if (message.kind === 'started') this.#started.resolve()
    else if (message.kind === 'failed') this.#started.reject(new Error(message.message))
    else if (message.kind === 'pong') this.#responsive = true
    else this.#noteClosed()
  }

  #answer(message: Extract<FromNode, { kind: 'result' | 'error' }>): void {
    const waiting = this.#calls.get(message.id)
    if (!waiting) return
    this.#calls.delete(message.id)
    if (message.kind === 'result') waiting.resolve(message.result)
    else waiting.reject(fromWire(message.error))
  }

  /** No native code runs any more, so that from now on the thread may be terminated. */
  #noteClosed(): void {
    this.#closed = true
    const limit = setTimeout(() => void this.#worker.terminate(), CLOSED_LIMIT_MS)
    void this.ended.then(() => clearTimeout(limit))
  }

  #end(): void {
    if (!this.#alive) return
    this.#alive = false
    const crash = this.#crash
    const reason = crash ?? 'The node has stopped'
    this.#started.reject(new Error(reason))
    for (const waiting of this.#calls.values()) waiting.reject(new RpcError(RPC_ERROR.INTERNAL, reason))
    this.#calls.clear()
    const phase = crash === undefined ? 'stopped' : 'failed'
    this.#emit({ type: 'status', phase, detail: reason, progress: null })
    this.#ended.resolve(crash)
  }
}

/** The node of a chain that runs now; it stays this one when the chain is started again. */
export class NodeLease {
  readonly #node: Pick<NodeClient, 'call'>
  /** aborted as soon as this node stops or is asked to stop */
  readonly gone: AbortSignal

  constructor(node: Pick<NodeClient, 'call'>, gone: AbortSignal) {
    this.#node = node
    this.gone = gone
  }

  async call(method: string, params: string, options?: NodeCallOptions): Promise<string> {
    if (this.gone.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
    return this.#node.call(method, params, options)
  }
}
