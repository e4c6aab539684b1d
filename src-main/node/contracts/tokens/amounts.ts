import { BuildError } from '../../transactions/index.ts'
import { parseCoinAmount } from '../framework/coinAmount.ts'

const MAX_INT64 = 2n ** 63n - 1n
const MOST_DIGITS = String(MAX_INT64).length

/**
 * Units of a supply that is written in coins, such as `1.5`: 150000000.
 * @throws BuildError
 */
export function parseTokenSupply(text: string): bigint {
  return parseCoinAmount(text, 'Token supply')
}

const WHOLE = /^[+]?\d+$/

/**
 * Units of a transfer: a whole number, because that is what the protocol moves.
 * @throws BuildError
 */
export function parseTokenAmount(text: string): bigint {
  const trimmed = text.trim()
  if (!WHOLE.test(trimmed)) {
    // The reference reads the leading digits, and has a message of its own for zero and less.
    const ahead = /^\+?0*[1-9]/.test(trimmed)
    throw new BuildError('request', ahead ? 'amount must be a whole number of token units' : 'amount must be positive')
  }
  const digits = trimmed.replace(/^\+?0*/, '')
  // Not converted, which takes seconds for millions of digits.
  if (digits.length > MOST_DIGITS) return MAX_INT64
  const amount = BigInt(digits)
  if (amount === 0n) throw new BuildError('request', 'amount must be positive')
  // Above the largest amount the reference takes its largest number, which nobody owns either.
  return amount > MAX_INT64 ? MAX_INT64 : amount
}
