import type { MessagePort } from 'node:worker_threads'
import type { ReplyColumn } from './cells.ts'

/** What the thread of a connection is given. */
export interface ConnectionInput {
  readonly url: string
  readonly schema: string
  /** one word: how many answers were sent */
  readonly answered: Int32Array
  readonly port: MessagePort
}

/**
 * `client`: which of the thread's connections; each that is new begins one. `close` ends it.
 * `silent`: nobody waits for an answer.
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

/** Requests are numbered, as their answers are. */
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
