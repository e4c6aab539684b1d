import type { FromNode, ToNode } from '#shared/channel.ts'
import type { Progress } from '#shared/events.ts'
import type { PairData, PowerSource } from '../../node/index.ts'

/**
 * Messages from the parent to the node's thread, in addition to the calls of a window. `ping` checks that it is
 * responsive.
 */
export type ToThread =
  | ToNode
  /** A payment to send only while the pair of the node is private. */
  | { readonly kind: 'unasked'; readonly id: number; readonly method: string; readonly params: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'power'; readonly source: PowerSource }

/**
 * Messages from the node's thread. `failed` replaces `started` if the start failed. After `stopped` all files are
 * closed, and the thread ends on its own.
 */
export type FromThread =
  | FromNode
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'stopped' }

/** Start data of the thread; the node parses the same options as the daemon. */
export interface ThreadData {
  readonly argv: readonly string[]
  /** origin of calls, which determines limits of the dispatcher and texts of the status */
  readonly transport: 'ipc' | 'web'
  /** set if the node is one of the two in the private sandbox */
  readonly pair?: PairData | undefined
}
