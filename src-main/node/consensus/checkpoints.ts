import { fromDisplayHex } from '../util/index.ts'
import { LIVE_CHECKPOINTS } from './liveCheckpoints.ts'

/** A block that must be part of the chain. */
export interface Checkpoint {
  readonly height: number
  /** internal byte order */
  readonly hash: Uint8Array
}

/** Blocks built into komodod (notarisation.md §5). */
export interface Checkpoints {
  /** lowest first */
  readonly blocks: readonly Checkpoint[]
  /** unix seconds of the last block; 0 without blocks */
  readonly lastTime: number
}

const NONE: Checkpoints = { blocks: [], lastTime: 0 }

/** Returns the checkpoints of a chain. They depend on the name alone, as in komodod. */
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
