import type { BlockEntry, ConnectedBlock, ConnectedTx, NewBlock } from '../../core/index.ts'

export interface SkippedBlocksDeps {
  readonly concerns: (tx: ConnectedTx) => boolean
  /** increases whenever `concerns` may find more than before */
  readonly knowledge: () => number
}

/**
 * Blocks found irrelevant to the wallet. The check runs while a block is being connected and its transactions are in
 * memory; listeners are notified later, when the wallet may have more keys or scripts.
 */
export class SkippedBlocks {
  readonly #deps: SkippedBlocksDeps
  /** block → knowledge counter when the block was checked */
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

  /** Returns true if the block was checked and is still irrelevant with the wallet's current keys and scripts. */
  has({ entry }: Pick<NewBlock, 'entry'>): boolean {
    return this.#checked.get(entry) === this.#deps.knowledge()
  }
}
