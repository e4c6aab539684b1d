import { History } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { Badge } from './Badge.tsx'
import { useNow } from './clock.ts'
import { formatDuration } from './format.ts'

export interface StaleBadgeProps {
  /** Unix milliseconds of the last successful answer; 0 if there was no answer yet. */
  readonly updatedAt: number
  /** True while the data may be outdated: the last call failed, or the node is unreachable. */
  readonly stale: boolean
}

/** Shows "updated 12 s ago" if the data is no longer live. */
export function StaleBadge({ updatedAt, stale }: StaleBadgeProps) {
  const now = useNow()
  if (!stale || updatedAt === 0) return null
  return (
    <Badge tone="warn" icon={<History aria-hidden className="size-3" />}>
      {t('ui:updatedAgo', { duration: formatDuration(now - Math.floor(updatedAt / 1000)) })}
    </Badge>
  )
}
