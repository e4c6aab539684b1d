import { History } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { Badge } from './Badge.tsx'
import { useNow } from './clock.ts'
import { formatDuration } from './format.ts'

export interface StaleBadgeProps {
  /** unix milliseconds of the last good answer; 0 = none yet */
  readonly updatedAt: number
  /** true while the figures may be outdated: the last call failed, or the node cannot be reached */
  readonly stale: boolean
}

/** "updated 12 s ago", only where the data is no longer live. */
export function StaleBadge({ updatedAt, stale }: StaleBadgeProps) {
  const now = useNow()
  if (!stale || updatedAt === 0) return null
  return (
    <Badge tone="warn" icon={<History aria-hidden className="size-3" />}>
      {t('ui:updatedAgo', { duration: formatDuration(now - Math.floor(updatedAt / 1000)) })}
    </Badge>
  )
}
