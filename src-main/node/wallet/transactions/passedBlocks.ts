import type { BlockEntry, ConnectedBlock, ConnectedTx, NewBlock } from '../../core/index.ts'

interface Deps {
  readonly concerns: (tx: ConnectedTx) => boolean
  /** grows whenever `concerns` may find more than before */
  readonly knowledge: () => number
}

/**
 * Blocks that do not concern the wallet. They are checked while they are being connected, when their transactions are in
 * memory; listeners are notified later, and by then the wallet may know more.
 */
export interface PassedBlocks {
  /** Checks a block that is being connected; whether it concerns the wallet. */
  look(block: ConnectedBlock): boolean
  /** whether the block was checked and still does not concern the wallet, as far as it knows now */
  has(block: Pick<NewBlock, 'entry'>): boolean
}

export function createPassedBlocks({ concerns, knowledge }: Deps): PassedBlocks {
  const passed = new WeakMap<BlockEntry, number>()
  return {
    look({ entry, txs }) {
      const found = txs.some(concerns)
      if (found) passed.delete(entry)
      else passed.set(entry, knowledge())
      return found
    },
    has: ({ entry }) => passed.get(entry) === knowledge(),
  }
}
