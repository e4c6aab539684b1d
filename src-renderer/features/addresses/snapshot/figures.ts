import { readAmount } from '#shared/units.ts'
import type { Snapshot } from './holders.ts'

/** The sums of getsnapshot are floating-point numbers. From this amount on they are not exact to the satoshi. */
const EXACT_COINS = Number.MAX_SAFE_INTEGER / 1e8

export interface SnapshotSum {
  readonly satoshis: bigint
  /** False if the sum is too large to be exact in the double that carried it. */
  readonly exact: boolean
}

export interface SnapshotFigures {
  /** all coins, including those without an address in the list */
  readonly all: SnapshotSum
  /** part of all coins in crypto-conditions, which are not listed */
  readonly conditions: SnapshotSum
  /** amount of all addresses in the list, shown or not */
  readonly listed: bigint
  /**
   * average per listed address, rounded down. The node's own average includes coins that no listed address holds, and
   * is in whole coins.
   */
  readonly average: SnapshotSum
}

/** Converts coins in a double to satoshis: its eight printed decimals are exact. */
const toSnapshotSum = (coins: number): SnapshotSum => ({
  satoshis: readAmount(coins.toFixed(8)) ?? 0n,
  exact: coins < EXACT_COINS,
})

export function snapshotFigures({
  total,
  cc_utxo_value: inConditions,
  total_addresses: addresses,
}: Pick<Snapshot, 'total' | 'cc_utxo_value' | 'total_addresses'>): SnapshotFigures {
  const [all, conditions] = [toSnapshotSum(total), toSnapshotSum(inConditions)]
  const listed = all.satoshis - conditions.satoshis
  const average = addresses > 0 ? listed / BigInt(addresses) : 0n
  return { all, conditions, listed, average: { satoshis: average, exact: all.exact } }
}
