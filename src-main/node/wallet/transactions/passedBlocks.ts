import type { BlockEntry, ConnectedBlock, ConnectedTx, NewBlock } from '../../interfaces.ts'

interface Deps {
  readonly concerns: (tx: ConnectedTx) => boolean
  /** grows whenever `concerns` may find more than before */
  readonly knowledge: () => number
}

/**
 * Blocks in which there is nothing for the wallet. They are looked at while they are being connected, when their
 * transactions are at hand; listeners hear of them later, and by then the wallet may have learnt more.
 */
export interface PassedBlocks {
  /** Looks through a block that is being connected; whether there is something in it. */
  look(block: ConnectedBlock): boolean
  /** whether there is still nothing in it, as far as the wallet knows now */
  has(block: NewBlock): boolean
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
