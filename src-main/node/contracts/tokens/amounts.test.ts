import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '../../testing/processorMillis.ts'
import { BuildError } from '../../transactions/index.ts'
import { parseTokenAmount, parseTokenSupply } from './amounts.ts'

const catchBuildError = (parse: (text: string) => bigint, text: string): string => {
  try {
    return `accepted as ${parse(text)}`
  } catch (error) {
    if (error instanceof BuildError) return error.message
    throw error
  }
}

describe('parseTokenSupply', () => {
  it('parses decimals as coins of 10^8 units', () => {
    const known: Record<string, bigint> = {
      '1': 100000000n,
      '1.5': 150000000n,
      '0.00000001': 1n,
      '1987.420': 198742000000n,
      '0.29': 29000000n,
      '.5': 50000000n,
      '5.': 500000000n,
      '1e-3': 100000n,
      '1E2': 10000000000n,
      '+2': 200000000n,
      ' 2': 200000000n,
      '001.10000000000': 110000000n,
      '92233720368': 9223372036800000000n,
    }
    for (const [text, units] of Object.entries(known)) expect(parseTokenSupply(text)).toBe(units)
  })

  it('computes in doubles as the reference does, even if that loses a unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 92_233_720_367 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (coins, rest) => {
          const text = `${coins}.${String(rest).padStart(8, '0')}`
          expect(parseTokenSupply(text)).toBe(BigInt(Math.trunc(Number(text) * 1e8 + 0.00000000499999)))
        },
      ),
    )
  })

  it('throws the reference’s error for invalid and non-positive numbers', () => {
    for (const text of [
      '',
      ' ',
      '0',
      '0.0',
      '-1',
      '-0.5',
      'abc',
      'nan',
      'inf',
      '.',
      '1e30',
      '0.000000001',
      '92233720369',
    ]) {
      expect(catchBuildError(parseTokenSupply, text), text).toBe('Token supply must be positive')
    }
  })

  it('rejects texts that the reference would parse only in part', () => {
    for (const text of ['1abc', '0x10', '1,5', '1.2.3', '1 2', '1e', '2e+', '1_000']) {
      expect(catchBuildError(parseTokenSupply, text), text).toBe('Token supply must be a decimal number')
    }
    for (const text of ['1.000000001', '0.123456789', '123e-9']) {
      expect(catchBuildError(parseTokenSupply, text), text).toBe('Token supply must have at most 8 decimals')
    }
  })
})

/** Digits per text; an RPC caller can send megabytes of digits. */
const LONG = 2_000_000

describe('parseTokenSupply and parseTokenAmount', () => {
  it('parse very long texts without delay', () => {
    const [zeros, nines, blanks] = ['0', '9', ' '].map((character) => character.repeat(LONG))
    const took = processorMillis(() => {
      expect(catchBuildError(parseTokenSupply, `1.${zeros}1`)).toBe('Token supply must have at most 8 decimals')
      expect(parseTokenSupply(`1.5${zeros}`)).toBe(150000000n)
      expect(catchBuildError(parseTokenSupply, `${nines}x`)).toBe('Token supply must be a decimal number')
      expect(catchBuildError(parseTokenSupply, `1.${nines}e`)).toBe('Token supply must be a decimal number')
      expect(catchBuildError(parseTokenSupply, `${nines}`)).toBe('Token supply must be positive')
      expect(catchBuildError(parseTokenAmount, `${nines}x`)).toBe('amount must be a whole number of token units')
      expect(catchBuildError(parseTokenAmount, `1${blanks}1`)).toBe('amount must be a whole number of token units')
      expect(parseTokenAmount(`${blanks}${nines}`)).toBe(2n ** 63n - 1n)
      expect(parseTokenAmount(`+${zeros}7`)).toBe(7n)
    })
    expect(took).toBeLessThan(3000)
  })
})

describe('parseTokenAmount', () => {
  it('parses whole numbers of units', () => {
    expect(parseTokenAmount('1')).toBe(1n)
    expect(parseTokenAmount(' 0050 ')).toBe(50n)
    expect(parseTokenAmount('+7')).toBe(7n)
    expect(parseTokenAmount('9223372036854775807')).toBe(2n ** 63n - 1n)
    expect(parseTokenAmount('99999999999999999999')).toBe(2n ** 63n - 1n)
  })

  it('rejects texts that are not positive whole numbers', () => {
    for (const text of ['', '0', '-1', 'abc', '00', '0x10', '-5abc', '0.9']) {
      expect(catchBuildError(parseTokenAmount, text), text).toBe('amount must be positive')
    }
    for (const text of ['1.9', '5abc', '1e3', '1 2']) {
      expect(catchBuildError(parseTokenAmount, text), text).toBe('amount must be a whole number of token units')
    }
  })

  it('throws only BuildError for random texts', () => {
    fc.assert(fc.property(fc.string(), (text) => void catchBuildError(parseTokenAmount, text)))
    fc.assert(fc.property(fc.string(), (text) => void catchBuildError(parseTokenSupply, text)))
  })
})
