import type { ConnectedBlock } from '../core/index.ts'
import type { DerivedIndex } from '../storage/index.ts'
import type { ContractIndex } from './contract.ts'

/** Transactions per slice of a rebuild: a few milliseconds. */
const TRANSACTIONS_PER_SLICE = 200

/** The blocks that an index is built from. */
export interface BlockSource {
  /** Returns undefined at genesis and above the tip. */
  connectedBlock(height: number): ConnectedBlock | undefined
  /** Returns the height of the connected tip. */
  height(): number
}

/**
 * Wraps a contract's index so that it can be rebuilt from stored blocks (storage/indexBuild.ts): the observer receives
 * them again, in order. Its queries of other indexes must not depend on later blocks, which those indexes already
 * contain.
 */
export function rebuildContractIndex(
  name: string,
  { observer }: ContractIndex,
  { title, clear }: NonNullable<ContractIndex['rebuild']>,
  blocks: BlockSource,
): DerivedIndex {
  return {
    name: `module ${name}`,
    title,
    clear,
    steps: [
      {
        run(next) {
          let height = Math.max(next, 1)
          for (let left = TRANSACTIONS_PER_SLICE; left > 0; height++) {
            const block = blocks.connectedBlock(height)
            if (block === undefined) return undefined
            observer.connect(block)
            left -= block.txs.length
          }
          observer.flush?.()
          return height
        },
        progress: (next) => ({ done: next, total: blocks.height(), unit: 'blocks' }),
      },
    ],
    discard: () => observer.discard?.(),
  }
}
