import type { Transaction } from '../primitives/index.ts'
import { computeCommission, MIN_COMMISSION } from './coinbase.ts'
import { lastingUntil, rewardsBefore, selectCourse } from './eraReward.ts'
import type { ChainParams } from './params.ts'
import { type RewardSegment, subsidy } from './subsidy.ts'

/**
 * Accuracy of a sum of commissions. `rounded` if there are too many steps to sum singly. `least` is the minimum, for
 * blocks without other transactions, because each payment adds to it. Otherwise `exact`.
 */
export type CommissionShare = 'none' | 'exact' | 'rounded' | 'least'

/** Maximum reward steps of an era that are summed singly. A commission is rounded and capped at each step. */
const MAX_STEPS = 20_000n
/** A commission is a fraction of 1e8 (chain-params.md §9.2). */
const WHOLE = 100_000_000n
/** Block 1 pays no commission (chain-params.md §9.2). */
const FIRST_HEIGHT = 2n

export function commissionShare(params: ChainParams, stretches: readonly RewardSegment[]): CommissionShare {
  if (params.commission === null) return 'none'
  if (params.commission.founders === 0) return params.commission.perc === 0n ? 'none' : 'least'
  if (fixedReward(params) !== 0n) return 'exact'
  return stretches.every(isFollowed) ? 'exact' : 'rounded'
}

/** Returns true if founders get fixed payments, which continue after rewards have ended. */
export function paysForever(params: ChainParams): boolean {
  return fixedReward(params) >= MIN_COMMISSION
}

/** @returns a function for the sum of commissions of blocks 1 to a height; call it with ascending heights */
export function commissionUpTo(params: ChainParams, stretches: readonly RewardSegment[]): (height: number) => bigint {
  let sum = 0n
  let counted = FIRST_HEIGHT - 1n
  return (height) => {
    const to = BigInt(height) + 1n
    if (params.commission === null || to <= counted) return sum
    const fixed = fixedReward(params)
    if (fixed !== 0n) return fixed < MIN_COMMISSION ? 0n : (BigInt(height) / interval(params)) * fixed
    for (const stretch of stretches) sum += commissionWithin(params, stretch, later(counted + 1n, stretch.from), to)
    counted = to - 1n
    return sum
  }
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Returns the satoshis that founders get regardless of the reward, or 0 if they get a share. */
function fixedReward({ commission }: ChainParams): bigint {
  return commission !== null && commission.founders > 1 ? commission.foundersReward : 0n
}

/** Returns the number of blocks per commission payment. */
function interval({ commission }: ChainParams): bigint {
  return BigInt(Math.max(1, commission?.founders ?? 1))
}

function isFollowed(stretch: RewardSegment): boolean {
  if (selectCourse(stretch) === 'constant') return true
  const lasting = lastingUntil(stretch, stretch.to - stretch.start)
  return lasting / stretch.era.halving <= MAX_STEPS
}

function commissionWithin(params: ChainParams, stretch: RewardSegment, from: bigint, to: bigint): bigint {
  const end = stretch.start + lastingUntil(stretch, (stretch.to < to ? stretch.to : to) - stretch.start)
  if (end <= from) return 0n
  if (!isFollowed(stretch)) {
    const rewards = rewardsBefore(stretch, end - stretch.start) - rewardsBefore(stretch, from - stretch.start)
    return (rewards * params.commission!.perc) / WHOLE
  }
  const length = selectCourse(stretch) === 'constant' ? end - stretch.start : stretch.era.halving
  const every = interval(params)
  let sum = 0n
  for (let height = from; height < end; ) {
    const next = stretch.start + ((height - stretch.start) / length + 1n) * length
    const until = next < end ? next : end
    const paid = (until - 1n) / every - (height - 1n) / every
    if (paid > 0n) sum += paid * leastCommission(params, ((height + every - 1n) / every) * every)
    height = until
  }
  return sum
}

/** Returns the commission of a block without other transactions whose coinbase takes the full subsidy. */
function leastCommission(params: ChainParams, height: bigint): bigint {
  const value = subsidy(params, Number(height))
  const coinbase = { vin: [], vout: [{ value, scriptPubKey: new Uint8Array(0) }] } as unknown as Transaction
  return computeCommission(params, { txs: [coinbase] }, Number(height))
}
