import { formatTime } from '../../ui/format.ts'

/** How long a ban lasts: so many seconds from now, or until a moment. */
export type BanTime = { readonly seconds: number } | { readonly until: number }

export interface BanSpan {
  readonly id: string
  readonly words: string
  readonly seconds: number
}

const HOUR = 3600

/** The fixed choices; any other end is a date. */
export const banSpans: readonly BanSpan[] = [
  { id: 'hour', words: '1 hour', seconds: HOUR },
  { id: 'day', words: '1 day', seconds: 24 * HOUR },
  { id: 'week', words: '1 week', seconds: 7 * 24 * HOUR },
  { id: 'year', words: '1 year', seconds: 365 * 24 * HOUR },
]

/** "for 1 day", "until 3 Mar 2027, 10:00:00" */
export function banTimeWords(time: BanTime): string {
  if ('until' in time) return `until ${formatTime(time.until)}`
  const span = banSpans.find(({ seconds }) => seconds === time.seconds)
  return `for ${span?.words ?? `${time.seconds} seconds`}`
}

/** Value of a local date and time field → unix seconds; undefined while it is not filled in. */
export function readLocalTime(text: string): number | undefined {
  const millis = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isFinite(millis) ? Math.floor(millis / 1000) : undefined
}

/** unix seconds → value of a local date and time field, to the minute */
export function localTimeText(time: number): string {
  const date = new Date(time * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
