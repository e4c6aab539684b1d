import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AnswerMessage, ConnectionAnswer, ConnectionRequest } from './messages.ts'

export const unreachable = () => new RpcError(RPC_ERROR.IN_WARMUP, 'The database cannot be reached')

/**
 * The waiting end of a thread's port. Requests are numbered: the answer to one that was given up may still come, and must
 * not be taken for that of the next.
 */
export class Asker {
  readonly #port: MessagePort
  readonly #answered: Int32Array
  readonly #timeoutMs: number
  /** number of the last request */
  #last = 0

  /** @param answered one word: the number of answers that were sent */
  constructor(port: MessagePort, answered: Int32Array, timeoutMs: number) {
    this.#port = port
    this.#answered = answered
    this.#timeoutMs = timeoutMs
  }

  /** Sends a request and waits for its answer. @throws RpcError if none comes in time */
  ask(request: ConnectionRequest): ConnectionAnswer {
    this.send(request)
    return this.#waitFor(this.#last)
  }

  /** Sends a request without waiting for an answer. */
  send(request: ConnectionRequest): void {
    this.#port.postMessage({ id: ++this.#last, request })
  }

  #waitFor(id: number): ConnectionAnswer {
    const deadline = performance.now() + this.#timeoutMs
    for (;;) {
      const seen = Atomics.load(this.#answered, 0)
      const received = receiveMessageOnPort(this.#port) as { readonly message: AnswerMessage } | undefined
      if (received?.message.id === id) return received.message.answer
      if (received !== undefined) continue
      const left = deadline - performance.now()
      if (left <= 0) throw unreachable()
      Atomics.wait(this.#answered, 0, seen, left)
    }
  }
}
