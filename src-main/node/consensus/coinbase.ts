import type { Block, Transaction, TxOut } from '../primitives/index.ts'
import { COIN } from '../primitives/index.ts'
import { OP, pushNumber } from '../script/index.ts'
import { equal } from '../util/index.ts'
import type { ChainParams, Commission } from './params.ts'
import { subsidy } from './subsidy.ts'
import { isSaplingActive, type UpgradeState } from './upgrades.ts'
import { VALID, type Verdict, violation } from './verdict.ts'

/** Minimum commission in satoshis; smaller ones are not paid (chain-params.md §9.2). */
export const MIN_COMMISSION = 10_000n
/** Maximum sum of a block's outputs on which a commission is computed (chain-params.md §9.2). */
const MAX_COMMISSIONED = 1_000_000n * COIN
/**
 * Up to this height the commission of a staked chain is a share of all outputs (documented only in komodod's source).
 */
const STAKES_FULLY_COMMISSIONED = 225_000
/** Minimum satoshis of coinbase outputs after the second, except OP_RETURN (chain-params.md §9.2). */
const MIN_FURTHER_OUTPUT = 5_000n

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

export interface BlockContext {
  readonly height: number
  /** Upgrades of the branch. The parent must be known. */
  readonly upgrades: UpgradeState
}

/**
 * Returns the required prefix of the coinbase script of a block at `height` (at least 1): the shortest push of the
 * number.
 */
export function heightScript(height: number): Uint8Array {
  return pushNumber(height)
}

/** Checks that the coinbase script starts with the height (chain-params.md §9.2). */
export function checkCoinbaseHeight(coinbase: Transaction, height: number): Verdict {
  const expected = heightScript(height)
  const script = coinbase.vin[0]?.scriptSig.subarray(0, expected.length)
  return script !== undefined && equal(script, expected) ? VALID : violation('inconclusive', 'bad-cb-height')
}

/**
 * Computes the satoshis that the coinbase must pay to the chain's founders in its second output; 0 if nothing is due.
 * @param block all its outputs count, except the coinbase's second output, which is being computed
 */
export function computeCommission(params: ChainParams, block: Pick<Block, 'txs'>, height: number): bigint {
  if (params.commission === null) return 0n
  const due =
    params.commission.founders === 0
      ? shareOfOutputs(params, params.commission, block, height)
      : foundersShare(params, params.commission, height)
  return due < MIN_COMMISSION ? 0n : due
}

function shareOfOutputs(
  { staked }: ChainParams,
  { perc }: Commission,
  { txs }: Pick<Block, 'txs'>,
  height: number,
): bigint {
  // Excludes the last output of the last transaction, even if it is not a stake.
  const leavesOut = staked !== 0 && height > STAKES_FULLY_COMMISSIONED && txs.length > 1 ? txs.length - 1 : undefined
  let total = 0n
  for (const [position, tx] of txs.entries()) {
    for (const [index, output] of tx.vout.entries()) {
      if (position === 0 && index === 1) continue
      if (position === leavesOut && index === tx.vout.length - 1) continue
      total += output.value
    }
  }
  if (total > MAX_COMMISSIONED) total = MAX_COMMISSIONED
  return u64((total / 10_000n) * perc) / 10_000n
}

function foundersShare(params: ChainParams, { perc, founders, foundersReward }: Commission, height: number): bigint {
  const share = u64(subsidy(params, height) * perc) / COIN
  if (founders === 1) return share
  if (height % founders !== 0) return 0n
  return foundersReward === 0n ? u64(share * BigInt(founders)) : foundersReward
}

/**
 * Returns the commission that RPC reports for a block that does not exist yet, or undefined on a chain without a payee.
 * If the commission is a share of all outputs, it is computed on the reward alone.
 */
export function announcedCommission(params: ChainParams, height: number): bigint | undefined {
  const { commission, options } = params
  if (options.name === '' || (options.pubkey.length === 0 && options.script.length === 0)) return undefined
  if (commission === null) return 0n
  return commission.founders === 0
    ? u64(subsidy(params, height) * commission.perc) / COIN
    : foundersShare(params, commission, height)
}

/**
 * Checks the payees of a coinbase (chain-params.md §9.2). komodod gives no reason for these violations and may get
 * stuck (finding 8). Here the block is simply invalid, with own reasons.
 */
export function checkCoinbaseOutputs(params: ChainParams, block: Block, { height, upgrades }: BlockContext): Verdict {
  if (!params.smartChain) return VALID
  const { vout } = block.txs[0]!
  if (height === 1) return checkPremine(params, vout)
  const due = computeCommission(params, block, height)
  if (due > 0n && !paysCommission(params.commission, vout[1], due)) return violation('invalid', 'bad-cb-commission')
  if (params.commission === null && !isSaplingActive(upgrades, height)) return VALID
  return checkFurtherOutputs(params, vout, due === 0n ? subsidy(params, height) - (vout[0]?.value ?? 0n) : due)
}

/** On a chain with a commission, the premine must go to the chain's script or key. */
function checkPremine({ commission }: ChainParams, vout: readonly TxOut[]): Verdict {
  const script = commission !== null && commission.perc !== 0n ? commission.scripts[0] : undefined
  if (script === undefined) return VALID
  const paid = vout[0]?.scriptPubKey
  return paid !== undefined && equal(paid, script) ? VALID : violation('invalid', 'bad-cb-premine')
}

function paysCommission(commission: Commission | null, output: TxOut | undefined, due: bigint): boolean {
  if (commission === null || output === undefined || output.value !== due) return false
  return commission.scripts.some((script) => equal(script, output.scriptPubKey))
}

/**
 * @param limit satoshis for all outputs after the first; if negative, the first exceeded the subsidy and no limit
 *   applies
 */
function checkFurtherOutputs(params: ChainParams, vout: readonly TxOut[], limit: bigint): Verdict {
  let total = 0n
  for (const [index, { value, scriptPubKey }] of vout.entries()) {
    if (index === 0) continue
    const dust = index > 1 && scriptPubKey[0] !== OP.OP_RETURN && value < MIN_FURTHER_OUTPUT
    if (dust || value < 0n || value >= params.maxMoney) return violation('invalid', 'bad-cb-outputs')
    total += value
  }
  return limit >= 0n && total > limit ? violation('invalid', 'bad-cb-outputs') : VALID
}

/**
 * Checks the amount of a coinbase (chain-params.md §9.1). Block 1 must pay exactly the amount due, later blocks at most
 * that.
 * @param fees sum of the fees of the block's other transactions
 */
export function checkCoinbaseAmount(params: ChainParams, block: Block, height: number, fees: bigint): Verdict {
  const { vout } = block.txs[0]!
  let paid = 0n
  for (const output of vout) paid += output.value
  const due = computeCommission(params, block, height)
  // Only an exact second output may be claimed on top, whatever its payee.
  const limit = subsidy(params, height) + fees + (due > 0n && vout[1]?.value === due ? due : 0n)
  const wrong = params.smartChain && height === 1 ? paid !== limit : paid > limit + params.extraSatoshi
  return wrong ? violation('invalid', 'bad-cb-amount') : VALID
}
