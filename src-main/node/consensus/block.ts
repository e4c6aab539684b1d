import { type Block, isCoinbase, merkleRoot, transactionSize, txidOf } from '../primitives/index.ts'
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

/** Bytes of a header without its solution (chain-params.md §7). */
const HEADER_BYTES = 140
/** Root of the tree of shielded outputs as long as there are none (chain-params.md §8), internal order. */
export const EMPTY_SAPLING_ROOT = EMPTY_ROOTS.sapling

/** The same of JoinSplits: the first anchor (shielded.md §7), internal order. */
export const EMPTY_SPROUT_ROOT = EMPTY_ROOTS.sprout

/**
 * Structure of a block by itself, in the order of finding 19: it holds the transactions that its header commits to, and
 * one coinbase, which comes first. A violation does not make the hash invalid: another body may fit the same header.
 * @param maxSize bytes; maxBlockSize of its height, or MAX_BLOCK_SIZE while that is unknown
 */
export function checkBlock(block: Block, { maxSize }: { readonly maxSize: number }): Verdict {
  const { header, txs } = block
  const merkle = merkleRoot(txs.map(txidOf))
  if (!equal(merkle.root, header.merkleRoot)) return violation('refused', 'bad-txnmrklroot')
  if (merkle.mutated) return violation('refused', 'bad-txns-duplicate')
  if (txs.length === 0 || blockSize(block) > maxSize) return violation('refused', 'bad-blk-length')
  if (!isCoinbase(txs[0]!)) return violation('refused', 'bad-cb-missing')
  return txs.slice(1).some(isCoinbase) ? violation('refused', 'bad-cb-multiple') : VALID
}

/** Bytes of the serialised block. */
export function blockSize({ header, txs }: Block): number {
  let size = HEADER_BYTES + compactSizeLength(header.solution.length) + header.solution.length
  size += compactSizeLength(txs.length)
  for (const tx of txs) size += transactionSize(tx)
  return size
}

/**
 * Rules that depend on the block's place in the chain: forms, expiry and finality of its transactions, height in its
 * coinbase. Before the block is connected the answer is provisional, because the upgrades may not be known yet.
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
 * Rules of each transaction by itself, and the signature operations that can be counted without the spent outputs.
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
  /** what the coinbase may claim beyond the subsidy: the fees of the block's transactions, and what its notaries get */
  readonly fees: bigint
  /** of the tree of shielded outputs after the block */
  readonly saplingRoot: Uint8Array
}

/** What can only be checked once all inputs are known: after every transaction of the block was found valid. */
export function checkConnectedBlock(params: ChainParams, block: Block, context: ConnectedContext): Verdict {
  return firstViolation(
    () => checkSaplingRoot(block, context),
    () => checkCoinbaseOutputs(params, block, context),
    () => checkCoinbaseAmount(params, block, context.height, context.fees),
  )
}

/** The header names the root after its block; before Sapling the field may hold anything (chain-params.md §8). */
export function checkSaplingRoot({ header }: Block, { height, upgrades, saplingRoot }: SaplingContext): Verdict {
  if (!isSaplingActive(upgrades, height)) return VALID
  return shieldedVerdict(checkFinalSaplingRoot(header.finalSaplingRoot, saplingRoot))
}
