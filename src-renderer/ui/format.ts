import { COIN, parseAmount } from '#shared/units.ts'
import { shownLanguage, shownLocale, t } from '../i18n/texts.ts'
import { useDisplayStyle } from './displayStyle.ts'

/**
 * Groups the digits of a plain decimal integer in threes: 1234567 → "1,234,567". The same in every language, because
 * amounts are copied into amount fields; `formatCount` is for what is only read.
 */
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

/** Characters of an amount with all its decimals. */
export function amountLength(satoshis: bigint): number {
  const { sign, whole } = amountParts(satoshis)
  return sign.length + whole.length + 9
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
  return `${decimals(value < 10 ? 2 : 1).format(value)} ${units[unit]}`
}

/** A number with one decimal: "5.6". */
export function formatTenths(value: number): string {
  return tenths().format(value)
}

/** Whole seconds in at most two units: "45 s", "3 min", "2 h 5 min", "4 d 2 h", "15 y". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  if (days >= 730) return t('ui:years', { value: Math.floor(days / 365.25) })
  if (days > 0) return pair(t('ui:days', { value: days }), days < 10 && hours > 0 && t('ui:hours', { value: hours }))
  if (hours > 0) return pair(t('ui:hours', { value: hours }), minutes > 0 && t('ui:minutes', { value: minutes }))
  if (minutes > 0) return t('ui:minutes', { value: minutes })
  return t('ui:seconds', { value: total })
}

const pair = (first: string, second: string | false): string => (second ? `${first} ${second}` : first)

/** Age of a moment in unix seconds. Block times may lie a little ahead of the clock: that is "now", not a negative age. */
export function formatAge(time: number, now: number): string {
  const age = now - time
  return age < 2 ? t('ui:justNow') : t('ui:ago', { duration: formatDuration(age) })
}

/** Local date and time to the second, for tooltips and drawers. */
export const formatTime = localFormat({ dateStyle: 'medium', timeStyle: 'medium' }, [0, 19])

/** Local date. */
export const formatDay = localFormat({ dateStyle: 'medium' }, [0, 10])

/** Hours and minutes, for the axis of a chart. */
export const formatClock = localFormat({ hour: '2-digit', minute: '2-digit' }, [11, 16])

/** Day and month, for the axis of a chart. */
export const formatShortDay = localFormat({ day: 'numeric', month: 'short' }, [5, 10])

/** A whole number that is only read, never typed: a height, a count. Grouped as the language does it. */
export function formatCount(value: number | bigint): string {
  return whole().format(value)
}

/** Difficulty and the like: up to six significant digits, never an exponent for everyday sizes. */
export function formatNumber(value: number): string {
  return sixDigits().format(value)
}

const whole = numberFormat({ maximumFractionDigits: 0 })
const sixDigits = numberFormat({ maximumSignificantDigits: 6 })
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
const oneDecimal = numberFormat({ maximumFractionDigits: 1, useGrouping: false })
const twoDecimals = numberFormat({ maximumFractionDigits: 2, useGrouping: false })
const decimals = (places: 1 | 2) => (places === 1 ? oneDecimal() : twoDecimals())

/** Making a formatter costs a thousand times what using it does; it is made again when the language changes. */
function numberFormat(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  let made: { readonly language: string; readonly format: Intl.NumberFormat } | undefined
  return () => {
    const language = shownLanguage()
    if (made?.language !== language) made = { language, format: new Intl.NumberFormat(language, options) }
    return made.format
  }
}

/** `2026-11-22 20:15:00` in the time zone of the system. */
function isoTime(time: number): string {
  const date = new Date(time * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/**
 * As above; it is made again when the time zone changes, too.
 * @param iso first character, and the one behind the last, of the ISO form that stands for the same
 */
function localFormat(options: Intl.DateTimeFormatOptions, iso: readonly [number, number]): (time: number) => string {
  let made: { readonly language: string; readonly offset: number; readonly format: Intl.DateTimeFormat } | undefined
  return (time) => {
    if (useDisplayStyle.getState().dates === 'iso') return isoTime(time).slice(...iso)
    const language = shownLanguage()
    const offset = new Date().getTimezoneOffset()
    if (made?.language !== language || made.offset !== offset) {
      made = { language, offset, format: new Intl.DateTimeFormat(shownLocale(), options) }
    }
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
