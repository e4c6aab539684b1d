import { BuildError } from '../build/buildError.ts'

const COIN = 1e8
/** Added before the digits behind the eighth are cut off, so that 0.29 does not become 0.28999999 (tokens.md §5). */
const NUDGE = 0.00000000499999
const MAX_INT64 = 2n ** 63n - 1n

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i
/** Texts from which the reference reads a number at all. */
const NUMBER_AHEAD = /^[+-]?(\d|\.\d)/
const NOT_POSITIVE = 'Token supply must be positive'

/**
 * Units of a supply that is written in coins, such as `1.5`: 150000000. The same IEEE arithmetic as the reference, so the
 * same result for every decimal; but a text is either a number of at most eight decimals or refused, and never cut.
 * @throws BuildError
 */
export function parseTokenSupply(text: string): bigint {
  const trimmed = text.trim()
  if (!NUMBER_AHEAD.test(trimmed)) throw new BuildError('request', NOT_POSITIVE)
  if (!DECIMAL.test(trimmed)) throw new BuildError('request', 'Token supply must be a decimal number')
  const units = Number(trimmed) * COIN + NUDGE
  if (!(units >= 1) || units >= Number(MAX_INT64)) throw new BuildError('request', NOT_POSITIVE)
  if (decimalsOf(trimmed) > 8) throw new BuildError('request', 'Token supply must have at most 8 decimals')
  return BigInt(Math.trunc(units))
}

/** Digits behind the point, zeros at the end aside, once the exponent has moved it. */
function decimalsOf(decimal: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^\+?(\d*)\.?(\d*)(?:e(.*))?$/i.exec(decimal) ?? []
  const digits = `${whole}${fraction}`.replace(/0+$/, '')
  return Math.max(0, digits.length - whole.length - Number(exponent))
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
  const amount = BigInt(trimmed.replace('+', ''))
  if (amount === 0n) throw new BuildError('request', 'amount must be positive')
  // Above what an amount can be: the reference takes its largest number, of which nobody has that much either.
  return amount > MAX_INT64 ? MAX_INT64 : amount
}
