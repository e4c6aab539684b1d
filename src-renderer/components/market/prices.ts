/** Prices and price changes, in the format of the market's calls. */
import type { MethodResult } from '#shared/rpc/index.ts'
import { readAmount } from '#shared/units.ts'
import { formatPercent } from '../../ui/format.ts'

export type TokenMarket = Exclude<MethodResult<'tokenmarket'>, { readonly result: 'error' }>

/** Market data that a list of tokens and a token's own page share. */
export type ListedMarket = MethodResult<'listmarkets'>['rows'][number]

/** Returns satoshis per unit for a price such as "7.77000000", and 0 for an unreadable price. */
export const toSatoshis = (price: string): bigint => readAmount(price) ?? 0n

/**
 * Returns the change of the last price against the one 24 hours earlier, in hundredths of a percent. Returns undefined
 * without a trade in the last 24 hours, or without an earlier price.
 */
export function computePriceChange({
  last,
  before,
  volume,
}: Pick<ListedMarket, 'last' | 'before' | 'volume'>): number | undefined {
  if (last === null || before === null || volume.trades === 0) return undefined
  const old = toSatoshis(before)
  return old === 0n ? undefined : Number(((toSatoshis(last.price) - old) * 10_000n) / old)
}

/** Formats 125 as "+1.25 %", with a typographic minus sign for negative numbers. */
export function changeText(hundredths: number): string {
  const sign = hundredths > 0 ? '+' : hundredths < 0 ? '−' : ''
  return `${sign}${formatPercent(Math.abs(hundredths) / 100, 2)}`
}
