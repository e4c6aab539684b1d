import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { ungroupedAmount } from '#shared/figures.ts'
import { languages } from '#shared/languages.ts'
import { showLanguage } from '../i18n/texts.ts'
import { type AmountUnits, readDisplayStyle, useDisplayStyle } from './displayStyle.ts'
import {
  amountAlone,
  amountLength,
  amountParts,
  coinsAmount,
  coinsInUnit,
  coinUnit,
  coinWithUnit,
  fieldAmount,
  fieldOfCoins,
  plainAmount,
  readAmountField,
} from './format.ts'

const UNITS: readonly AmountUnits[] = ['coins', 'eight', 'sat']
const show = (units: AmountUnits) => useDisplayStyle.getState().setUnits(units)
const unitsFrom = (stored: unknown) => readDisplayStyle(stored).units

afterEach(async () => {
  show('eight')
  await showLanguage('en')
})

describe('unit of amounts', () => {
  it('survives a reload, and migrates from the setting of earlier versions', () => {
    expect(UNITS.map((units) => unitsFrom({ units }))).toEqual(UNITS)
    expect(unitsFrom({ dates: 'iso', zeros: true })).toBe('eight')
    expect(unitsFrom({ dates: 'iso', zeros: false })).toBe('coins')
    for (const stored of [undefined, null, 7, {}, { units: 'msat' }]) expect(unitsFrom(stored)).toBe('eight')
    expect(unitsFrom({ units: 'sat', zeros: true })).toBe('sat')
  })

  it('formats satoshis as grouped whole numbers with their unit', () => {
    show('sat')
    expect(plainAmount(-150_010_000n)).toBe('−150,010,000')
    expect(amountParts(1n)).toEqual({ sign: '', whole: '1', fraction: '', zeros: '' })
    expect([coinUnit('GARDEN'), coinWithUnit('GARDEN'), amountAlone(10_000n)]).toEqual([
      'sat',
      'GARDEN (sat)',
      '10,000 sat',
    ])
    expect(amountLength(1_250_000_000n)).toBe('1,250,000,000'.length)
    expect(coinsAmount(150_010_000n)).toBe('1.5001')
  })

  it('leaves amounts unchanged if the unit is coins', () => {
    for (const units of ['coins', 'eight'] as const) {
      show(units)
      expect(plainAmount(-150_010_000n)).toBe('−1.5001')
      expect([coinUnit('GARDEN'), coinUnit(undefined), coinWithUnit('GARDEN')]).toEqual(['GARDEN', '', 'GARDEN'])
      expect(amountAlone(10_000n)).toBe('0.0001')
      expect(fieldOfCoins('0.50000000')).toBe('0.50000000')
      expect(coinsInUnit('1000.50000000 GARDEN')).toBe('1000.50000000 GARDEN')
    }
  })

  it('reads back every amount it formats, in each unit and language', async () => {
    for (const language of languages) {
      await showLanguage(language)
      for (const units of UNITS) {
        show(units)
        fc.assert(
          fc.property(fc.bigInt(0n, 10n ** 17n), (amount) => {
            expect(readAmountField(plainAmount(amount))).toBe(amount)
            expect(readAmountField(fieldAmount(amount))).toBe(amount)
            expect(readAmountField(fieldOfCoins(ungroupedAmount(amount)))).toBe(amount)
          }),
        )
      }
    }
  })

  it('rejects fractions of a satoshi and amounts in coins when satoshis are expected', () => {
    show('sat')
    for (const text of ['1.5', '0.00000001', '1.', '.5', '1e3', '-1', '5 sat', '5 GARDEN', '1,5', '']) {
      expect(readAmountField(text)).toBeUndefined()
    }
    expect(readAmountField('1,250,000,000')).toBe(1_250_000_000n)
    expect(fieldOfCoins('0.25')).toBe('25000000')
    expect(fieldOfCoins('a lot')).toBe('')
  })

  it('applies to amounts within sentences of the node, but not to other numbers', () => {
    show('sat')
    expect(coinsInUnit('1000.50000000 GARDEN')).toBe('100,050,000,000 sat')
    for (const text of ['1000', '1.5 GARDEN', '1.50000000', '5.00000000 % of it', '3.8 GB']) {
      expect(coinsInUnit(text)).toBe(text)
    }
  })
})
