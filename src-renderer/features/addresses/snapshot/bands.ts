/** Splits the holders of a chain's coins into bands of tenfold size by rank. */
import { formatPercent } from '../../../ui/format.ts'

export interface SnapshotHolding {
  readonly address: string
  /** in satoshis */
  readonly amount: bigint
}

export interface Band {
  /** ranks from 1, inclusive */
  readonly from: number
  readonly to: number
  /** in satoshis */
  readonly amount: bigint
}

/** Returns the share in hundredths of a percent, rounded down. Computed exactly before rounding. */
export function shareOfTotal(part: bigint, total: bigint): number {
  return total <= 0n ? 0 : Number((part * 10_000n) / total)
}

/** Returns the share as text, such as "12.34 %". A share above 0 is never shown as 0. */
export function shareText(part: bigint, total: bigint): string {
  const hundredths = shareOfTotal(part, total)
  const small = hundredths === 0 && part > 0n
  return small ? `< ${formatPercent(0.01, 2)}` : formatPercent(hundredths / 100, 2)
}

/**
 * Returns the richest holder, the next nine, the next ninety, and so on, then all unlisted holders as one band.
 * `holdings` are sorted by amount. `total` and `count` cover all addresses that can be listed.
 */
export function computeBands(holdings: readonly SnapshotHolding[], total: bigint, count: number): readonly Band[] {
  const bands: Band[] = []
  let listed = 0n
  for (let from = 1, to = 1; from <= holdings.length; from = to + 1, to *= 10) {
    const last = Math.min(to, holdings.length)
    const amount = holdings.slice(from - 1, last).reduce((sum, holding) => sum + holding.amount, 0n)
    bands.push({ from, to: last, amount })
    listed += amount
  }
  if (count > holdings.length) {
    bands.push({ from: holdings.length + 1, to: count, amount: total - listed })
  }
  return bands
}
