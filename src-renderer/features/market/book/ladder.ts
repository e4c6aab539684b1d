import type { TokenMarket } from '../../../components/market/prices.ts'

export type LadderLevel = TokenMarket['book']['asks'][number]
export type Side = 'ask' | 'bid'

/** A price level with the cumulative units up to its price. */
export interface CumulativeLevel extends LadderLevel {
  /** units from the best price up to this price */
  readonly sum: bigint
  /** share of the larger side's units near its best price, 0 to 1 */
  readonly depth: number
}

export interface Ladder {
  /** best price first */
  readonly asks: readonly CumulativeLevel[]
  readonly bids: readonly CumulativeLevel[]
}

/**
 * Number of levels whose sum is the full width. Relative to a sum over hundreds of levels, the visible ones would have
 * almost no width.
 */
const NEAR = 14

const sumNearUnits = (levels: readonly LadderLevel[]): bigint =>
  levels.slice(0, NEAR).reduce((sum, { units }) => sum + units, 0n)

/** Accumulates the levels of a book from the best price. */
export function buildLadder({ asks, bids }: TokenMarket['book']): Ladder {
  const [asked, wanted] = [sumNearUnits(asks), sumNearUnits(bids)]
  const most = asked > wanted ? asked : wanted
  const rungs = (levels: readonly LadderLevel[]): CumulativeLevel[] => {
    let sum = 0n
    return levels.map((level) => {
      sum += level.units
      return { ...level, sum, depth: most === 0n ? 0 : Math.min(1, Number((sum * 10_000n) / most) / 10_000) }
    })
  }
  return { asks: rungs(asks), bids: rungs(bids) }
}

/** Returns the number of orders of a side that are beyond the levels of the book. */
export function beyond(levels: readonly LadderLevel[], orders: number): number {
  return Math.max(0, orders - levels.reduce((sum, level) => sum + level.orders, 0))
}
