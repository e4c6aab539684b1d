import { type Block, computeTxid, isCoinbase, merkleRoot, transactionSize } from '../primitives/index.ts'
import { checkFinalSaplingRoot, EMPTY_ROOTS, shieldedValue } from '../shielded/index.ts'
import { compactSizeLength, equal } from '../util/index.ts'
import { type BlockContext, checkCoinbaseAmount, checkCoinbaseHeight, checkCoinbaseOutputs } from './coinbase.ts'
import { isFinal } from './finality.ts'
import { tooManySigOps } from './inputs.ts'
import type { ChainParams } from './params.ts'
import { hasShieldedParts, shieldedVerdict } from './shieldedRules.ts'
import { checkStakingPlace } from './staking/index.ts'
import { legacySigOps } from './transactionSigOps.ts'
import { checkTransaction, contextualCheckTransaction, MAX_TX_VALUE_OUT } from './transactions.ts'
import { isSaplingActive } from './upgrades.ts'
import { firstViolation, VALID, type Verdict, violation } from './verdict.ts'

/** Size of a header without its solution, in bytes (chain-params.md §7). */
const HEADER_BYTES = 140
/** Root of the empty Sapling tree (chain-params.md §8), internal byte order. */
export const EMPTY_SAPLING_ROOT = EMPTY_ROOTS.sapling

/** Root of the empty Sprout tree: the first anchor (shielded.md §7), internal byte order. */
export const EMPTY_SPROUT_ROOT = EMPTY_ROOTS.sprout

/**
 * Checks the structure of a block without context, in the order of finding 19. The block must contain the transactions
 * that its header commits to, and exactly one coinbase, in first position. A violation does not invalidate the hash,
 * because another body may match the header.
 * @param maxSize bytes; maxBlockSize of its height, or MAX_BLOCK_SIZE if the height is unknown
 */
export function checkBlock(block: Block, { maxSize }: { readonly maxSize: number }): Verdict {
  const { header, txs } = block
  const merkle = merkleRoot(txs.map(computeTxid))
  if (!equal(merkle.root, header.merkleRoot)) return violation('refused', 'bad-txnmrklroot')
  if (merkle.mutated) return violation('refused', 'bad-txns-duplicate')
  if (txs.length === 0 || blockSize(block) > maxSize) return violation('refused', 'bad-blk-length')
  if (!isCoinbase(txs[0]!)) return violation('refused', 'bad-cb-missing')
  return txs.slice(1).some(isCoinbase) ? violation('refused', 'bad-cb-multiple') : VALID
}

/** Returns the size of the serialised block in bytes. */
export function blockSize({ header, txs }: Block): number {
  let size = HEADER_BYTES + compactSizeLength(header.solution.length) + header.solution.length
  size += compactSizeLength(txs.length)
  for (const tx of txs) size += transactionSize(tx)
  return size
}

/**
 * Checks the contextual rules: format, expiry and finality of transactions, and the height in the coinbase. Before the
 * block is connected the result is provisional, because the upgrades may not be known yet.
 * @param block has passed checkBlock
 */
export function contextualCheckBlock(params: ChainParams, block: Block, context: BlockContext): Verdict {
  for (const tx of block.txs) {
    const verdict = contextualCheckTransaction(params, tx, { ...context, score: 100 })
    if (!verdict.ok) return verdict
    if (!isFinal(params, tx, context.height, block.header.time)) {
      return violation('inconclusive', 'bad-txns-nonfinal', { score: 10 })
    }
  }
  return checkCoinbaseHeight(block.txs[0]!, context.height)
}

/**
 * Checks the context-free rules of each transaction, and the signature operations that can be counted without the spent
 * outputs.
 * @param tipTime see checkTransaction
 */
export function checkBlockTransactions(params: ChainParams, block: Block, tipTime?: number): Verdict {
  let sigOps = 0
  const last = block.txs.at(-1)
  for (const tx of block.txs) {
    const place = tx === last ? VALID : checkStakingPlace(params, tx)
    if (!place.ok) return place
    const verdict = checkTransaction(params, tx, tipTime)
    if (!verdict.ok) return verdict
    let valueOut = hasShieldedParts(tx) ? shieldedValue(tx).out : 0n
    for (const output of tx.vout) valueOut += output.value
    if (valueOut > MAX_TX_VALUE_OUT) return violation('invalid', 'tx valueout is too big')
    sigOps += legacySigOps(tx)
  }
  return sigOps > params.maxBlockSigOps ? tooManySigOps() : VALID
}

type SaplingContext = BlockContext & Pick<ConnectedContext, 'saplingRoot'>

export interface ConnectedContext extends BlockContext {
  /** amount that the coinbase may claim beyond the subsidy: transaction fees plus the notaries' share */
  readonly fees: bigint
  /** root of the Sapling tree after the block */
  readonly saplingRoot: Uint8Array
}

/** Checks the rules that require all inputs. Call after every transaction of the block was found valid. */
export function checkConnectedBlock(params: ChainParams, block: Block, context: ConnectedContext): Verdict {
  return firstViolation(
    () => checkSaplingRoot(block, context),
    () => checkCoinbaseOutputs(params, block, context),
    () => checkCoinbaseAmount(params, block, context.height, context.fees),
  )
}

/**
 * Checks the header's Sapling root, which is the root after the block. Before Sapling the field is arbitrary
 * (chain-params.md §8).
 */
export function checkSaplingRoot({ header }: Block, { height, upgrades, saplingRoot }: SaplingContext): Verdict {
  if (!isSaplingActive(upgrades, height)) return VALID
  return shieldedVerdict(checkFinalSaplingRoot(header.finalSaplingRoot, saplingRoot))
}
