import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { Asker, unreachable } from './asker.ts'
import {
  type AnswerMessage,
  ASYNC_CLIENT,
  type ConnectionAnswer,
  type ConnectionInput,
  type RequestMessage,
} from './messages.ts'

export type Rows = Extract<ConnectionAnswer, { ok: true }>

/** Timeout for an answer in ms: longer than the statement timeout plus the connect timeout. */
const ANSWER_TIMEOUT_MS = 75_000
/** Time limit in ms for closing the connections. */
const CLOSE_MS = 1_000

/** Connection that blocks until each answer, so that code written for SQLite can use it. */
export class TableConnection {
  readonly #asker: Asker
  readonly #client: number

  /** @param client number of the connection in the thread */
  constructor(asker: Asker, client: number) {
    this.#asker = asker
    this.#client = client
  }

  /** @param name name of a prepared statement; without one the text is run directly */
  run(text: string, name?: string, values: readonly unknown[] = []): Rows {
    const answer = this.#asker.ask({ kind: 'run', client: this.#client, name, text, values })
    if (answer.ok) return answer
    throw answer.code === undefined || isOfNetwork(answer.code) ? unreachable() : new Error(answer.reason)
  }

  /** Runs a text without waiting. A failure appears at the next call. */
  post(text: string): void {
    this.#asker.send({ kind: 'run', client: this.#client, name: undefined, text, values: [], silent: true })
  }

  close(): void {
    this.#asker.send({ kind: 'close', client: this.#client })
  }
}

/** All connections of a process, through one thread. */
export class TableConnections {
  readonly #port: MessagePort
  readonly #async: AsyncConnection
  readonly #asker: Asker
  readonly #ended: Promise<void>
  #clients = 0

  /** @param url URL of the server, which no error contains */
  constructor(url: string, schema: string) {
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const { port1, port2 } = new MessageChannel()
    const waiting = new MessageChannel()
    const input: ConnectionInput = { url, schema, answered, port: port2, asyncPort: waiting.port2 }
    const transferList = [port2, waiting.port2]
    const worker = new Worker(workerUrl(), { workerData: input, name: 'postgres', transferList })
    this.#port = port1
    this.#async = new AsyncConnection(waiting.port1)
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    this.#asker = new Asker(port1, answered, ANSWER_TIMEOUT_MS)
  }

  /**
   * Runs a statement on a connection of its own, without blocking this thread. Never rejects: a failure is an answer.
   */
  runAsync(text: string): Promise<ConnectionAnswer> {
    return this.#async.run(text)
  }

  open(): TableConnection {
    return new TableConnection(this.#asker, ++this.#clients)
  }

  /** Ends the thread. Resolves when it has ended, or after a time limit if the database does not respond. */
  async close(): Promise<void> {
    this.#port.close()
    await Promise.race([this.#ended, delay(CLOSE_MS)])
  }
}

/** Timeout for an answer in ms, longer than the connect timeout: after it the database counts as unreachable. */
const ASYNC_TIMEOUT_MS = 8_000

/** Connection that does not block its thread. */
class AsyncConnection {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, (answer: ConnectionAnswer) => void>()
  #last = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', ({ id, answer }: AnswerMessage) => this.#waiting.get(id)?.(answer))
    port.unref()
  }

  run(text: string): Promise<ConnectionAnswer> {
    const id = ++this.#last
    return new Promise((resolve) => {
      const finish = (answer: ConnectionAnswer) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        resolve(answer)
      }
      const late = { ok: false, reason: 'no answer from the database', code: undefined } as const
      const timer = setTimeout(() => finish(late), ASYNC_TIMEOUT_MS)
      this.#waiting.set(id, finish)
      this.#port.postMessage({
        id,
        request: { kind: 'run', client: ASYNC_CLIENT, name: undefined, text, values: [] },
      } satisfies RequestMessage)
    })
  }
}

/**
 * Returns true for a network failure. An SQLSTATE has five characters, and classes 08 and 57P are lost connections. All
 * other codes are network errors.
 */
export const isOfNetwork = (code: string): boolean =>
  code.length !== 5 || code.startsWith('08') || code.startsWith('57P')

/**
 * Returns the URL next to this file when run from source, or next to the bundle's chunk when built (see
 * electron.vite.config.ts).
 */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './connectionWorker.ts' : './connectionWorker.js'
  return new URL(file, import.meta.url)
}
