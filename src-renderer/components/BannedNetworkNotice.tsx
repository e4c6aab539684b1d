import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { bansOfAll } from './everybodyBanned.ts'
import { usePerson } from './people/persons.ts'

/** Stays while bans keep every peer away: the notification of the ban is long gone by then. */
export function BannedNetworkNotice() {
  const bans = useRpc('listbans', {})
  const sync = useRpc('getsyncstate', {})
  const { person } = usePerson()
  const all = bansOfAll(bans.data ?? [], sync.data, person !== undefined)
  if (all === undefined) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-warn/35 bg-warn-soft p-3">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-warn">
          {all === 'alone' ? t('parts:banned.alone') : t('parts:banned.all', all)}
        </p>
        <p>
          {all === 'alone' ? t('parts:banned.aloneHint') : t('parts:banned.allHint')}{' '}
          <Link to="/bans" className="underline underline-offset-4">
            {t('parts:banned.show')}
          </Link>
        </p>
      </div>
    </div>
  )
}
