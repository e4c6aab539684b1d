import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { everybodyIn } from './everybodyBanned.ts'

/** Stays while bans keep every peer away: the notification of the ban is long gone by then. */
export function BannedNetworkNotice() {
  const bans = useRpc('listbans', {})
  const sync = useRpc('getsyncstate', {})
  const all = everybodyIn(bans.data ?? [])
  const alone = sync.data?.evidence.peers === 0 && (bans.data?.length ?? 0) > 0
  if (all === undefined && !(alone && sync.data?.enabled)) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-warn/35 bg-warn-soft p-3">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-warn">
          {all === undefined ? t('parts:banned.alone') : t('parts:banned.all', { range: all })}
        </p>
        <p>
          {all === undefined ? t('parts:banned.aloneHint') : t('parts:banned.allHint')}{' '}
          <Link to="/bans" className="underline underline-offset-4">
            {t('parts:banned.show')}
          </Link>
        </p>
      </div>
    </div>
  )
}
