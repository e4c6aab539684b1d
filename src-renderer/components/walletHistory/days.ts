import { t } from '../../i18n/texts.ts'
import { formatDay } from '../../ui/format.ts'

/** Rows of one day, in the order of the input. */
export interface Day<Row> {
  readonly label: string
  readonly rows: readonly Row[]
}

const MILLISECONDS = 1000
const DAY_MS = 86_400_000

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()

/** Groups rows, sorted by time, by calendar day in the local time zone. `now` is in unix seconds. */
export function byDays<Row extends { readonly time: number }>(rows: readonly Row[], now: number): readonly Day<Row>[] {
  const today = startOfDay(new Date(now * MILLISECONDS))
  const formatDayLabel = (day: number, time: number) => {
    if (day === today) return t('parts:day.today')
    // A day can have 23 or 25 hours.
    return Math.round((today - day) / DAY_MS) === 1 ? t('parts:day.yesterday') : formatDay(time)
  }
  const days: { readonly day: number; readonly label: string; readonly rows: Row[] }[] = []
  for (const row of rows) {
    const day = startOfDay(new Date(row.time * MILLISECONDS))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, label: formatDayLabel(day, row.time), rows: [row] })
  }
  return days
}
