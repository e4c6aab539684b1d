import { describe, expect, it } from 'vitest'
import { shareText } from './bands.ts'
import { snapshotFigures } from './figures.ts'

describe('the figures of a snapshot', () => {
  it('average what the listed addresses hold, to the satoshi', () => {
    const { average, listed } = snapshotFigures({ total: 10, cc_utxo_value: 7, total_addresses: 4 })
    expect(average).toEqual({ satoshis: 75_000_000n, exact: true })
    expect(listed).toBe(300_000_000n)
    expect(snapshotFigures({ total: 0, cc_utxo_value: 0, total_addresses: 0 }).average.satoshis).toBe(0n)
  })

  it('give shares of all coins: with what contracts hold they are the whole', () => {
    const { all, conditions, listed } = snapshotFigures({ total: 10, cc_utxo_value: 7, total_addresses: 4 })
    expect([shareText(listed, all.satoshis), shareText(conditions.satoshis, all.satoshis)]).toEqual([
      '30.00 %',
      '70.00 %',
    ])
  })

  it('say where a double has lost satoshis', () => {
    expect(snapshotFigures({ total: 90_000_001, cc_utxo_value: 0, total_addresses: 1 }).all.exact).toBe(true)
    expect(snapshotFigures({ total: 90_071_993, cc_utxo_value: 0, total_addresses: 1 }).all.exact).toBe(false)
  })
})
