import { COIN, parseAmount } from '#shared/units.ts'

/** Groups the digits of a plain decimal integer in threes: 1234567 → "1,234,567". */
export function groupDigits(value: number | bigint | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

export interface AmountParts {
  /** "−" (a true minus sign) or "" */
  readonly sign: string
  /** grouped whole coins */
  readonly whole: string
  /** decimals up to the last that is not 0 */
  readonly fraction: string
  /** the trailing zeros that fill up to eight decimals */
  readonly zeros: string
}

/** Takes satoshis apart for display; nothing is rounded. */
export function amountParts(satoshis: bigint): AmountParts {
  const size = satoshis < 0n ? -satoshis : satoshis
  const decimals = (size % COIN).toString().padStart(8, '0')
  const fraction = decimals.replace(/0+$/, '')
  return {
    sign: satoshis < 0n ? '−' : '',
    whole: groupDigits(size / COIN),
    fraction,
    zeros: decimals.slice(fraction.length),
  }
}

/** "12.5" with as few decimals as are exact: for sentences. Tables use the Amount component. */
export function plainAmount(satoshis: bigint): string {
  const { sign, whole, fraction } = amountParts(satoshis)
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Digits as they are typed or as this program prints them, with a comma before each three. */
const TYPED = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,8})?$/

/**
 * What a person typed into an amount field, or pasted as this program prints it: plain decimals, the whole part with or without
 * commas; undefined for signs, exponents, blanks inside, a ninth decimal.
 */
export function readTypedAmount(text: string): bigint | undefined {
  const trimmed = text.trim()
  return TYPED.test(trimmed) ? parseAmount(trimmed.replaceAll(',', '').replace(/^0+(?=\d)/, '')) : undefined
}

/** What is wrong with a text that `readTypedAmount` refuses; undefined: nothing. */
export function typedAmountProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (readTypedAmount(trimmed) !== undefined) return undefined
  if (trimmed.startsWith('-')) return 'An amount has no sign.'
  if (/^[\d,]*\.\d{9,}$/.test(trimmed)) return 'At most 8 decimals.'
  if (/^\d+,\d+$/.test(trimmed)) {
    return `With a comma it is not clear: type ${trimmed.replace(',', '.')} or ${trimmed.replace(',', '')}.`
  }
  if (/^[\d,.]*$/.test(trimmed) && /\d/.test(trimmed))
    return 'Not a number: commas go before each three digits, one point before the decimals.'
  if (/\d\s+\d/.test(trimmed)) return 'There is a blank inside the number.'
  if (/^[\d.,]+\s*[A-Za-z]+$/.test(trimmed)) return 'Only the number: the coin is written beside the field.'
  return 'Coins with up to 8 decimals, such as 2.5.'
}

/** 1536 → "1.5 kB" (powers of 1000, as block and message sizes are usually quoted). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toFixed(value < 10 ? 2 : 1).replace(/\.?0+$/, '')} ${units[unit]}`
}

/** Whole seconds in at most two units: "45 s", "3 min", "2 h 5 min", "4 d 2 h", "15 y". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  if (days >= 730) return `${Math.floor(days / 365.25)} y`
  if (days > 0) return hours > 0 && days < 10 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes > 0) return `${minutes} min`
  return `${total} s`
}

/** Age of a moment in unix seconds. Block times may lie a little ahead of the clock: that is "now", not a negative age. */
export function formatAge(time: number, now: number): string {
  const age = now - time
  return age < 2 ? 'just now' : `${formatDuration(age)} ago`
}

/** Local date and time to the second, for tooltips and drawers. */
export const formatTime = localFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Local date. */
export const formatDay = localFormat({ dateStyle: 'medium' })

/** Difficulty and the like: up to six significant digits, never an exponent for everyday sizes. */
export function formatNumber(value: number): string {
  sixDigits ??= new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })
  return sixDigits.format(value)
}

let sixDigits: Intl.NumberFormat | undefined

/** Making a formatter costs a thousand times what using it does; it is made again when the time zone changes. */
function localFormat(options: Intl.DateTimeFormatOptions): (time: number) => string {
  let made: { readonly offset: number; readonly format: Intl.DateTimeFormat } | undefined
  return (time) => {
    const offset = new Date().getTimezoneOffset()
    if (made?.offset !== offset) made = { offset, format: new Intl.DateTimeFormat(undefined, options) }
    return made.format.format(time * 1000)
  }
}

/** "1 block", "2 blocks". */
export function plural(count: number | bigint, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${BigInt(count) === 1n ? one : many}`
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
