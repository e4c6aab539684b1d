import { t } from '../../i18n/texts.ts'
import { formatTime } from '../../ui/format.ts'

/** End of a ban: a number of seconds from now, or a time in unix seconds. */
export type BanTime = { readonly seconds: number } | { readonly until: number }

export interface BanSpan {
  readonly id: 'hour' | 'day' | 'week' | 'year'
  readonly seconds: number
}

const HOUR = 3600

/** The fixed choices. Any other end is entered as a date. */
export const banSpans: readonly BanSpan[] = [
  { id: 'hour', seconds: HOUR },
  { id: 'day', seconds: 24 * HOUR },
  { id: 'week', seconds: 7 * 24 * HOUR },
  { id: 'year', seconds: 365 * 24 * HOUR },
]

/** Formats a notification: "Banned 203.0.113.9 for 1 day", "Banned 2 addresses until 3 Mar 2027, 10:00:00". */
export function formatBanned(what: string, time: BanTime): string {
  if ('until' in time) return t('network:told.bannedUntil', { what, time: formatTime(time.until) })
  const span = banSpans.find(({ seconds }) => seconds === time.seconds)
  const duration = span ? t(`network:span.${span.id}`) : t('network:span.seconds', { count: time.seconds })
  return t('network:told.bannedFor', { what, duration })
}

/**
 * Converts the value of a local date and time field to unix seconds. Returns undefined while the field is incomplete.
 */
export function readLocalTime(text: string): number | undefined {
  const millis = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isFinite(millis) ? Math.floor(millis / 1000) : undefined
}

/** Converts unix seconds to the value of a local date and time field, to the minute. */
export function localTimeText(time: number): string {
  const date = new Date(time * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
