import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

/**
 * Sidebar link to the updates. Shown while a newer version exists, or while the update check is off because of a
 * damaged settings file.
 */
export function UpdateLink({ narrow }: { readonly narrow: boolean }) {
  const { data } = useRpc('getappsettings', {})
  const version = data?.updates.news?.version
  const reset = data?.notice ? t('frame:settingsReset') : undefined
  const label = version === undefined ? reset : t('frame:updateOut', { version })
  if (label === undefined) return null
  const link = (
    <Link
      to="/settings"
      search={{ section: 'about' }}
      aria-label={label}
      className="flex h-8 shrink-0 items-center gap-2.5 overflow-hidden rounded-md px-2.5 font-medium text-accent-text no-underline transition-colors duration-(--quick) hover:bg-hover"
    >
      <Sparkles aria-hidden className="size-4 shrink-0" />
      {narrow ? null : <span className="truncate">{label}</span>}
    </Link>
  )
  return narrow ? (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
