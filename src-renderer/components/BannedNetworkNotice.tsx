import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { findOtherWallet, useChains } from '../node/chains.ts'
import { useRpc } from '../node/queries.ts'
import { type BansOfAll, bansOfAll } from './allPeersBanned.ts'
import { type Person, usePerson } from './people/persons.ts'

/** Shown while bans exclude every peer, when the notification of the ban has already disappeared. */
export function BannedNetworkNotice() {
  const bans = useRpc('listbans', {})
  const sync = useRpc('getsyncstate', {})
  const { person } = usePerson()
  const { data: list } = useChains()
  const paired = findOtherWallet(list) === undefined ? 'alone' : 'paired'
  const all = bansOfAll(bans.data ?? [], sync.data, person && paired)
  if (all === undefined) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-warn/35 bg-warn-soft p-3">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-warn">{title(all, person)}</p>
        <p>
          {hint(all)}{' '}
          <Link to="/bans" className="underline underline-offset-4">
            {t('parts:banned.show')}
          </Link>
        </p>
      </div>
    </div>
  )
}

type Cause = NonNullable<BansOfAll>

function title(cause: Cause, person: Person | undefined): string {
  if (cause === 'alone') return t('parts:banned.alone')
  if ('range' in cause) return t('parts:banned.all', cause)
  return t(person === 'me' ? 'parts:banned.friend' : 'parts:banned.me', { range: cause.cutOff })
}

function hint(cause: Cause): string {
  if (cause === 'alone') return t('parts:banned.aloneHint')
  return t('range' in cause ? 'parts:banned.allHint' : 'parts:banned.cutOffHint')
}
