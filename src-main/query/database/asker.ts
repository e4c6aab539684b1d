import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AnswerMessage, ConnectionAnswer, ConnectionRequest } from './messages.ts'

export const unreachable = () => new RpcError(RPC_ERROR.IN_WARMUP, 'The database cannot be reached')

/**
 * Requesting end of a thread's port, which blocks until the answer arrives. Requests are numbered, because a late
 * answer to a timed-out request must not be used for the next one.
 */
export class Asker {
  readonly #port: MessagePort
  readonly #answered: Int32Array
  readonly #timeoutMs: number
  #last = 0

  /** @param answered shared word with the number of answers sent */
  constructor(port: MessagePort, answered: Int32Array, timeoutMs: number) {
    this.#port = port
    this.#answered = answered
    this.#timeoutMs = timeoutMs
  }

  /** Sends a request and waits for its answer. @throws RpcError if no answer arrives in time */
  ask(request: ConnectionRequest): ConnectionAnswer {
    this.send(request)
    return this.#waitFor(this.#last)
  }

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
