import type { MethodResult } from '#shared/rpc/index.ts'
import type { BalancePoint } from '../../../components/balanceChart/balanceShape.ts'

type Row = Pick<MethodResult<'listwallethistory'>['rows'][number], 'height' | 'time' | 'amount'>

/**
 * The wallet's balance after each block that changed it, from its history, the newest row first, and from what it is now.
 * Rows without a block do not count yet.
 */
export function balanceOverTime(rows: readonly Row[], now: bigint): BalancePoint[] {
  const points: BalancePoint[] = []
  let balance = now
  for (const { height, time, amount } of rows) {
    if (height < 0) continue
    if (points.at(-1)?.height !== height) points.push({ height, time, balance })
    balance -= amount
  }
  return points.reverse()
}

/** What the rows add up to: the balance now, where they are all there are. */
export const sumOfRows = (rows: readonly Row[]): bigint =>
  rows.reduce((sum, { height, amount }) => (height < 0 ? sum : sum + amount), 0n)
