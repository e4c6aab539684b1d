import type { TokenMarket } from '../../../components/market/prices.ts'

/**
 * Returns true if a chart has nothing to show, as soon as this is known.
 * @param rows candles, or undefined while unknown
 */
export function isEmptyChart(
  chart: 'depth' | undefined,
  rows: readonly unknown[] | undefined,
  market: Pick<TokenMarket, 'asks' | 'bids' | 'last'> | undefined,
): boolean {
  if (chart === 'depth') return market !== undefined && market.asks + market.bids === 0
  // The market has this before the candles are loaded. Using it avoids a layout jump.
  return rows === undefined ? market?.last === null : rows.length === 0
}
