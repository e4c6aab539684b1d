import { describe, expect, it } from 'vitest'
import { shareText } from './bands.ts'
import { snapshotFigures } from './figures.ts'

describe('snapshotFigures', () => {
  it('averages the amounts of the listed addresses, to the satoshi', () => {
    const { average, listed } = snapshotFigures({ total: 10, cc_utxo_value: 7, total_addresses: 4 })
    expect(average).toEqual({ satoshis: 75_000_000n, exact: true })
    expect(listed).toBe(300_000_000n)
    expect(snapshotFigures({ total: 0, cc_utxo_value: 0, total_addresses: 0 }).average.satoshis).toBe(0n)
  })

  it('returns shares of all coins that add up to 100 % with the amount of contracts', () => {
    const { all, conditions, listed } = snapshotFigures({ total: 10, cc_utxo_value: 7, total_addresses: 4 })
    expect([shareText(listed, all.satoshis), shareText(conditions.satoshis, all.satoshis)]).toEqual([
      '30.00 %',
      '70.00 %',
    ])
  })

  it('marks a sum as inexact if a double loses satoshis', () => {
    expect(snapshotFigures({ total: 90_000_001, cc_utxo_value: 0, total_addresses: 1 }).all.exact).toBe(true)
    expect(snapshotFigures({ total: 90_071_993, cc_utxo_value: 0, total_addresses: 1 }).all.exact).toBe(false)
  })
})
