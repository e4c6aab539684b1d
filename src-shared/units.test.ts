import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '../src-main/node/testing/processorMillis.ts'
import { formatAmount, parseAmount, readAmount } from './units.ts'

const MAX_AMOUNT = 10n ** 18n - 1n

describe('formatAmount', () => {
  it.each([
    [0n, '0.00000000'],
    [1n, '0.00000001'],
    [-1n, '-0.00000001'],
    [100_000_000n, '1.00000000'],
    [-12_345_678_901n, '-123.45678901'],
    [9_223_372_036_854_775_807n, '92233720368.54775807'],
  ])('writes %d satoshis as %s', (satoshis, text) => {
    expect(formatAmount(satoshis)).toBe(text)
  })
})

describe('readAmount', () => {
  it('reads all output of formatAmount, even amounts above the limit of calls', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), (satoshis) => {
        expect(readAmount(formatAmount(satoshis))).toBe(satoshis)
      }),
    )
  })

  it.each(['', '1', '1.5', '1.000000000', '+1.00000000', ' 1.00000000', '1e2', '.00000001', 'NaN'])(
    'returns undefined for %j',
    (text) => {
      expect(readAmount(text)).toBeUndefined()
    },
  )
})

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['1', 100_000_000n],
    ['1.5', 150_000_000n],
    ['0.00000001', 1n],
    ['0.100000000', 10_000_000n],
    ['0.000000000', 0n],
    ['1e-8', 1n],
    ['10e-9', 1n],
    ['1.10e1', 1_100_000_000n],
    ['1E+2', 10_000_000_000n],
    ['-1', -100_000_000n],
    ['9999999999.99999999', MAX_AMOUNT],
  ])('reads the amount %s', (text, satoshis) => {
    expect(parseAmount(text)).toBe(satoshis)
  })

  it.each([
    '',
    '-',
    '+1',
    '01',
    '1.',
    '.1',
    ' 1',
    '1 ',
    '1,0',
    'abc',
    '1abc',
    '0x10',
    '1e',
    '1e+',
    '0.000000001',
    '0.123456789',
    '1e-9',
    '10000000000',
    '1e11',
    '1e1000000000000000000000',
    '0e30',
    'NaN',
    'Infinity',
    '１',
  ])('rejects the text %j', (text) => {
    expect(parseAmount(text)).toBeUndefined()
  })

  it('takes at most linear time for a very long text', () => {
    const long = 2_000_000
    const row = (digit: string) => digit.repeat(long)
    const took = processorMillis(() => {
      expect(parseAmount(`0.1${row('0')}`)).toBe(10_000_000n)
      expect(parseAmount(`0.${row('0')}1`)).toBeUndefined()
      expect(parseAmount(`0.${row('0')}1e${long}`)).toBe(10_000_000n)
      expect(parseAmount(row('9'))).toBeUndefined()
      expect(parseAmount(`${row('9')}x`)).toBeUndefined()
      expect(parseAmount(`1e${row('9')}`)).toBeUndefined()
    })
    expect(took).toBeLessThan(3000)
  })

  it('reads back the output of formatAmount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), (satoshis) => {
        expect(parseAmount(formatAmount(satoshis))).toBe(satoshis)
      }),
    )
  })

  it('never throws for any text', () => {
    const pieces = fc.constantFrom('0', '1', '9', '.', 'e', 'E', '-', '+', '00000000', ' ')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const satoshis = parseAmount(parts.join(''))
        expect(satoshis === undefined || typeof satoshis === 'bigint').toBe(true)
      }),
    )
  })
})
