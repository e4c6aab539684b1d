import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatSeconds, formatShare, timeLeft } from '../components/luck.ts'
import { type Person, useSwitchPerson } from '../components/people/persons.ts'
import { t } from '../i18n/texts.ts'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'

type Claim = MethodResult<'getfaucetclaim'>

/**
 * Returns the running search for a faucet claim, or a found claim until it is sent. The node keeps this state, so it
 * survives a reload.
 */
export function useRunningClaim(): Claim | undefined {
  const { data } = useRpc('getfaucetclaim', {})
  const txid = data?.state === 'found' ? data.txid : undefined
  // If the node knows the transaction, this or another window has already sent it.
  const sent = useRpc('getrawtransaction', { txid: txid ?? '', verbose: 0 }, { enabled: txid !== undefined })
  if (data?.state === 'searching') return data
  return txid !== undefined && sent.isError && !sent.data ? data : undefined
}

/** Running search, or the found claim, in the task tray. */
export function ClaimItem({ claim }: { readonly claim: Claim }) {
  const cancel = useRpcMutation('cancelfaucetclaim')
  if (claim.state === 'found') {
    return (
      <li className="flex items-center gap-2 px-4 py-3">
        <CircleCheck aria-hidden className="size-3.5 text-ok" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{t('tasks:claim.found')}</span>
          <span className="block text-12 text-muted">{t('tasks:claim.notSent')}</span>
        </span>
        <Button asChild size="sm">
          <Link to="/faucet">{t('tasks:claim.review')}</Link>
        </Button>
      </li>
    )
  }
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-2">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin text-accent-text" />
        <Link to="/faucet" className="min-w-0 flex-1 truncate font-medium text-text no-underline hover:underline">
          {t('tasks:claim.searching')}
        </Link>
        <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('tasks:claim.stop')}
        </Button>
      </div>
      <p className="flex justify-between gap-4 text-12 text-muted">
        <span>{timeLeft(claim)}</span>
        <span>{t('tasks:claim.attempts', { count: claim.attempts, time: formatSeconds(claim.elapsed) })}</span>
      </p>
    </li>
  )
}

/** Running search of the other sandbox wallet, which can be stopped only there. */
export function OtherClaimItem({ who }: { readonly who: Person }) {
  const { becoming, become } = useSwitchPerson()
  return (
    <li className="flex items-center gap-2 px-4 py-3">
      <LoaderCircle aria-hidden className="size-3.5 animate-spin text-accent-text" />
      <span className="min-w-0 flex-1">{t(`frame:person.claims.${who}`)}</span>
      <Button size="sm" busy={becoming === who} onClick={() => void become(who)}>
        {t('frame:person.switch', { name: t(`frame:person.${who}`) })}
      </Button>
    </li>
  )
}

/** Notifies on other pages that a search succeeded. Mounted once. */
export function ClaimWatch() {
  const { data } = useRpc('getfaucetclaim', {})
  const router = useRouter()
  const { pathname } = useLocation()
  const seen = useRef<Claim>(undefined)
  useEffect(() => {
    const before = seen.current
    seen.current = data
    if (before?.state !== 'searching' || data?.state !== 'found' || before.id !== data.id) return
    if (pathname === '/faucet') return
    toast({
      tone: 'ok',
      title: t('tasks:claim.found'),
      detail: t('tasks:claim.foundAfter', { count: data.attempts, share: formatShare(1 - data.probability) }),
      action: { label: t('tasks:claim.review'), run: () => void router.navigate({ to: '/faucet' }) },
    })
  }, [data, pathname, router])
  return null
}
