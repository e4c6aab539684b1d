import type { IndexedAddress } from '../core/index.ts'
import { createHeightSearch } from '../storage/index.ts'
import type { Reading } from './longReads.ts'
import { fromHalves, halves } from './sums.ts'
import type { AddressChart } from './types.ts'

/** Range of tx numbers per SQL sum. Limits the time of one query for an address with changes in most transactions. */
const TX_NUMBERS_PER_SUM = 8_000
const SUMS_PER_PAUSE = 4

type Point = AddressChart['points'][number]

/**
 * Returns balances of an address by block height. An address with few changes gets one point per block that changed it.
 * Otherwise the heights from its first change to the tip are divided evenly.
 */
export async function readChart(reading: Reading, address: IndexedAddress, points: number): Promise<AddressChart> {
  const { db, tip } = reading
  const id = db
    .prepare<[Uint8Array, number], number>('SELECT id FROM addresses WHERE hash = ? AND type = ?')
    .pluck()
    .get(address.hash, address.type)
  if (id === undefined) return { points: [], tip }
  const heights = changeHeights(reading, id, points) ?? evenHeights(reading, id, points)
  if (heights.at(-1) !== tip.height) heights.push(tip.height)
  return { points: await balancesAt(reading, id, heights), tip }
}

/** Returns the heights of the blocks that changed the balance, or undefined if there may be more than `points`. */
function changeHeights({ db }: Reading, id: number, points: number): number[] | undefined {
  const heights = db
    .prepare<[number, number], number>(
      `SELECT t.height FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? ORDER BY tx LIMIT ?) d
       CROSS JOIN txs t ON t.ordinal = d.tx ORDER BY d.tx`,
    )
    .pluck()
    .all(id, points)
  // Reserves one point for the tip.
  return heights.length < points - 1 ? [...new Set(heights)] : undefined
}

function evenHeights({ db, tip }: Reading, id: number, points: number): number[] {
  const first = db
    .prepare<[number], number>(
      'SELECT height FROM txs WHERE ordinal = (SELECT min(tx) FROM address_deltas WHERE address = ?)',
    )
    .pluck()
    .get(id)
  const start = first ?? tip.height
  const heights = Array.from({ length: points }, (_, at) =>
    Math.round(start + ((tip.height - start) * at) / (points - 1)),
  )
  return [...new Set(heights)]
}

/** @param heights ascending */
async function balancesAt({ db, pause }: Reading, id: number, heights: readonly number[]): Promise<Point[]> {
  const firstAtHeight = createHeightSearch(db)
  const sum = db
    .prepare<[number, number, number], [bigint, bigint]>(
      `SELECT ${halves('value')} FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ?`,
    )
    .raw(true)
    .safeIntegers(true)
  const points: Point[] = []
  let satoshis = 0n
  let from = 0
  let sums = 0
  for (const height of heights) {
    const end = firstAtHeight(height + 1)
    while (from < end) {
      const to = Math.min(end, from + TX_NUMBERS_PER_SUM)
      satoshis += fromHalves(...sum.get(id, from, to)!)
      from = to
      if (++sums % SUMS_PER_PAUSE === 0) await pause(points.length, heights.length)
    }
    points.push({ height, satoshis })
  }
  return points
}
