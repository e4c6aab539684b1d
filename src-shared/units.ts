/**
 * Types of units that must not be mixed. A flavoured type accepts a plain value of its base type, but no value of
 * another flavour: a block height is not an amount, a transaction id is not a block hash.
 */
declare const unit: unique symbol

type Flavoured<Base, Name extends string> = Base & { readonly [unit]?: Name }

/** 1 coin = 10^8 satoshis */
export type Satoshis = Flavoured<bigint, 'amount'>
export type Height = Flavoured<number, 'height'>
/** seconds since the Unix epoch */
export type UnixSeconds = Flavoured<number, 'unix seconds'>
/** 64 hex digits, display order */
export type BlockHash = Flavoured<string, 'block hash'>
/** 64 hex digits, display order */
export type TxId = Flavoured<string, 'transaction id'>
/** 66 (or 130) hex digits */
export type PubKeyHex = Flavoured<string, 'public key'>
/** base58check */
export type Address = Flavoured<string, 'address'>

export const COIN = 100_000_000n
const DECIMALS = 8
/** Maximum of every mantissa and result of the fixed-point parser (rpc.md §1, "Amounts"). */
const MAX_FIXED_POINT = 10n ** 18n - 1n

/** Formats satoshis as coins with exactly 8 decimals, as the text of a JSON number: `-1n` → `-0.00000001`. */
export function formatAmount(satoshis: bigint): string {
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(DECIMALS + 1, '0')
  const point = digits.length - DECIMALS
  return `${satoshis < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

const EIGHT_DECIMALS = /^(-?)([0-9]{1,30})\.([0-9]{8})$/

/**
 * Reads the output of formatAmount. Amounts in results may be larger than those that calls accept. Returns undefined
 * for any other format.
 */
export function readAmount(text: string): Satoshis | undefined {
  const match = EIGHT_DECIMALS.exec(text)
  if (match === null) return undefined
  const satoshis = BigInt(`${match[2]}${match[3]}`)
  return match[1] === '-' ? -satoshis : satoshis
}

/** Character code of `0`. */
const ZERO = 0x30
/**
 * Digits of the maximum mantissa. More digits are rejected before conversion, which would take seconds for millions of
 * digits.
 */
const MAX_DIGITS = 18

const FIXED_POINT = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/** Returns the digits without trailing zeros. A regular expression would take quadratic time on long runs of zeros. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end--
  return digits.slice(0, end)
}

/**
 * Converts coins, as the text of a JSON number or string, to satoshis. Exponents are accepted. Spaces, a plus sign,
 * leading zeros and a ninth significant decimal are not. Returns undefined if the text is not an amount. The caller
 * checks the range (`0 … MAX_MONEY`).
 */
export function parseAmount(text: string): Satoshis | undefined {
  const match = FIXED_POINT.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '0', fraction = '', exponentText = '0'] = match
  // Trailing zeros belong to the exponent, so that "0.100000000" is accepted and "0.000000001" is not. A single "0"
  // before the point does not count as a digit.
  const digits = (whole === '0' ? '' : whole) + fraction
  const significant = withoutZerosAtEnd(digits)
  if (exponentText.length > 20 || significant.replace(/^0+/, '').length > MAX_DIGITS) return undefined
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length) + DECIMALS
  if (exponent < 0 || exponent >= 18) return undefined
  const satoshis = BigInt(significant) * 10n ** BigInt(exponent)
  if (satoshis > MAX_FIXED_POINT) return undefined
  return sign === '-' ? -satoshis : satoshis
}
