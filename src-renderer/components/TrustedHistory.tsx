import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { cn } from '../ui/cn.ts'
import { formatDay } from '../ui/format.ts'
import { optionNames } from '../ui/optionNames.tsx'

/**
 * Shown if old history of the chain is trusted without verification: says so, up to which date, and which option
 * verifies it. Renders nothing otherwise.
 */
export function TrustedHistory({ className }: { readonly className?: string }) {
  const { data: sync } = useRpc('getsyncstate', {})
  if (!sync?.trusted) return null
  const { height, time } = sync.trusted
  return (
    <p className={cn('text-12 text-muted', className)} title={t('parts:trusted.hint', { height })}>
      {optionNames(t('parts:trusted.words', { date: formatDay(time) }))}
    </p>
  )
}
