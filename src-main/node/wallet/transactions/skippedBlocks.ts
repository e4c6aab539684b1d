import type { BlockEntry, ConnectedBlock, ConnectedTx, NewBlock } from '../../core/index.ts'

export interface SkippedBlocksDeps {
  readonly concerns: (tx: ConnectedTx) => boolean
  /** grows whenever `concerns` may find more than before */
  readonly knowledge: () => number
}

/**
 * Blocks that do not concern the wallet. They are checked while they are being connected, when their transactions are in
 * memory; listeners are notified later, and by then the wallet may know more.
 */
export class SkippedBlocks {
  readonly #deps: SkippedBlocksDeps
  /** block → the wallet's knowledge when the block was checked */
  readonly #checked = new WeakMap<BlockEntry, number>()

  constructor(deps: SkippedBlocksDeps) {
    this.#deps = deps
  }

  /** Checks a block that is being connected. @returns true if it concerns the wallet */
  check({ entry, txs }: ConnectedBlock): boolean {
    const { concerns, knowledge } = this.#deps
    const found = txs.some((tx) => concerns(tx))
    if (found) this.#checked.delete(entry)
    else this.#checked.set(entry, knowledge())
    return found
  }

  /** Returns true if the block was checked and still does not concern the wallet, as far as it knows now. */
  has({ entry }: Pick<NewBlock, 'entry'>): boolean {
    return this.#checked.get(entry) === this.#deps.knowledge()
  }
}
