import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readTypedAmount } from '#shared/figures.ts'
import { showLanguage } from '../i18n/texts.ts'
import { useDisplayStyle } from '../ui/displayStyle.ts'
import { readAmountField } from '../ui/format.ts'
import { typedAmountProblem } from './typedAmount.ts'

describe('typedAmountProblem', () => {
  it('returns undefined for readable amounts', () => {
    for (const text of ['1', '1,000', '0.5', '1 000.5', '1\u202f000.5'])
      expect(typedAmountProblem(text)).toBeUndefined()
  })

  it.each([
    ['', '2.5'],
    ['1abc', 'coin'],
    ['5 SANDBOX', 'coin'],
    ['-1', 'Must not be negative.'],
    ['+1', 'sign'],
    ['9'.repeat(20), 'More than this chain can have.'],
    ['99,999,999,999,999,999,999.5', 'More than this chain can have.'],
    ['1e3', '2.5'],
    ['0.123456789', '8 decimals'],
    ['1,5', '1.5 or 15'],
    ['1,00', '1.00 or 100'],
    ['1.000,5', 'commas'],
    ['1 000,5', 'commas'],
    ['1\u202f00.5', 'commas'],
    ['1.000.000', 'commas'],
    ['1 000.5 SANDBOX', 'coin'],
    ['−1', 'Must not be negative.'],
    ['1 000.123456789', '8 decimals'],
    ['.5', 'point'],
    ['5.', 'point'],
    ['0x10', '2.5'],
    ['1 0', 'space'],
  ])('rejects %j with a reason', (text, why) => {
    expect(readTypedAmount(text)).toBeUndefined()
    expect(typedAmountProblem(text)).toContain(why)
  })
})

describe('typedAmountProblem with a decimal comma', () => {
  beforeAll(() => showLanguage('de'))
  afterAll(() => showLanguage('en'))

  it('returns undefined for readable amounts', () => {
    for (const text of ['0,5', '1\u202f000,5', '1000.5']) expect(typedAmountProblem(text)).toBeUndefined()
  })

  it.each([
    ['1.000', '1,000 oder 1000'],
    ['1.000,5', 'Keine Zahl'],
    ['0,123456789', '8 Nachkommastellen'],
    ['999999999999999,5', 'Mehr, als'],
  ])('rejects %j with a reason', (text, why) => expect(typedAmountProblem(text)).toContain(why))
})

describe('typedAmountProblem for satoshis', () => {
  afterEach(() => useDisplayStyle.getState().setUnits('eight'))

  it('returns undefined for whole numbers of satoshis', () => {
    useDisplayStyle.getState().setUnits('sat')
    for (const text of ['1', '1,000', '250 000', '1\u202f000']) expect(typedAmountProblem(text)).toBeUndefined()
  })

  it.each([
    ['0.5', '0.5 coins would be 50,000,000 sat'],
    ['1,000.5', '1,000.5 coins would be 100,050,000,000 sat'],
    ['0.123456789', 'whole satoshis'],
    ['-3', 'Must not be negative.'],
    ['9'.repeat(20), 'More than this chain can have.'],
    ['0.0', 'whole satoshis'],
    ['1,5', 'whole satoshis'],
    ['-1', 'Must not be negative.'],
    ['1 0', 'space'],
    ['5 sat', 'unit is sat'],
    ['lots', 'whole satoshis'],
  ])('rejects %j with a reason', (text, why) => {
    useDisplayStyle.getState().setUnits('sat')
    expect(readAmountField(text)).toBeUndefined()
    expect(typedAmountProblem(text)).toContain(why)
  })
})
