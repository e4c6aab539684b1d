import { t } from '../i18n/texts.ts'
import { useNow } from './clock.ts'
import { formatAge, formatDuration, formatTime } from './format.ts'

export interface AgeProps {
  /** Unix seconds. */
  readonly time: number
  readonly className?: string | undefined
}

/** Shows a time as "3 min ago", kept current, with the exact time in the title. */
export function Age({ time, className }: AgeProps) {
  const now = useNow()
  return (
    <time dateTime={new Date(time * 1000).toISOString()} title={formatTime(time)} className={className}>
      {formatAge(time, now)}
    </time>
  )
}

/** Shows the time left until a moment in unix seconds. */
export function Countdown({ time, className }: AgeProps) {
  const now = useNow()
  return (
    <time dateTime={new Date(time * 1000).toISOString()} title={formatTime(time)} className={className}>
      {time <= now ? t('ui:momentReached') : t('ui:in', { duration: formatDuration(time - now) })}
    </time>
  )
}
