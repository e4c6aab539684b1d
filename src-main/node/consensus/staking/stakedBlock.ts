import type { SpentCoin } from '../../core/index.ts'
import { type Block, blockHash, decodeCompact, hashNumber, txidOf } from '../../primitives/index.ts'
import { addressOf } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ChainParams } from '../params.ts'
import { subsidy } from '../subsidy.ts'
import type { UpgradeState } from '../upgrades.ts'
import { type Violation, violation } from '../verdict.ts'
import { NOT_STAKED, segidOf } from './segid.ts'
import { stakePlace, stakeWins } from './stakeKernel.ts'
import { namedStakeRoot, stakeRoot } from './stakeTransaction.ts'
import { workTarget } from './workTarget.ts'

/** Blocks of the branch below the one that is judged, by height. */
export interface StakeBranch {
  /** NOT_STAKED, or 0 to 63 */
  segid(height: number): number
  hash(height: number): Uint8Array
  /** unix seconds */
  time(height: number): number
}

export interface StakeSubject {
  readonly block: Block
  readonly height: number
  readonly upgrades: UpgradeState
  readonly branch: StakeBranch
  /** the coin of the last transaction's first input; undefined: that is the coinbase */
  readonly coin: SpentCoin | undefined
  /** what the last transaction takes in beyond what it pays out, in satoshis */
  readonly fee: bigint
}

export interface JudgedStake {
  readonly ok: true
  readonly segid: number
}

/** At these heights every block of a chain that is wholly staked counts as staked. */
const FREE_HEIGHTS = 10
/** Up to here failed stakes pass, and so does any hash that meets the header's limit. */
const LENIENT_HEIGHTS = 100

/**
 * Judges whether a block of a chain with `-ac_staked` is staked, and whether it may be what it is (staking.md §2). Its
 * transactions are in order, its header has been checked.
 */
export function judgeStake(params: ChainParams, subject: StakeSubject): JudgedStake | Violation {
  const { block, height, branch } = subject
  const { staked } = params
  if (height < 2) return { ok: true, segid: segidOfBlock(params, block, height) }
  const target = decodeCompact(block.header.bits).target
  const hash = hashNumber(blockHash(block.header))
  // Only regtest: other nodes take its blocks without looking at the stake.
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

/** Whether a block ends with a transaction that is shaped like a stake and names the right root; no coin is looked at. */
export function endsWithStake(
  params: ChainParams,
  { block, height, upgrades }: Pick<StakeSubject, 'block' | 'height' | 'upgrades'>,
): boolean {
  if (countsAsStaked(params, height)) return true
  const { header, txs } = block
  const stake = txs.at(-1)!
  if (txs.length < 2 || stake.vin.length !== 1) return false
  const named = namedStakeRoot(stake)
  if (named === undefined || payeeOf(params, block) === undefined) return false
  return equal(named, stakeRoot(txs, header, { height, upgrades }))
}

function hasWinningStake(params: ChainParams, subject: StakeSubject, target: bigint): boolean {
  const { height, branch, coin, block } = subject
  if (coin === undefined || !endsWithStake(params, subject)) return false
  const { header } = block
  const place = stakePlace({ height, parentTime: branch.time(height - 1), target }, branch.segid)
  const { value, outpoint, scriptPubKey } = coin
  const time = coin.height < height ? branch.time(coin.height) : timeInBlock(params, block, coin)
  const address = addressOf(scriptPubKey, { cc: params.ccEnabled })
  return stakeWins(place, { value, time, address, outpoint }, header.time)
}

/**
 * Time of a coin that the block itself makes; undefined: it has none, and does not win. Other nodes look for its transaction in
 * the mempool, where chains with conditions have put the block's transactions by then, and take its lock time; on other chains
 * it depends on the node whether it is found.
 */
function timeInBlock({ ccEnabled }: ChainParams, { txs }: Block, { outpoint }: SpentCoin): number | undefined {
  const maker = ccEnabled ? txs.slice(1, -1).find((tx) => equal(txidOf(tx), outpoint.hash)) : undefined
  // What spends shielded coins is not put there.
  if (maker === undefined || maker.joinSplits.length > 0 || maker.shieldedSpends.length > 0) return undefined
  return maker.lockTime === 0 ? undefined : maker.lockTime
}

/** The coinbase's first output alone takes the reward and what the stake leaves it. */
function stakedVerdict(params: ChainParams, { block, height, fee }: StakeSubject): JudgedStake | Violation {
  const paid = block.txs[0]!.vout[0]
  if (paid === undefined || paid.value < subsidy(params, height) + fee) return failed
  return { ok: true, segid: segidOfBlock(params, block, height) }
}

function payeeOf({ ccEnabled }: ChainParams, { txs }: Block): string | undefined {
  const script = txs.at(-1)!.vout[0]?.scriptPubKey
  return script && addressOf(script, { cc: ccEnabled })
}

/**
 * Segid of a valid block of a chain with proof of stake, which follows from the block alone: what only looks like a stake counts as
 * well while it is let through (staking.md §1).
 */
export function segidOfBlock(params: ChainParams, block: Block, height: number): number {
  const last = block.txs.at(-1)!
  const free = countsAsStaked(params, height)
  if (!free && (block.txs.length < 2 || last.vin.length !== 1 || namedStakeRoot(last) === undefined)) return NOT_STAKED
  const payee = payeeOf(params, block)
  return payee === undefined ? NOT_STAKED : segidOf(payee)
}

const countsAsStaked = ({ staked }: ChainParams, height: number): boolean =>
  staked === 100 && height >= 2 && height <= FREE_HEIGHTS
