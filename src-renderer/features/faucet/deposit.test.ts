import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { checkDeposit } from './deposit.ts'

beforeAll(() => loadTexts('faucet'))

describe('checkDeposit', () => {
  it('parses coins to exact satoshis', () => {
    expect(checkDeposit(' 2.00000001 ', undefined)).toEqual({ satoshis: 200_000_001n })
  })

  it('explains why an amount is invalid', () => {
    expect(checkDeposit('', 1n).error).toMatch('Enter an amount')
    for (const text of ['1e3', '0.000000001', 'two']) {
      expect(checkDeposit(text, undefined).error).toMatch('8 decimals')
    }
    expect(checkDeposit('-1', undefined).error).toBe('Must not be negative.')
    expect(checkDeposit('1,5', undefined).error).toMatch('1.5 or 15')
    expect(checkDeposit('1,000', undefined).satoshis).toBe(100_000_000_000n)
    expect(checkDeposit('0.01', undefined).error).toMatch('Enter more than')
  })

  it('leaves enough coins for the fee', () => {
    expect(checkDeposit('1', 100_010_000n).satoshis).toBe(100_000_000n)
    expect(checkDeposit('1', 100_009_999n).error).toMatch('With the fee')
  })
})
