import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { sha256 } from '../../crypto/index.ts'
import { compareBytes, concat } from '../../util/index.ts'
import type { DicePlanData } from './codec.ts'

/** Maximum odds of a bet that can win. */
const MAX_ODDS = 9999n
const wrap = (value: bigint): bigint => BigInt.asUintN(64, value)

/** A bet: its stake, and the value of its third output, which encodes the odds. */
export interface Bet {
  readonly amount: bigint
  readonly third: bigint
}

/**
 * Computes the payout of a bet in satoshis, 0 if it loses (dice.md §2).
 * @param house entropy of the dealer, 32 bytes as in the data
 * @param bettor entropy of the bet, 32 bytes as in the data
 */
export function computeWinnings(
  { amount, third }: Bet,
  plan: DicePlanData,
  house: Uint8Array,
  bettor: Uint8Array,
): bigint {
  const odds = third - CONTRACT_FEE
  if (odds <= 0n || amount < plan.minBet || amount > plan.maxBet) return 0n
  // The reference compares unsigned, so a negative limit has no effect.
  if (odds > wrap(plan.maxOdds) || odds > MAX_ODDS) return 0n
  const first = sha256(concat(house, bettor))
  const second = sha256(concat(bettor, house))
  const wins = odds === 1n ? isAtLeast(second, first) : deriveDraw(first, second) < MAX_ODDS_PLUS_ONE / (odds + 1n)
  return wins ? wrap(amount * (odds + 1n)) : 0n
}

const MAX_ODDS_PLUS_ONE = MAX_ODDS + 1n

/** Compares little-endian numbers: returns true if a ≥ b. */
function isAtLeast(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a.slice().reverse(), b.slice().reverse()) >= 0
}

/** Derives a number below 10,000 from two hashes. The result is larger if all twelve tries are at least a million. */
function deriveDraw(first: Uint8Array, second: Uint8Array): bigint {
  const mixed = sha256(concat(first, second))
  const nibble = (i: number) => (i % 2 === 0 ? mixed[i >> 1]! >> 4 : mixed[i >> 1]! & 15)
  let value = 0
  for (let i = 0; i < 12; i++) {
    const [n0, n1, n2, n3, n4] = [0, 1, 2, 3, 4].map((k) => nibble(i * 5 + k)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    value = n0 * 65_536 + n1 * 4_096 + n2 * 256 + n3 * 16 + n4
    if (value < 1_000_000) return BigInt(value % 10_000)
  }
  return BigInt(value)
}
