import type { MessagePort } from 'node:worker_threads'
import type { ReplyColumn } from './cells.ts'

export interface ConnectionInput {
  readonly url: string
  readonly schema: string
  /** Shared word with the number of answers sent. */
  readonly answered: Int32Array
  readonly port: MessagePort
  /** Port of requests whose sender does not block. */
  readonly asyncPort: MessagePort
}

/**
 * Number of the connection for `asyncPort`; others are numbered from 1. Its requests are single statements, so it may be
 * reopened for any of them.
 */
export const ASYNC_CLIENT = 0

/**
 * `client` is the number of the thread's connection, which a new number opens and `close` ends. `silent` means that no
 * answer is sent.
 */
export type ConnectionRequest =
  | {
      readonly kind: 'run'
      readonly client: number
      readonly name: string | undefined
      readonly text: string
      readonly values: readonly unknown[]
      readonly silent?: true
    }
  | { readonly kind: 'close'; readonly client: number }

export interface RequestMessage {
  readonly id: number
  readonly request: ConnectionRequest
}

export interface AnswerMessage {
  readonly id: number
  readonly answer: ConnectionAnswer
}

export type ConnectionAnswer =
  | {
      readonly ok: true
      readonly columns: readonly ReplyColumn[]
      readonly rows: readonly (readonly (string | null)[])[]
    }
  | { readonly ok: false; readonly reason: string; readonly code: string | undefined }
