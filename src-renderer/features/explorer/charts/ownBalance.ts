import type { MethodResult } from '#shared/rpc/index.ts'
import type { BalancePoint } from '../../../components/balanceChart/balanceShape.ts'

type Row = Pick<MethodResult<'listwallethistory'>['rows'][number], 'height' | 'time' | 'amount'>

/**
 * Computes the wallet's balance after each block that changed it, backwards from the present balance. `rows` are the
 * history, newest first. Rows without a block are ignored.
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

/** Returns the sum of the confirmed rows. It is the present balance if `rows` are the complete history. */
export const sumOfRows = (rows: readonly Row[]): bigint =>
  rows.reduce((sum, { height, amount }) => (height < 0 ? sum : sum + amount), 0n)
