import type { TokenMarket } from '../../../components/market/prices.ts'

/**
 * Whether a chart has nothing to draw, as soon as that is known.
 * @param rows candles; undefined: not known
 */
export function isEmptyChart(
  chart: 'depth' | undefined,
  rows: readonly unknown[] | undefined,
  market: Pick<TokenMarket, 'asks' | 'bids' | 'last'> | undefined,
): boolean {
  if (chart === 'depth') return market !== undefined && market.asks + market.bids === 0
  // The market says it before the candles are there: the page must not jump.
  return rows === undefined ? market?.last === null : rows.length === 0
}
