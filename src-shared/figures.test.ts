import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresIn, readTypedAmount, readTypedUnits, readTypedWhole, ungroupedAmount } from './figures.ts'
import { languages } from './languages.ts'
import { formatAmount } from './units.ts'

const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n })

describe.each(languages)('numbers formatted in %s', (language) => {
  const figures = figuresIn(language)

  it('parse back to the same amount', () => {
    fc.assert(
      fc.property(amounts, (satoshis) => {
        for (const text of [figures.amount(satoshis), figures.coins(satoshis), formatAmount(satoshis)])
          expect(readTypedAmount(text, figures.mark)).toBe(satoshis)
        expect(readTypedAmount(ungroupedAmount(satoshis, figures.mark), figures.mark)).toBe(satoshis)
        expect(formatAmount(readTypedAmount(ungroupedAmount(satoshis)) ?? -1n)).toBe(formatAmount(satoshis))
        expect(ungroupedAmount(satoshis)).toMatch(/^\d+(\.\d*[1-9])?$/)
        expect(readTypedUnits(figures.whole(satoshis))).toBe(satoshis)
      }),
    )
  })

  it('use the decimal mark of the language only before the decimals', () => {
    const mark = language === 'en' ? '.' : ','
    for (const text of [figures.amount(123_456_750_000_000n), figures.decimal(1_234_567.5, 1)])
      expect(text.split(mark)).toEqual([figures.whole(1_234_567), '5'])
    expect(figures.whole(1_234_567)).not.toContain(mark)
  })
})

describe('formatted numbers', () => {
  const [en, de, es] = [figuresIn('en'), figuresIn('de'), figuresIn('es')]

  it('group digits in threes, with commas in English and narrow spaces in German and Spanish', () => {
    expect([0, 999, 1000, 1234567n, '100000'].map(en.whole)).toEqual(['0', '999', '1,000', '1,234,567', '100,000'])
    expect([de.whole(1000), es.whole(1000)]).toEqual(['1\u202f000', '1\u202f000'])
    expect([en, de, es].map((each) => each.amount(100_050_000_000n))).toEqual([
      '1,000.5',
      '1\u202f000,5',
      '1\u202f000,5',
    ])
    expect(de.whole(-1234)).toBe('-1\u202f234')
  })

  it('split an amount into grouped whole coins, decimals and padding zeros', () => {
    const parts = { sign: '−', whole: '1,234,567', fraction: '5', zeros: '0000000' }
    expect(en.parts(-123_456_750_000_000n)).toEqual(parts)
    expect(en.parts(1n)).toEqual({ sign: '', whole: '0', fraction: '00000001', zeros: '' })
    expect([en.coins(-150_000_000n), en.coins(0n)]).toEqual(['−1.50000000', '0.00000000'])
  })

  it('round to the requested decimals, with grouped digits', () => {
    expect([en.decimal(1234.56, 1), en.decimal(2, { least: 0, most: 3 }), de.percent(1234.5, 2)]).toEqual([
      '1,234.6',
      '2',
      '1\u202f234,50 %',
    ])
    expect([12.345678, 1234567.8, 0.000012345678, 6.5].map(en.significant)).toEqual([
      '12.3457',
      '1,234,570',
      '0.0000123457',
      '6.5',
    ])
  })

  it('show sizes in the unit that fits', () => {
    expect([0, 297, 999, 1000, 1536, 999_960, 2_000_000, 53_400_000_000].map(en.bytes)).toEqual([
      '0 B',
      '297 B',
      '999 B',
      '1 kB',
      '1.54 kB',
      '1 MB',
      '2 MB',
      '53.4 GB',
    ])
    expect(de.bytes(1536)).toBe('1,54 kB')
  })

  it('end with units in words of the language', () => {
    expect([en.measure(3.84, 'year', 1), de.measure(3.84, 'year', 1), es.measure(1234, 'day', 0)]).toEqual([
      '3.8 years',
      '3,8 Jahre',
      '1\u202f234 días',
    ])
    expect([en.measure(1, 'day', 1), de.measure(1, 'hour', 1)]).toEqual(['1 day', '1 Stunde'])
  })

  it('replace a number of the node only at the beginning of a text', () => {
    expect(['1000.50000000 GARDEN', '1,000', '12', '1000 2000', '-1000'].map(de.regroup)).toEqual([
      '1\u202f000,50000000 GARDEN',
      '1\u202f000',
      '12',
      '1\u202f000 2000',
      '-1\u202f000',
    ])
    for (const other of ['1000x', 'GOLD 1000', '1e9', '10,0', '']) expect(de.regroup(other)).toBe(other)
  })
})

describe('reading typed numbers', () => {
  it.each([
    '1000000',
    '1,000,000',
    '1 000 000',
    "1'000'000",
    '1\u202f000\u202f000',
    '1\u00a0000\u00a0000',
    ' 01000000 ',
  ])('accepts grouped digits: %j', (text) => {
    expect(readTypedWhole(text)).toBe('1000000')
    expect(readTypedAmount(text)).toBe(100_000_000_000_000n)
    expect(readTypedAmount(`${text.trim()}.5`)).toBe(100_000_050_000_000n)
  })

  it.each([
    ...['', '1abc', '-1', '1e3', '0.123456789', '1,5', '1,00', '.5', '5.', '0x10', '1 0', '1,000 000', '1.000.000'],
    ...['1  000', '1 000,5', '1.000,5', '1\u202f00', '1234 567', '1\u202f000\u202f00.5', '1\n000'],
  ])('rejects %j as an amount', (text) => expect(readTypedAmount(text)).toBeUndefined())

  it.each([
    ['0,5', 50_000_000n],
    ['1,125', 112_500_000n],
    ['1 000,5', 100_050_000_000n],
    ['1000.5', 100_050_000_000n],
    ['1.5', 150_000_000n],
    ['0.125', 12_500_000n],
    ['1,000.5', 100_050_000_000n],
  ])('accepts %j with a decimal comma', (text, satoshis) => {
    expect(readTypedAmount(text, ',')).toBe(satoshis)
  })

  it.each(['1.000', '12.345', '1.000,5', '1.000.000', ',5', '5,', '1,5,0', '0,123456789'])(
    'rejects %j as an amount with a decimal comma',
    (text) => expect(readTypedAmount(text, ',')).toBeUndefined(),
  )

  it.each(['', '1,00', '1.5', '-1', '1e6', '12,34,567', '9'.repeat(19), '1 0'])(
    'rejects %j as a whole number',
    (text) => {
      expect(readTypedWhole(text)).toBeUndefined()
      expect(readTypedUnits(text)).toBeUndefined()
    },
  )

  it('limits the number of digits to the given maximum', () => {
    expect([readTypedWhole('1,000', 4), readTypedWhole('10,000', 4), readTypedWhole('000001', 1)]).toEqual([
      '1000',
      undefined,
      '1',
    ])
  })
})
