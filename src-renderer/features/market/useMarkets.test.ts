import { describe, expect, it } from 'vitest'
import type { ListedMarket } from '../../components/market/prices.ts'
import { matchesMarket } from './useMarkets.ts'

const row: ListedMarket = {
  ...{
    tokenid: 'ab'.repeat(32),
    name: 'Gold',
    nft: false,
    movable: true,
    supply: 5n,
    bestask: null,
    bestbid: null,
    asks: 0,
    bids: 1,
  },
  ...{ last: null, before: null, volume: { units: 0n, coins: 0n, trades: 0 } },
}

describe('matchesMarket', () => {
  it('finds names by any part and ids by their start', () => {
    for (const q of ['gold', 'OL', 'abab', undefined, ' '])
      expect(matchesMarket(row, q === undefined ? {} : { q })).toBe(true)
    for (const q of ['silver', 'baba']) expect(matchesMarket(row, { q })).toBe(false)
  })

  it('matches markets with open orders or of the selected kind', () => {
    expect(matchesMarket(row, { show: 'open' })).toBe(true)
    expect(matchesMarket({ ...row, bids: 0 }, { show: 'open' })).toBe(false)
    expect(matchesMarket(row, { show: 'nft' })).toBe(false)
    expect(matchesMarket({ ...row, nft: true }, { show: 'nft' })).toBe(true)
  })
})
