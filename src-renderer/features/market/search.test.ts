import { describe, expect, it } from 'vitest'
import { readMarketSearch, readMarketsSearch } from './search.ts'

const ORDER = 'ab'.repeat(32)

describe('URL search', () => {
  it('of the markets keeps the members of its list and drops others', () => {
    const search = { q: 'gold', show: 'mine', sort: '-volume', order: ORDER }
    expect(readMarketsSearch({ ...search, else: 1 })).toEqual(search)
    expect(readMarketsSearch({ q: 5, show: 'all', sort: '--', order: 'x' })).toEqual({})
    expect(readMarketsSearch({ q: 'x'.repeat(200) }).q).toHaveLength(80)
  })

  it('of a market keeps its tab, chart, span and order', () => {
    const search = { tab: 'orders', chart: 'depth', span: 3600, order: ORDER, side: 'ask' }
    expect(readMarketSearch(search)).toEqual(search)
    expect(readMarketSearch({ tab: 'none', chart: 'pie', span: 7, side: 'both', order: `${ORDER}0` })).toEqual({})
  })
})
