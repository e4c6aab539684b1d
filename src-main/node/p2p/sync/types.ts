import type { BlockEntry } from '../../core/index.ts'
import type { BlockHeader } from '../../primitives/index.ts'
import type { Peer } from '../peer/index.ts'

/** Block that arrived from a peer and has no outcome yet. */
export interface ArrivedBlock {
  readonly hash: Uint8Array
  /** hashKey of the hash */
  readonly key: string
  readonly header: BlockHeader
  /** at most the bytes of one message; bytes after the block are ignored */
  readonly bytes: Uint8Array
  readonly peer: Peer
}

/** Known facts about a peer's chain. */
export interface PeerProgress {
  /** best known block of the peer */
  readonly best: BlockEntry | undefined
  /** last known block shared with the peer */
  readonly common: BlockEntry | undefined
  /** greatest known height of the peer, from these blocks or from blocks it fetched here; −1 if unknown */
  readonly height: number
  /** heights of the blocks in flight from the peer; −1 for an unknown header */
  readonly inFlight: readonly number[]
  /** true if headers were requested from the peer */
  readonly started: boolean
}
