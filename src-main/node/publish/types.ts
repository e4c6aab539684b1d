/** What the thread of the publisher and its owner say to each other. */
import type { Cursor } from './blockRows.ts'
import type { Batch } from './chainReader.ts'

/** What is there is not for this node; the text is for people. */
export class PublishRefusal extends Error {
  override readonly name = 'PublishRefusal'
}

/** Where a chain is published, and how far it is there. */
export interface PublishTarget {
  cursor(): Promise<Cursor>
  write(batch: Batch): Promise<void>
  /** Takes back everything above a height; −1: everything. */
  rollBackTo(height: number): Promise<void>
  hashAt(height: number): Promise<Uint8Array | undefined>
  /** Called at the tip: does what waits until then. */
  index(): Promise<void>
}

/** How to reach a NATS server. */
export interface NatsAccess {
  /** has the password or token */
  readonly url: string
  readonly credentialsFile: string | undefined
  readonly tls: boolean
}

/** What the numbers of kinds in chain.db mean. */
export interface EventKinds {
  readonly tokens: readonly string[]
  readonly orders: readonly string[]
  readonly sides: readonly string[]
}

/** A transaction that came into the mempool. */
export interface SeenTransaction {
  /** counts up by one, from the start of the node; those that were left out too */
  readonly number: number
  /** as RPC shows it */
  readonly txid: string
  readonly size: number
  /** satoshis */
  readonly fee: bigint
  /** unix seconds */
  readonly time: number
}

/** `url`: of the server; has the password. */
export type PublishDestination =
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** JSON of what answers depend on beside the tables: see publishedSettings.ts */
      readonly settings: string
      /** hash of the address of the faucet's pool, hex */
      readonly faucetPool: string
    }
  | (NatsAccess & {
      readonly kind: 'nats'
      /** height of the first block that is published */
      readonly from: number
      readonly kinds: EventKinds
    })

/** What the thread is given. */
export interface PublishInput {
  readonly to: PublishDestination
  /** the data directory */
  readonly folder: string
  readonly chain: string
  readonly magic: Uint8Array
  readonly genesisHash: Uint8Array
  /** shared words, see PUBLISH_WORDS */
  readonly words: Int32Array
}

/** Places in `words`. `NEWS` changes with every new tip; `SETTLED` and `STOP` become 1; `SEEN` counts seen transactions that are dealt with. */
export const PUBLISH_WORDS = { NEWS: 0, SETTLED: 1, STOP: 2, SEEN: 3 } as const

/**
 * `connecting`: no server; `refused`: the server is there, but these tables are not for us; `publishing`: behind; `level`: at the
 * tip of the node.
 */
export type PublishState = 'connecting' | 'refused' | 'publishing' | 'level'

export interface PublishStatus {
  readonly state: PublishState
  /** height that was published last; −1: nothing was, or that is not known yet */
  readonly height: number
  /** what went wrong last, for people; empty: nothing since the last success */
  readonly problem: string
}
