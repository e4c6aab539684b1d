/** What the thread of the publisher and its owner say to each other. */

/** What the thread is given. */
export interface PublishInput {
  /** of the server; has the password */
  readonly url: string
  /** the data directory */
  readonly folder: string
  readonly chain: string
  readonly magic: Uint8Array
  readonly genesisHash: Uint8Array
  /** JSON of what answers depend on beside the tables: see publishedSettings.ts */
  readonly settings: string
  /** hash of the address of the faucet's pool, hex */
  readonly faucetPool: string
  /** shared words, see PUBLISH_WORDS */
  readonly words: Int32Array
}

/** Places in `words`. `NEWS` changes with every new tip; `SETTLED` and `STOP` become 1. */
export const PUBLISH_WORDS = { NEWS: 0, SETTLED: 1, STOP: 2 } as const

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
