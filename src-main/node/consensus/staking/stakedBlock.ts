import type { SpentCoin } from '../../core/index.ts'
import { type Block, blockHash, computeTxid, decodeCompact, hashNumber } from '../../primitives/index.ts'
import { findScriptAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ChainParams } from '../params.ts'
import { subsidy } from '../subsidy.ts'
import type { UpgradeState } from '../upgrades.ts'
import { type Violation, violation } from '../verdict.ts'
import { computeSegid, NOT_STAKED } from './segid.ts'
import { stakePlace, stakeWins } from './stakeKernel.ts'
import { namedStakeRoot, stakeRoot } from './stakeTransaction.ts'
import { workTarget } from './workTarget.ts'

/** Blocks of the branch below the checked block, by height. */
export interface StakeBranch {
  /** returns NOT_STAKED, or 0 to 63 */
  segid(height: number): number
  hash(height: number): Uint8Array
  /** returns unix seconds */
  time(height: number): number
}

export interface StakeSubject {
  readonly block: Block
  readonly height: number
  readonly upgrades: UpgradeState
  readonly branch: StakeBranch
  /** coin of the last transaction's first input; undefined if that is the coinbase */
  readonly coin: SpentCoin | undefined
  /** fee of the last transaction in satoshis */
  readonly fee: bigint
}

export interface StakeResult {
  readonly ok: true
  readonly segid: number
}

/** Up to this height every block of a chain with `-ac_staked=100` counts as staked. */
const FREE_HEIGHTS = 10
/** Up to this height failed stakes are accepted, and so is any hash that meets the header's limit. */
const LENIENT_HEIGHTS = 100

/**
 * Checks whether a block of a chain with `-ac_staked` is staked, and whether it is valid as such (staking.md §2). Its
 * transactions and header must be checked already.
 */
export function checkStake(params: ChainParams, subject: StakeSubject): StakeResult | Violation {
  const { block, height, branch } = subject
  const { staked } = params
  if (height < 2) return { ok: true, segid: segidOfBlock(params, block, height) }
  const target = decodeCompact(block.header.bits).target
  const hash = hashNumber(blockHash(block.header))
  // Only on regtest: komodod accepts such blocks there without checking the stake.
  if (params.network === 'regtest' && hash > target) return { ok: true, segid: segidOfBlock(params, block, height) }
  const work = workTarget(staked, target, height, branch)
  if (
    countsAsStaked(params, height) ||
    ((staked === 100 || hash >= work.target) && hasWinningStake(params, subject, target))
  )
    return stakedVerdict(params, subject)
  if (height <= LENIENT_HEIGHTS) return { ok: true, segid: segidOfBlock(params, block, height) }
  if (staked === 100 || hash > work.target || namedStakeRoot(block.txs.at(-1)!) !== undefined) return failed
  return { ok: true, segid: NOT_STAKED }
}

const failed: Violation = violation('invalid', 'failed-slow_checkPOW')

/**
 * Returns true if a block ends with a transaction that is shaped like a stake and names the correct root. Does not
 * check the coin.
 */
export function endsWithStake(
  params: ChainParams,
  { block, height, upgrades }: Pick<StakeSubject, 'block' | 'height' | 'upgrades'>,
): boolean {
  if (countsAsStaked(params, height)) return true
  const { header, txs } = block
  const stake = txs.at(-1)!
  if (txs.length < 2 || stake.vin.length !== 1) return false
  const named = namedStakeRoot(stake)
  if (named === undefined || findPayee(params, block) === undefined) return false
  return equal(named, stakeRoot(txs, header, { height, upgrades }))
}

function hasWinningStake(params: ChainParams, subject: StakeSubject, target: bigint): boolean {
  const { height, branch, coin, block } = subject
  if (coin === undefined || !endsWithStake(params, subject)) return false
  const { header } = block
  const place = stakePlace({ height, parentTime: branch.time(height - 1), target }, branch.segid)
  const { value, outpoint, scriptPubKey } = coin
  const time = coin.height < height ? branch.time(coin.height) : timeInBlock(params, block, coin)
  const address = findScriptAddress(scriptPubKey, { cc: params.ccEnabled })
  return stakeWins(place, { value, time, address, outpoint }, header.time)
}

/**
 * Returns the time of a coin that the block itself creates, or undefined if it has none and cannot win. komodod looks
 * up its transaction in the mempool and takes its lock time. On chains with conditions it has put the block's
 * transactions there by then. On other chains the result depends on the node.
 */
function timeInBlock({ ccEnabled }: ChainParams, { txs }: Block, { outpoint }: SpentCoin): number | undefined {
  const maker = ccEnabled ? txs.slice(1, -1).find((tx) => equal(computeTxid(tx), outpoint.hash)) : undefined
  // Transactions that spend shielded coins are not put into the mempool.
  if (maker === undefined || maker.joinSplits.length > 0 || maker.shieldedSpends.length > 0) return undefined
  return maker.lockTime === 0 ? undefined : maker.lockTime
}

/** The first output of the coinbase must contain at least the reward plus the fee of the stake. */
function stakedVerdict(params: ChainParams, { block, height, fee }: StakeSubject): StakeResult | Violation {
  const paid = block.txs[0]!.vout[0]
  if (paid === undefined || paid.value < subsidy(params, height) + fee) return failed
  return { ok: true, segid: segidOfBlock(params, block, height) }
}

function findPayee({ ccEnabled }: ChainParams, { txs }: Block): string | undefined {
  const script = txs.at(-1)!.vout[0]?.scriptPubKey
  return script && findScriptAddress(script, { cc: ccEnabled })
}

/**
 * Returns the segid of a valid block on a staked chain, which depends only on the block. A transaction shaped like a
 * stake counts too while such blocks are accepted (staking.md §1).
 */
export function segidOfBlock(params: ChainParams, block: Block, height: number): number {
  const last = block.txs.at(-1)!
  const free = countsAsStaked(params, height)
  if (!free && (block.txs.length < 2 || last.vin.length !== 1 || namedStakeRoot(last) === undefined)) return NOT_STAKED
  const payee = findPayee(params, block)
  return payee === undefined ? NOT_STAKED : computeSegid(payee)
}

const countsAsStaked = ({ staked }: ChainParams, height: number): boolean =>
  staked === 100 && height >= 2 && height <= FREE_HEIGHTS
