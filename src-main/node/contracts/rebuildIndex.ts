import type { ConnectedBlock } from '../core/index.ts'
import type { DerivedIndex } from '../storage/index.ts'
import type { ContractIndex } from './contract.ts'

/** Transactions of blocks that are read before others get their turn: some milliseconds. */
const TRANSACTIONS_A_CHUNK = 200

/** The blocks that an index is made from. */
export interface BlockSource {
  /** undefined at genesis and above the tip */
  connectedBlock(height: number): ConnectedBlock | undefined
  /** height of the connected tip */
  height(): number
}

/**
 * A module's index as something that can be made from stored blocks (storage/indexBuild.ts): its observer gets them once
 * more, in order. What it asks of other indexes must not depend on later blocks, which those know by then.
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
          for (let left = TRANSACTIONS_A_CHUNK; left > 0; height++) {
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
