import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { branchIdAt, type ChainParams, checkBlock, checkHeader, maxBlockSize } from '../../../consensus/index.ts'
import type { BlockEntry, Clock } from '../../../core/index.ts'
import { type Block, computeTxid, type Transaction, type TxOut } from '../../../primitives/index.ts'
import { SCRIPT_FLAGS } from '../../../script/index.ts'
import { StorageError } from '../../../storage/index.ts'
import { equal, yieldToEventLoop } from '../../../util/index.ts'
import { hasAllSignatures } from '../../explain/signatures.ts'

interface VerifyChainDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Pick<Clock, 'millis'>
}

const SLICE_MS = 8
const MAX_LEVEL = 4

/** Creates the handler that verifies stored blocks, on their own and against the tables. */
export function createVerifyChainHandlers({ params, chain, clock }: VerifyChainDeps) {
  /** Checks structure and proof of work. The hash was checked when the block was read. */
  function isWellFormed({ height, prev }: BlockEntry, block: Block): boolean {
    const upgrades = chain.upgradesAfter(prev ?? chain.byHeight(0)!)
    const maxSize = maxBlockSize(upgrades, height)
    return checkBlock(block, { maxSize }).ok && checkHeader(params, block.header).ok
  }

  /** Returns the outputs that the inputs spend, or undefined if the tables do not record exactly these spends. */
  function spentBy(tx: Transaction, height: number): readonly TxOut[] | undefined {
    const txid = computeTxid(tx)
    const coins: TxOut[] = []
    for (const [at, { prevout }] of tx.vin.entries()) {
      const [coin, spend] = [chain.output(prevout), chain.spend(prevout)]
      if (!coin || !spend || spend.inputIndex !== at || spend.height !== height || !equal(spend.txid, txid))
        return undefined
      coins.push(coin)
    }
    return coins
  }

  /** Returns true if the tables contain the transaction's outputs unchanged. */
  function isRecorded(tx: Transaction, height: number): boolean {
    const hash = computeTxid(tx)
    return tx.vout.every((output, index) => {
      const coin = chain.output({ hash, index })
      // Unspendable outputs have no row.
      if (!coin) return chain.transaction(hash)?.block.height === height
      return coin.height === height && coin.value === output.value && equal(coin.scriptPubKey, output.scriptPubKey)
    })
  }

  return defineHandlers({
    async verifychain({ checklevel, numblocks }, { signal, progress }) {
      const level = Math.max(0, Math.min(MAX_LEVEL, checklevel))
      const tip = chain.committedTip()
      const blocks = numblocks <= 0 ? tip.height : Math.min(numblocks, tip.height)
      let sliceEnd = clock.millis() + SLICE_MS
      const pause = async (done: number) => {
        if (clock.millis() < sliceEnd) return
        progress?.({ done, total: blocks, unit: 'blocks' })
        await yieldToEventLoop()
        signal.throwIfAborted()
        sliceEnd = clock.millis() + SLICE_MS
      }

      const checkTransaction = async (tx: Transaction, entry: BlockEntry, coinbase: boolean): Promise<boolean> => {
        const spent = level >= 2 && !coinbase ? spentBy(tx, entry.height) : []
        if (spent === undefined) return false
        if (level >= 3 && !isRecorded(tx, entry.height)) return false
        if (level < MAX_LEVEL || coinbase || tx.vin.length === 0) return true
        const branchId = branchIdAt(chain.upgradesAfter(entry.prev!), entry.height)
        return hasAllSignatures(tx, spent, { branchId, ccEnabled: params.ccEnabled }, signal, SCRIPT_FLAGS.BLOCK)
      }

      const checkOne = async (entry: BlockEntry, done: number): Promise<boolean> => {
        const block = chain.block(entry)
        if (!block || (level >= 1 && !isWellFormed(entry, block))) return false
        if (level < 2) return true
        for (const [at, tx] of block.txs.entries()) {
          await pause(done)
          // If a reorg disconnected the block during the check, its rows no longer apply.
          if (!chain.isActive(entry)) return true
          if (!(await checkTransaction(tx, entry, at === 0)) && chain.isActive(entry)) return false
        }
        return true
      }

      try {
        let entry: BlockEntry | null = tip
        for (let done = 0; entry?.prev && done <= blocks; done++, entry = entry.prev) {
          await pause(done)
          if (!(await checkOne(entry, done))) return false
        }
        return true
      } catch (error) {
        if (error instanceof StorageError) return false
        throw error
      }
    },
  })
}
