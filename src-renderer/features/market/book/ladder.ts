import type { TokenMarket } from '../../../components/market/prices.ts'

export type LadderLevel = TokenMarket['book']['asks'][number]
export type Side = 'ask' | 'bid'

/** A price level with what stands at it and before it. */
export interface Rung extends LadderLevel {
  /** units up to this price, from the best one */
  readonly sum: bigint
  /** of the larger side near its best price, 0 to 1 */
  readonly depth: number
}

export interface Ladder {
  /** the best price first */
  readonly asks: readonly Rung[]
  readonly bids: readonly Rung[]
}

/** Levels whose sum is the whole width: against hundreds of them, those in sight would have no width at all. */
const NEAR = 14

const unitsOf = (levels: readonly LadderLevel[]): bigint =>
  levels.slice(0, NEAR).reduce((sum, { units }) => sum + units, 0n)

/** Adds up the levels of a book from the best price on. */
export function ladderOf({ asks, bids }: TokenMarket['book']): Ladder {
  const [asked, wanted] = [unitsOf(asks), unitsOf(bids)]
  const most = asked > wanted ? asked : wanted
  const rungs = (levels: readonly LadderLevel[]): Rung[] => {
    let sum = 0n
    return levels.map((level) => {
      sum += level.units
      return { ...level, sum, depth: most === 0n ? 0 : Math.min(1, Number((sum * 10_000n) / most) / 10_000) }
    })
  }
  return { asks: rungs(asks), bids: rungs(bids) }
}

/** Orders of a side that are beyond the levels of the book. */
export function beyond(levels: readonly LadderLevel[], orders: number): number {
  return Math.max(0, orders - levels.reduce((sum, level) => sum + level.orders, 0))
}
