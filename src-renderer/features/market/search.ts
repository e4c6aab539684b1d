import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the list of markets. */
export interface MarketsSearch {
  readonly q?: string
  readonly show?: 'open' | 'nft' | 'mine'
  readonly sort?: string
  /** order with an open timeline */
  readonly order?: string
}

export const CHART_SPANS = [300, 3600, 14_400, 86_400, 604_800] as const
/** seconds per candle */
export type ChartSpan = (typeof CHART_SPANS)[number]

export type MarketTab = 'trades' | 'orders' | 'mine' | 'waiting'

/** URL search of a token's market. */
export interface MarketSearch {
  readonly tab?: MarketTab
  readonly chart?: 'depth'
  readonly span?: ChartSpan
  readonly order?: string
  /** initial side of the order form: sell or buy */
  readonly side?: 'ask' | 'bid'
  /** opens the dialog to buy from the best offer */
  readonly buy?: true
}

/** A change of the search by a control. A member with the value undefined is removed. */
export type MarketSearchChange = { readonly [Name in keyof MarketSearch]?: MarketSearch[Name] | undefined }

const SORT = /^-?[a-z]{1,16}$/
const SHOWN = ['open', 'nft', 'mine'] as const
const SIDES = ['ask', 'bid'] as const
const TABS = ['trades', 'orders', 'mine', 'waiting'] as const

const findValue = <Value>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)

const hash = (given: unknown): string | undefined =>
  typeof given === 'string' && isHashShaped(given) ? given : undefined

export function readMarketsSearch({ q, show, sort, order }: Record<string, unknown>): MarketsSearch {
  const shown = findValue(SHOWN, show)
  const opened = hash(order)
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 80) } : {}),
    ...(shown && { show: shown }),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(opened && { order: opened }),
  }
}

export function readMarketSearch({ tab, chart, span, order, side, buy }: Record<string, unknown>): MarketSearch {
  const list = findValue(TABS, tab)
  const seconds = findValue(CHART_SPANS, span)
  const opened = hash(order)
  const begun = findValue(SIDES, side)
  return {
    ...(list && { tab: list }),
    ...(chart === 'depth' ? { chart } : {}),
    ...(seconds && { span: seconds }),
    ...(opened && { order: opened }),
    ...(begun && { side: begun }),
    ...(buy === true ? { buy } : {}),
  }
}
