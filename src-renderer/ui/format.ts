import {
  type AmountParts,
  type DecimalMark,
  type Decimals,
  figuresIn,
  readTypedAmount,
  readTypedUnits,
  ungroupedAmount,
} from '#shared/figures.ts'
import { systemTimeZone } from '#shared/systemLocale.ts'
import { readAmount } from '#shared/units.ts'
import { shownLanguage, shownLocale, t } from '../i18n/texts.ts'
import { useDisplayStyle } from './displayStyle.ts'

/** Returns the number format of the current language; like `t`, call it while rendering. */
const figures = () => figuresIn(shownLanguage())

/** Returns the decimal mark of the current language; call it while rendering. */
export const decimalMark = (): DecimalMark => figures().mark

/** Groups the digits of a plain decimal integer in threes: "1,234,567". */
export const groupDigits = (value: number | bigint | string): string => figures().whole(value)

/** Returns true if amounts are displayed and typed in whole satoshis; call it while rendering. */
export const inSatoshis = (): boolean => useDisplayStyle.getState().units === 'sat'

/**
 * Returns the unit of the amounts formatted by this module, and of fields for coins.
 * @param name name of the coin
 */
export const coinUnit = (name: string | undefined): string => (inSatoshis() ? 'sat' : (name ?? ''))

/** Returns "GARDEN" or "GARDEN (sat)", for sentences that name the coin and thereby the unit of their amounts. */
export const coinWithUnit = (name: string): string => (inSatoshis() ? `${name} (sat)` : name)

/** Splits satoshis into sign, digits and decimals for display, without rounding. */
export const amountParts = (satoshis: bigint): AmountParts =>
  inSatoshis() ? figures().satoshiParts(satoshis) : figures().parts(satoshis)

/**
 * Formats an amount for sentences: "12.5" with the decimals it needs, or "1,250,000,000" satoshis. Tables use the
 * Amount component.
 */
export function plainAmount(satoshis: bigint): string {
  const { sign, whole, fraction } = amountParts(satoshis)
  return `${sign}${whole}${fraction ? `${decimalMark()}${fraction}` : ''}`
}

/** Formats an amount for a sentence without a unit: "0.0001", or "10,000 sat". */
export const amountAlone = (satoshis: bigint): string => `${plainAmount(satoshis)}${inSatoshis() ? ' sat' : ''}`

/**
 * Formats an amount in coins even if the window's unit is satoshis: next to satoshis, and for parameters of a chain.
 */
export const coinsAmount = (satoshis: bigint): string => figures().amount(satoshis)

/** Returns the number of characters of an amount with all its decimals. */
export function amountLength(satoshis: bigint): number {
  return inSatoshis() ? plainAmount(satoshis).length : figures().coins(satoshis).length
}

/**
 * Converts an amount as the node formats it, "1000.50000000 GARDEN", to the window's unit; returns other texts
 * unchanged.
 */
export function coinsInUnit(text: string): string {
  const [, coins = ''] = inSatoshis() ? (/^(-?\d+\.\d{8}) \S+$/.exec(text) ?? []) : []
  const satoshis = readAmount(coins)
  return satoshis === undefined ? text : `${plainAmount(satoshis)} sat`
}

/** Formats an amount for a field for coins, in the window's unit and with its decimal mark. */
export const fieldAmount = (satoshis: bigint): string =>
  inSatoshis() ? String(satoshis) : ungroupedAmount(satoshis, decimalMark())

/**
 * Converts an amount from a link or the node, given as text in coins, for a field for coins. Returns "" if the text is
 * not an amount.
 */
export function fieldOfCoins(coins: string): string {
  if (!inSatoshis() && decimalMark() === '.') return coins
  const satoshis = readTypedAmount(coins)
  return satoshis === undefined ? '' : fieldAmount(satoshis)
}

/**
 * Parses a typed decimal number in the window's language, in units of 10⁻⁸. Returns `undefined` if the text is not a
 * number.
 */
export const readDecimal = (text: string): bigint | undefined => readTypedAmount(text, decimalMark())

/**
 * Parses the text of a field for coins, in the window's unit, and returns satoshis. Returns undefined if the text is
 * not an amount.
 */
export const readAmountField = (text: string): bigint | undefined =>
  inSatoshis() ? readTypedUnits(text) : readDecimal(text)

/** Formats a rounded number, such as "1.5 million". */
export const formatCompact = (value: bigint): string => figures().compact(value)

/** Formats a number of bytes, such as 1536 as "1.54 kB". */
export const formatBytes = (bytes: number): string => figures().bytes(bytes)

/** Formats a number, such as "1,234.5". If `decimals` is a number, the result has exactly that many decimals. */
export const formatDecimal = (value: number, decimals: number | Decimals): string => figures().decimal(value, decimals)

/** Formats a percentage, such as "12.34 %". */
export const formatPercent = (value: number, decimals = 0): string => figures().percent(value, decimals)

/** Formats a number with a unit, such as "3.8 years". */
export const formatMeasure = (value: number, unit: string, maxDecimals: number): string =>
  figures().measure(value, unit, maxDecimals)

/** Formats difficulties and similar numbers with up to six significant digits, without an exponent for usual sizes. */
export const formatNumber = (value: number): string => figures().significant(value)

/** Formats whole seconds in at most two units: "45 s", "3 min", "2 h 5 min", "4 d 2 h", "15 y". */
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

/**
 * Formats the age of a moment in unix seconds. Block times may be slightly ahead of the clock, which is shown as "now"
 * instead of a negative age.
 */
export function formatAge(time: number, now: number): string {
  const age = now - time
  return age < 2 ? t('ui:justNow') : t('ui:ago', { duration: formatDuration(age) })
}

/** Formats the local date and time with seconds, for tooltips and drawers. */
export const formatTime = localFormat({ dateStyle: 'medium', timeStyle: 'medium' }, [0, 19])

/** Formats the local date. */
export const formatDay = localFormat({ dateStyle: 'medium' }, [0, 10])

/** Formats hours and minutes, for the axis of a chart. */
export const formatClock = localFormat({ hour: '2-digit', minute: '2-digit' }, [11, 16])

/** Formats day and month, for the axis of a chart. */
export const formatShortDay = localFormat({ day: 'numeric', month: 'short' }, [5, 10])

/** Formats a time as `2026-11-22 20:15:00` in the system's time zone. */
function isoTime(time: number): string {
  const date = new Date(time * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/**
 * Returns a date formatter for the current language or ISO. Creating an Intl formatter costs a thousand times more than
 * using it, so it is cached until the language or the time zone changes.
 * @param iso start and end of the corresponding part of the ISO text
 */
function localFormat(options: Intl.DateTimeFormatOptions, iso: readonly [number, number]): (time: number) => string {
  let made: { readonly language: string; readonly offset: number; readonly format: Intl.DateTimeFormat } | undefined
  return (time) => {
    if (useDisplayStyle.getState().dates === 'iso') return isoTime(time).slice(...iso)
    const language = shownLanguage()
    const offset = new Date().getTimezoneOffset()
    if (made?.language !== language || made.offset !== offset) {
      const timeZone = systemTimeZone()
      made = { language, offset, format: new Intl.DateTimeFormat(shownLocale(), { ...options, timeZone }) }
    }
    return made.format.format(time * 1000)
  }
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
