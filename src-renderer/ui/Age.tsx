import { t } from '../i18n/texts.ts'
import { useNow } from './clock.ts'
import { formatAge, formatDuration, formatTime } from './format.ts'

export interface AgeProps {
  /** unix seconds */
  readonly time: number
  readonly className?: string | undefined
}

/** "3 min ago", kept current; the exact time is in the title. */
export function Age({ time, className }: AgeProps) {
  const now = useNow()
  return (
    <time dateTime={new Date(time * 1000).toISOString()} title={formatTime(time)} className={className}>
      {formatAge(time, now)}
    </time>
  )
}

/** Time left until a moment in unix seconds. */
export function Countdown({ time, className }: AgeProps) {
  const now = useNow()
  return (
    <time dateTime={new Date(time * 1000).toISOString()} title={formatTime(time)} className={className}>
      {time <= now ? t('ui:momentReached') : t('ui:in', { duration: formatDuration(time - now) })}
    </time>
  )
}
