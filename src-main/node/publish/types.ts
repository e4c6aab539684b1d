/** Types shared by the publisher thread and the node thread. */
import type { Cursor } from './blockRows.ts'
import type { Batch } from './chainReader.ts'

/** Thrown if the destination must not be used by this node. The message is shown to users. */
export class PublishRefusal extends Error {
  override readonly name = 'PublishRefusal'
}

/** Destination of a published chain, with its cursor. */
export interface PublishTarget {
  cursor(): Promise<Cursor>
  write(batch: Batch): Promise<void>
  /** Rolls back all blocks above a height, or all blocks for −1. */
  rollBackTo(height: number): Promise<void>
  hashAt(height: number): Promise<Uint8Array | undefined>
  /** Called at the tip, for work that is postponed until then. */
  index(): Promise<void>
}

export interface NatsAccess {
  /** Contains the password or token. */
  readonly url: string
  readonly credentialsFile: string | undefined
  readonly tls: boolean
}

/** Names for the numbers of kinds in chain.db. */
export interface EventKinds {
  readonly tokens: readonly string[]
  readonly orders: readonly string[]
  readonly sides: readonly string[]
}

/** Transaction that entered the mempool. */
export interface SeenTransaction {
  /** Counter that starts with the node and includes dropped transactions. */
  readonly number: number
  /** Transaction id as RPC shows it. */
  readonly txid: string
  readonly size: number
  /** In satoshis. */
  readonly fee: bigint
  /** Unix time in seconds. */
  readonly time: number
}

/** Destination. `url` is the URL of the server and contains the password. */
export type PublishDestination =
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** JSON of the settings that answers depend on besides the tables, see publishedSettings.ts. */
      readonly settings: string
      /** Address hash of the faucet's pool, in hex. */
      readonly faucetPool: string
    }
  | (NatsAccess & {
      readonly kind: 'nats'
      /** Height of the first block to publish. */
      readonly from: number
      readonly kinds: EventKinds
    })

export interface PublishInput {
  readonly to: PublishDestination
  /** Path of the data directory. */
  readonly folder: string
  readonly chain: string
  readonly magic: Uint8Array
  readonly genesisHash: Uint8Array
  /** Shared memory, see `PUBLISH_WORDS`. */
  readonly words: Int32Array
}

/**
 * Indexes in `words`, the shared memory of both threads. `TIP_CHANGES` counts tip changes, and `SEEN` counts processed
 * transactions of the mempool. `IMPORTED` is 1 once the node has imported the blocks on its disk. `STOP` is 1 once the
 * publisher must stop.
 */
export const PUBLISH_WORDS = { TIP_CHANGES: 0, IMPORTED: 1, STOP: 2, SEEN: 3 } as const

/**
 * `connecting`: no connection to the server. `refused`: the tables must not be used by this node. `publishing`: behind
 * the tip. `level`: at the node's tip.
 */
export type PublishState = 'connecting' | 'refused' | 'publishing' | 'level'

export interface PublishStatus {
  readonly state: PublishState
  /** Last published height, or −1 if no block is published or the height is not known yet. */
  readonly height: number
  /** Last error, shown to users. Empty if there was no error since the last success. */
  readonly problem: string
  /** Number of failures since the start of the node. */
  readonly errors: number
  /** Number of connection attempts after a failure since the start of the node. */
  readonly retries: number
}
