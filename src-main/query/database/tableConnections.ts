import { MessageChannel, Worker } from 'node:worker_threads'
import { createAsker, unreachable } from './asker.ts'
import type { ConnectionAnswer, ConnectionInput } from './messages.ts'

export type Rows = Extract<ConnectionAnswer, { ok: true }>

/** A connection whose answers are waited for, so that what is written for SQLite can read from it. */
export interface TableConnection {
  /** @param name of a statement that is kept prepared; undefined: a text that is run as it is */
  run(text: string, name?: string, values?: readonly unknown[]): Rows
  /** The same without waiting; a failure shows at the next call. */
  post(text: string): void
  close(): void
}

/** The connections of a process, all by one thread. */
export interface TableConnections {
  open(): TableConnection
  close(): Promise<void>
}

/** Longer than a statement may take, and connecting before it. */
const PATIENCE_MILLIS = 75_000

/** @param url of the server; it stands in no error */
export function createTableConnections(url: string, schema: string): TableConnections {
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const { port1: port, port2 } = new MessageChannel()
  const input: ConnectionInput = { url, schema, answered, port: port2 }
  const worker = new Worker(workerUrl(), { workerData: input, name: 'postgres', transferList: [port2] })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const { ask, send } = createAsker(port, answered, PATIENCE_MILLIS)
  let clients = 0

  return {
    open() {
      const client = ++clients
      return {
        run(text, name, values = []) {
          const answer = ask({ kind: 'run', client, name, text, values })
          if (answer.ok) return answer
          throw answer.code === undefined || isOfNetwork(answer.code) ? unreachable() : new Error(answer.reason)
        },
        post: (text) => send({ kind: 'run', client, name: undefined, text, values: [], silent: true }),
        close: () => send({ kind: 'close', client }),
      }
    },
    async close() {
      port.close()
      await ended
    },
  }
}

/** An SQLSTATE has five characters; what else comes is of the network. Of them, class 08 and 57P are lost connections. */
const isOfNetwork = (code: string): boolean => code.length !== 5 || code.startsWith('08') || code.startsWith('57P')

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './connectionWorker.ts' : './connectionWorker.js'
  return new URL(file, import.meta.url)
}
