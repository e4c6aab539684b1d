import { fromDisplayHex } from '../util/index.ts'
import { LIVE_CHECKPOINTS } from './liveCheckpoints.ts'

/** A block that the chain is known to have. */
export interface Checkpoint {
  readonly height: number
  /** internal order */
  readonly hash: Uint8Array
}

/** Blocks that other nodes have built in (notarisation.md §5). */
export interface Checkpoints {
  /** lowest first */
  readonly blocks: readonly Checkpoint[]
  /** unix seconds, of the last block; 0 without blocks */
  readonly lastTime: number
}

const NONE: Checkpoints = { blocks: [], lastTime: 0 }

/** Those of a chain. They go by the name alone, as on other nodes. */
export function builtInCheckpoints(chain: {
  readonly name: string
  readonly network: 'main' | 'regtest'
}): Checkpoints {
  if (chain.network !== 'main' || !Object.hasOwn(LIVE_CHECKPOINTS, chain.name)) return NONE
  const { lastTime, blocks } = LIVE_CHECKPOINTS[chain.name]!
  const lines = blocks.trim().split('\n')
  return {
    lastTime,
    blocks: lines.map((line) => {
      const [height, hash] = line.trim().split(' ')
      return { height: Number(height), hash: fromDisplayHex(hash!) }
    }),
  }
}
