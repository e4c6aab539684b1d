/** Prices and changes as the market's calls answer them. */
import type { MethodResult } from '#shared/rpc/index.ts'
import { readAmount } from '#shared/units.ts'
import { formatPercent } from '../../ui/format.ts'

export type TokenMarket = Exclude<MethodResult<'tokenmarket'>, { readonly result: 'error' }>

/** What a list of tokens and a token's own page have alike. */
export type ListedMarket = MethodResult<'listmarkets'>['rows'][number]

/** Satoshis for a unit, of "7.77000000". */
export const satoshisOf = (price: string): bigint => readAmount(price) ?? 0n

/**
 * How the last price differs from the one of 24 hours before, in hundredths of a percent. Undefined without a trade in
 * these hours, or before them.
 */
export function changeOf({
  last,
  before,
  volume,
}: Pick<ListedMarket, 'last' | 'before' | 'volume'>): number | undefined {
  if (last === null || before === null || volume.trades === 0) return undefined
  const old = satoshisOf(before)
  return old === 0n ? undefined : Number(((satoshisOf(last.price) - old) * 10_000n) / old)
}

/** 125 → "+1.25 %"; a true minus sign. */
export function changeText(hundredths: number): string {
  const sign = hundredths > 0 ? '+' : hundredths < 0 ? '−' : ''
  return `${sign}${formatPercent(Math.abs(hundredths) / 100, 2)}`
}
