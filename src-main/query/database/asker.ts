import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AnswerMessage, ConnectionAnswer, ConnectionRequest } from './messages.ts'

export interface Asker {
  /** Sends a request and waits for its answer. @throws RpcError where none comes in time */
  ask(request: ConnectionRequest): ConnectionAnswer
  /** Sends a request that nobody waits for. */
  send(request: ConnectionRequest): void
}

export const unreachable = () => new RpcError(RPC_ERROR.IN_WARMUP, 'The database cannot be reached')

/**
 * The waiting end of a thread's port. Requests are numbered: the answer to one that was given up may still come, and must
 * not be taken for that of the next.
 * @param answered one word: how many answers were sent
 * @param patience milliseconds for an answer
 */
export function createAsker(port: MessagePort, answered: Int32Array, patience: number): Asker {
  let last = 0

  function answerTo(id: number): ConnectionAnswer {
    const deadline = performance.now() + patience
    for (;;) {
      const seen = Atomics.load(answered, 0)
      const received = receiveMessageOnPort(port) as { readonly message: AnswerMessage } | undefined
      if (received?.message.id === id) return received.message.answer
      if (received !== undefined) continue
      const left = deadline - performance.now()
      if (left <= 0) throw unreachable()
      Atomics.wait(answered, 0, seen, left)
    }
  }

  function send(request: ConnectionRequest): number {
    const id = ++last
    port.postMessage({ id, request })
    return id
  }

  return { ask: (request) => answerTo(send(request)), send: (request) => void send(request) }
}
