import { floatSatoshis } from '#shared/protocol/coinAmount.ts'
import { withoutZerosAtEnd } from '#shared/units.ts'
import { BuildError } from '../../transactions/index.ts'

const MAX_INT64 = 2n ** 63n - 1n

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i
/** Texts that start with a number for the reference. */
const NUMBER_AHEAD = /^[+-]?(\d|\.\d)/

/**
 * Parses an amount in coins, such as `1.5`, into satoshis: 150000000. Uses the same IEEE arithmetic as the reference,
 * so the result is the same for every decimal. Unlike there, a text must be a number of at most eight decimals, and is
 * never cut.
 * @param name name of the amount, used as the start of error messages
 * @throws BuildError
 */
export function parseCoinAmount(text: string, name: string): bigint {
  const buildError = (rule: string) => new BuildError('request', `${name} must ${rule}`)
  const trimmed = text.trim()
  if (!NUMBER_AHEAD.test(trimmed)) throw buildError('be positive')
  if (!DECIMAL.test(trimmed)) throw buildError('be a decimal number')
  const units = floatSatoshis(Number(trimmed))
  if (!(units >= 1) || units >= Number(MAX_INT64)) throw buildError('be positive')
  if (countDecimals(trimmed) > 8) throw buildError('have at most 8 decimals')
  return BigInt(Math.trunc(units))
}

/**
 * Parses an amount as the contract methods do: text that does not start with a number is 0, and negative numbers are
 * allowed.
 * @throws BuildError for a number followed by other text, and for more than eight decimals
 */
export function readCoinAmount(text: string, name: string): bigint {
  const trimmed = text.trim()
  if (!NUMBER_AHEAD.test(trimmed)) return 0n
  if (!DECIMAL.test(trimmed)) throw new BuildError('request', `${name} must be a decimal number`)
  const units = floatSatoshis(Number(trimmed))
  if (!(Math.abs(units) < Number(MAX_INT64))) return units < 0 ? -MAX_INT64 : MAX_INT64
  if (countDecimals(trimmed.replace(/^-/, '')) > 8)
    throw new BuildError('request', `${name} must have at most 8 decimals`)
  return BigInt(Math.trunc(units))
}

/** Counts the decimals after the exponent is applied, without trailing zeros. */
function countDecimals(decimal: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^\+?(\d*)(?:\.(\d*))?(?:e(.*))?$/i.exec(decimal) ?? []
  const digits = withoutZerosAtEnd(`${whole}${fraction}`)
  return Math.max(0, digits.length - whole.length - Number(exponent))
}

/** Parses like `parseCoinAmount`, with one error text for all failures. @throws BuildError */
export function parseCoinsOr(text: string, refusal: string): bigint {
  try {
    return parseCoinAmount(text, 'amount')
  } catch (error) {
    throw error instanceof BuildError ? new BuildError('request', refusal) : error
  }
}

const WHOLE = /^\+?\d{1,19}$/

/** Parses a positive whole number below 2^63, with one error text for all failures. @throws BuildError */
export function parseWholeOr(text: string, refusal: string): bigint {
  const trimmed = text.trim()
  const value = WHOLE.test(trimmed) ? BigInt(trimmed.replace('+', '')) : 0n
  if (value <= 0n || value > MAX_INT64) throw new BuildError('request', refusal)
  return value
}
