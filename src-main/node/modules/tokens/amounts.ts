import { BuildError } from '../transactionBuilder/buildError.ts'
import { parseCoinAmount } from '../transactionBuilder/coinAmount.ts'

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
    // The reference reads as far as there are digits; what it takes for zero or less it calls so.
    const ahead = /^\+?0*[1-9]/.test(trimmed)
    throw new BuildError('request', ahead ? 'amount must be a whole number of token units' : 'amount must be positive')
  }
  const digits = trimmed.replace(/^\+?0*/, '')
  // Not made a number, which takes seconds for millions of digits.
  if (digits.length > MOST_DIGITS) return MAX_INT64
  const amount = BigInt(digits)
  if (amount === 0n) throw new BuildError('request', 'amount must be positive')
  // Above what an amount can be: the reference takes its largest number, of which nobody has that much either.
  return amount > MAX_INT64 ? MAX_INT64 : amount
}
