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

/** How the language that is shown writes figures; like `t` to be asked while rendering. */
const figures = () => figuresIn(shownLanguage())

/** The sign between whole coins and decimals; to be asked while rendering. */
export const decimalMark = (): DecimalMark => figures().mark

/** Groups the digits of a plain decimal integer in threes: "1,234,567". */
export const groupDigits = (value: number | bigint | string): string => figures().whole(value)

/** Whether amounts of coins are written, and typed, as whole satoshis; to be asked while rendering. */
export const inSatoshis = (): boolean => useDisplayStyle.getState().units === 'sat'

/** The unit of every amount that is written below, and that a field for coins takes. @param name of the coin */
export const coinUnit = (name: string | undefined): string => (inSatoshis() ? 'sat' : (name ?? ''))

/** For sentences that name the coin itself, and by it the unit of figures beside it: "GARDEN", or "GARDEN (sat)". */
export const coinWithUnit = (name: string): string => (inSatoshis() ? `${name} (sat)` : name)

/** Takes satoshis apart for display; nothing is rounded. */
export const amountParts = (satoshis: bigint): AmountParts =>
  inSatoshis() ? figures().satoshiParts(satoshis) : figures().parts(satoshis)

/** "12.5" with as few decimals as are exact, or "1,250,000,000": for sentences. Tables use the Amount component. */
export function plainAmount(satoshis: bigint): string {
  const { sign, whole, fraction } = amountParts(satoshis)
  return `${sign}${whole}${fraction ? `${decimalMark()}${fraction}` : ''}`
}

/** The same for a sentence that names no unit: "0.0001", or "10,000 sat". */
export const amountAlone = (satoshis: bigint): string => `${plainAmount(satoshis)}${inSatoshis() ? ' sat' : ''}`

/** The same in coins, whatever the unit of the window is: beside satoshis, and for terms of a chain. */
export const coinsAmount = (satoshis: bigint): string => figures().amount(satoshis)

/** Characters of an amount with all its decimals. */
export function amountLength(satoshis: bigint): number {
  return inSatoshis() ? plainAmount(satoshis).length : figures().coins(satoshis).length
}

/** "1000.50000000 GARDEN", as the node writes amounts of its coin, in the unit of the window. */
export function coinsInUnit(text: string): string {
  const [, coins = ''] = inSatoshis() ? (/^(-?\d+\.\d{8}) \S+$/.exec(text) ?? []) : []
  const satoshis = readAmount(coins)
  return satoshis === undefined ? text : `${plainAmount(satoshis)} sat`
}

/** Writes an amount for a field for coins, in the unit and with the decimal mark of the window. */
export const fieldAmount = (satoshis: bigint): string =>
  inSatoshis() ? String(satoshis) : ungroupedAmount(satoshis, decimalMark())

/** Writes an amount that a link or the node gives as text for a field for coins; "" if it is no amount. */
export function fieldOfCoins(coins: string): string {
  if (!inSatoshis() && decimalMark() === '.') return coins
  const satoshis = readTypedAmount(coins)
  return satoshis === undefined ? '' : fieldAmount(satoshis)
}

/** Reads a typed decimal number in the language of the window, in hundred-millionths; returns `undefined` if it is no number. */
export const readDecimal = (text: string): bigint | undefined => readTypedAmount(text, decimalMark())

/** Satoshis that a text in a field for coins means, in the unit of the window; undefined: none. */
export const readAmountField = (text: string): bigint | undefined =>
  inSatoshis() ? readTypedUnits(text) : readDecimal(text)

/** "1.5 million", rounded. */
export const formatCompact = (value: bigint): string => figures().compact(value)

/** 1536 → "1.54 kB" */
export const formatBytes = (bytes: number): string => figures().bytes(bytes)

/** "1,234.5"; a number of decimals: exactly as many. */
export const formatDecimal = (value: number, decimals: number | Decimals): string => figures().decimal(value, decimals)

/** "12.34 %" */
export const formatPercent = (value: number, decimals = 0): string => figures().percent(value, decimals)

/** "3.8 years" */
export const formatMeasure = (value: number, unit: string, most: number): string => figures().measure(value, unit, most)

/** Difficulty and the like: up to six significant digits, never an exponent for everyday sizes. */
export const formatNumber = (value: number): string => figures().significant(value)

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

/** `2026-11-22 20:15:00` in the time zone of the system. */
function isoTime(time: number): string {
  const date = new Date(time * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/**
 * Making a formatter costs a thousand times what using it does; it is made again when the language or the time zone changes.
 * @param iso first character, and the one behind the last, of the ISO form that stands for the same
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

/** "1 block", "2 blocks". */
export function plural(count: number | bigint, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${BigInt(count) === 1n ? one : many}`
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
