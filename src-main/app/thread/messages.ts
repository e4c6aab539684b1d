import type { FromNode, ToNode } from '#shared/channel.ts'
import type { Progress } from '#shared/events.ts'
import type { PairData, PowerSource } from '../../node/index.ts'

/** What the parent may say to the node's thread, beside the calls of a window. `ping` asks whether it is responsive. */
export type ToThread =
  | ToNode
  /** A payment that is sent only while the pair of the node is private. */
  | { readonly kind: 'unasked'; readonly id: number; readonly method: string; readonly params: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'power'; readonly source: PowerSource }

/**
 * What the node's thread says. `failed` comes instead of `started`; `stopped`: all files are closed, and the thread ends by
 * itself.
 */
export type FromThread =
  | FromNode
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'stopped' }

/** Start data of the thread: the node reads the same options as the daemon. */
export interface ThreadData {
  readonly argv: readonly string[]
  /** where calls come from: decides limits of the dispatcher and texts of the status */
  readonly transport: 'ipc' | 'web'
  /** the node is one of the two of the private sandbox */
  readonly pair?: PairData | undefined
}
