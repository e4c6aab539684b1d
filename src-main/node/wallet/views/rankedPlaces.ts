import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes } from '../../util/index.ts'

export type CoinSort = 'amount' | 'age'

/** Position of a coin in a list sorted by `rank`, then transaction and output. Stays valid if the coin is spent. */
export interface RankedPlace extends OutPoint {
  readonly rank: bigint
}

export const comparePlaces = (a: RankedPlace, b: RankedPlace) =>
  a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : compareBytes(a.hash, b.hash) || a.index - b.index

const UNCONFIRMED_HEIGHT = 2n ** 31n

/** @param height height of its block, or undefined if unconfirmed */
export const computeRank = (sort: CoinSort, value: bigint, height: number | undefined): bigint =>
  sort === 'amount' ? value : -BigInt(height ?? UNCONFIRMED_HEIGHT)

/** Returns the first index of a sorted list whose place is not below the given one. */
export function firstNotBelow(list: readonly RankedPlace[], place: RankedPlace): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(list[middle] as RankedPlace, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
