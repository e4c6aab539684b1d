import { BuildError } from '../../transactions/index.ts'
import { parseCoinAmount } from '../framework/coinAmount.ts'

const MAX_INT64 = 2n ** 63n - 1n
const MAX_DIGITS = String(MAX_INT64).length

/**
 * Parses a supply written in coins, such as `1.5`, into units: 150000000.
 * @throws BuildError
 */
export function parseTokenSupply(text: string): bigint {
  return parseCoinAmount(text, 'Token supply')
}

const WHOLE = /^[+]?\d+$/

/**
 * Parses the units of a transfer: a whole number, because the protocol moves whole units.
 * @throws BuildError
 */
export function parseTokenAmount(text: string): bigint {
  const trimmed = text.trim()
  if (!WHOLE.test(trimmed)) {
    // The reference parses the leading digits, and has another message for zero and negative numbers.
    const ahead = /^\+?0*[1-9]/.test(trimmed)
    throw new BuildError('request', ahead ? 'amount must be a whole number of token units' : 'amount must be positive')
  }
  const digits = trimmed.replace(/^\+?0*/, '')
  // Skip the conversion, which takes seconds for millions of digits.
  if (digits.length > MAX_DIGITS) return MAX_INT64
  const amount = BigInt(digits)
  if (amount === 0n) throw new BuildError('request', 'amount must be positive')
  // The reference clamps larger amounts to its maximum, which no key holds either.
  return amount > MAX_INT64 ? MAX_INT64 : amount
}
