/** Formats call arguments for prompts. */
import { NumberLiteral } from '#shared/json.ts'
import type { AppText } from '../../texts/index.ts'
import type { PageCall } from '../pageCall.ts'
import { quoted } from '../text.ts'

/** Maximum number of characters of a text chosen by the page. */
export const MAX_ARGUMENT_LENGTH = 400

export const textArg = ({ args }: PageCall, name: string): string => {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}

export const shownArg = (call: PageCall, name: string, t: AppText, max = MAX_ARGUMENT_LENGTH): string =>
  quoted(t, textArg(call, name), max)

/** Formats numbers and booleans; other values are not shown. */
export function plainArg({ args }: PageCall, name: string, t: AppText): string {
  const value = args[name]
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value instanceof NumberLiteral ? value.text : t('value.notGiven')
}

/** Formats a number with digit grouping. */
export const numberArg = (call: PageCall, name: string, t: AppText): string =>
  t.figures().regroup(plainArg(call, name, t))

/** Formats unix seconds as ISO time without milliseconds; a time outside the calendar as the number. */
export function timeText(seconds: bigint | number): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime())
    ? `${seconds} s`
    : date
        .toISOString()
        .replace(/\.\d+Z$/, ' UTC')
        .replace('T', ' ')
}

const UNITS = [
  ['day', 86_400n],
  ['hour', 3_600n],
  ['minute', 60n],
  ['second', 1n],
] as const

/** Returns the end of a ban by `setban` as a duration or a UTC time; undefined if the node chooses the duration. */
export function shownBanEnd(
  { args }: PageCall,
  t: AppText,
): { readonly time: string; readonly absolute: boolean } | undefined {
  const bantime = (args['bantime'] as bigint | undefined) ?? 0n
  if (bantime <= 0n) return undefined
  const absolute = args['absolute'] === true
  return { time: absolute ? timeText(bantime) : durationText(bantime, t), absolute }
}

/** Formats seconds in the largest unit with a count of at least two. */
export function durationText(seconds: bigint, t: AppText): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= 2n * each) ?? (['second', 1n] as const)
  const count = (seconds + size - 1n) / size
  return t(`time.${unit}`, { count })
}
