/**
 * Units that look alike but must not be mixed. A flavoured type accepts a plain value of its base type, but no value of
 * another flavour: a block height is not an amount, a transaction id is not a block hash.
 */
declare const unit: unique symbol

type Flavoured<Base, Name extends string> = Base & { readonly [unit]?: Name }

/** satoshis: 1 coin = 10^8 */
export type Satoshis = Flavoured<bigint, 'amount'>
export type Height = Flavoured<number, 'height'>
/** seconds since 1970 */
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
/** Every mantissa and every result of the fixed-point parser must stay at or below this (rpc.md §1, "Amounts"). */
const LARGEST_FIXED_POINT = 10n ** 18n - 1n

/** Satoshis as coins with exactly 8 decimals: `-1n` → `-0.00000001`. This is a JSON number's text. */
export function formatAmount(satoshis: bigint): string {
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(DECIMALS + 1, '0')
  const point = digits.length - DECIMALS
  return `${satoshis < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

const EIGHT_DECIMALS = /^(-?)([0-9]{1,30})\.([0-9]{8})$/

/**
 * What formatAmount wrote: amounts in results, which may be larger than any that a call takes. Undefined: written
 * otherwise.
 */
export function readAmount(text: string): Satoshis | undefined {
  const match = EIGHT_DECIMALS.exec(text)
  if (match === null) return undefined
  const satoshis = BigInt(`${match[2]}${match[3]}`)
  return match[1] === '-' ? -satoshis : satoshis
}

/** `0` as a character code. */
const ZERO = 0x30
/** Of the largest mantissa. More are not made a number first: for millions of digits that takes seconds. */
const MOST_DIGITS = 18

const FIXED_POINT = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/** Without the zeros at its end. A pattern would begin at every zero of a long row anew, for as long as the caller likes. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end--
  return digits.slice(0, end)
}

/**
 * Coins, as the text of a JSON number or string, to satoshis. Exponents are fine, blanks, a plus sign, leading zeros and
 * a ninth significant decimal are not. Undefined: not an amount. The caller checks the range (`0 … MAX_MONEY`).
 */
export function parseAmount(text: string): Satoshis | undefined {
  const match = FIXED_POINT.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '0', fraction = '', exponentText = '0'] = match
  // Trailing zeros belong to the exponent, so that "0.100000000" is fine and "0.000000001" is not. A lone "0" before
  // the point carries no digits at all.
  const digits = (whole === '0' ? '' : whole) + fraction
  const significant = withoutZerosAtEnd(digits)
  if (exponentText.length > 20 || significant.replace(/^0+/, '').length > MOST_DIGITS) return undefined
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length) + DECIMALS
  if (exponent < 0 || exponent >= 18) return undefined
  const satoshis = BigInt(significant) * 10n ** BigInt(exponent)
  if (satoshis > LARGEST_FIXED_POINT) return undefined
  return sign === '-' ? -satoshis : satoshis
}
