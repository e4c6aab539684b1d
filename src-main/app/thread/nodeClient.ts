/**
 * Parent's side of the node's thread. Purpose: start the node in a worker thread, transfer calls and events, stop it.
 * Non-goals: knowledge of methods, checking senders (shell and web do). Invariants: every call is answered exactly
 * once, even when the thread dies; a thread is never terminated before it reports that its files are closed.
 * Terminating it inside native code (SQLite, signatures) can crash the whole process with the nodes of all other
 * chains.
 */
import { Worker } from 'node:worker_threads'
import type { FromNode } from '#shared/channel.ts'
import { fromWire, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, Progress } from '#shared/events.ts'
import type { PowerSource } from '../../node/index.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { describeCrash } from './uncaught.ts'

/** Time after which a thread whose files are closed is terminated if it has not ended. */
const CLOSED_LIMIT_MS = 10_000
/** Interval for reporting a slow stop; the node's own goal is two seconds. */
const SLOW_STOP_MS = 10_000

/** Maximum size of the young generation in MB: three semi-spaces of sixteen, which only catching up uses. */
const YOUNG_SPACE = 48

export interface NodeCallOptions {
  readonly signal?: AbortSignal
  /** Receives the progress of a long call, at most four times per second and never after its end. */
  onProgress?(progress: Progress): void
  /**
   * set for a payment without a prompt, which is rejected with NOT_PRIVATE unless both wallets of the sandbox are
   * private at that moment
   */
  readonly unasked?: true
}

/** Handles the calls of a window. */
export interface WindowNode {
  /** Takes and returns JSON text. Rejects with an RpcError. */
  call(method: string, params: string, options?: NodeCallOptions): Promise<string>
  /** Returns the function that unsubscribes. */
  onEvent(listener: (event: NodeEvent) => void): () => void
}

/** Reason why a stop is not finished. */
export interface SlowStop {
  readonly seconds: number
  /**
   * `busy`: the thread does not respond because of a long step, such as a commit; `closing`: it responds, and its files
   * are not closed yet; `closed`: its files are closed, and it is ending
   */
  readonly state: 'busy' | 'closing' | 'closed'
}

interface PendingCall {
  resolve(result: string): void
  reject(error: Error): void
  readonly onProgress: NodeCallOptions['onProgress']
}

/** Returns the URL of the thread's entry, which is in the folder of this file both in the sources and in the bundle. */
function threadUrl(): URL {
  const name = import.meta.url.endsWith('.ts') ? './nodeThread.ts' : './nodeThread.js'
  return new URL(name, import.meta.url)
}

export function startNodeWorker(data: ThreadData): Worker {
  return new Worker(threadUrl(), { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SPACE } })
}

/** A node in its own thread. Usable immediately: calls during startup get the node's warm-up replies. */
export class NodeClient implements WindowNode {
  readonly #worker: Worker
  readonly #calls = new Map<number, PendingCall>()
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  readonly #started = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<string | undefined>()
  #nextId = 1
  #alive = true
  /** true after the node was requested to stop */
  #stopping = false
  /** true after the node's files were closed */
  #closed = false
  /** true after the reply to the last ping */
  #responsive = true
  #crash: string | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    // Handled here, because callers may ignore `started`; the failure is also reported as a status event.
    this.#started.promise.catch(() => {})
    worker.on('message', (message: FromThread) => this.#receive(message))
    // The thread reports errors that it can catch as events; this error is of another kind, such as out of memory.
    worker.on('error', (error) => {
      this.#crash = `The node stopped unexpectedly: ${describeCrash(error, []).reason}`
      this.#end()
    })
    worker.on('exit', () => this.#end())
  }

  /** Resolves when the node answers all calls. Rejects with the reason, as a text for users, if it cannot start. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /** Resolves when the thread has ended: to undefined after a stop, otherwise to the reason as a text for users. */
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

  setPower(source: PowerSource): void {
    if (this.#alive) this.#post({ kind: 'power', source })
  }

  /**
   * Requests the node to stop and resolves when its thread has ended, without a limit on the time for closing its
   * files.
   * @param slow called every ten seconds until then
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

  /** Native code no longer runs, so the thread may be terminated from now on. */
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

/** Lease on the currently running node of a chain. It still refers to this node after the chain is restarted. */
export class NodeLease {
  readonly #node: Pick<NodeClient, 'call'>
  /** aborted when this node stops or is requested to stop */
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
