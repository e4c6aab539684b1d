import type { BlockEntry } from '../../core/index.ts'
import type { BlockHeader } from '../../primitives/index.ts'
import type { Peer } from '../peer/index.ts'

/** A block on its way from a peer into the chain. */
export interface ArrivedBlock {
  readonly hash: Uint8Array
  /** hashKey of the hash */
  readonly key: string
  readonly header: BlockHeader
  /** at most the bytes of one message; what follows the block is ignored */
  readonly bytes: Uint8Array
  readonly peer: Peer
}

/** What is known of a peer's chain. */
export interface PeerProgress {
  /** best block that it is known to have */
  readonly best: BlockEntry | undefined
  /** last block that we and it are known to share */
  readonly common: BlockEntry | undefined
  /** greatest height that it is known to have, by these or by what it fetched from here; −1 unknown */
  readonly height: number
  /** heights of the blocks that it was asked for; −1 where the header is not known */
  readonly inFlight: readonly number[]
  /** headers are being fetched from it */
  readonly started: boolean
}
