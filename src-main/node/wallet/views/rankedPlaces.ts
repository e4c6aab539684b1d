import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes } from '../../util/index.ts'

export type CoinSort = 'amount' | 'age'

/** The place of a coin in a sorted list, which stays valid when the coin is gone: by `rank`, then transaction and output. */
export interface RankedPlace extends OutPoint {
  readonly rank: bigint
}

export const comparePlaces = (a: RankedPlace, b: RankedPlace) =>
  a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : compareBytes(a.hash, b.hash) || a.index - b.index

const UNCONFIRMED_HEIGHT = 2n ** 31n

/** @param height of its block; undefined: unconfirmed */
export const rankOf = (sort: CoinSort, value: bigint, height: number | undefined): bigint =>
  sort === 'amount' ? value : -BigInt(height ?? UNCONFIRMED_HEIGHT)

/** The first index of a sorted list whose place is not below the given one. */
export function firstNotBelow(list: readonly RankedPlace[], place: RankedPlace): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(list[middle] as RankedPlace, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
