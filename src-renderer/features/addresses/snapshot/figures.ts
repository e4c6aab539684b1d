import { readAmount } from '#shared/units.ts'
import type { Snapshot } from './holders.ts'

/** The sums of getsnapshot are floating-point numbers: above this they are not exact to the satoshi. */
const EXACT_COINS = Number.MAX_SAFE_INTEGER / 1e8

/** A sum of getsnapshot. */
export interface SnapshotSum {
  readonly satoshis: bigint
  /** false: it is too large for the double it came as */
  readonly exact: boolean
}

export interface SnapshotFigures {
  /** all coins, those without an address in the list too */
  readonly all: SnapshotSum
  /** of these in crypto-conditions, which are not listed */
  readonly conditions: SnapshotSum
  /** of all in the list, however much of it is shown */
  readonly listed: bigint
  /** per address of the list, rounded down; the node's own counts coins that none of them holds, and whole ones only */
  readonly average: SnapshotSum
}

/** Coins of a double as satoshis: its eight printed decimals are exact. */
const sumOf = (coins: number): SnapshotSum => ({
  satoshis: readAmount(coins.toFixed(8)) ?? 0n,
  exact: coins < EXACT_COINS,
})

export function snapshotFigures({
  total,
  cc_utxo_value: inConditions,
  total_addresses: addresses,
}: Pick<Snapshot, 'total' | 'cc_utxo_value' | 'total_addresses'>): SnapshotFigures {
  const [all, conditions] = [sumOf(total), sumOf(inConditions)]
  const listed = all.satoshis - conditions.satoshis
  const average = addresses > 0 ? listed / BigInt(addresses) : 0n
  return { all, conditions, listed, average: { satoshis: average, exact: all.exact } }
}
