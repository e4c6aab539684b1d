import { KeyRound, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { outOfSight, ownedBy } from '../../components/tokenKey/tokenKeyWords.ts'
import { useTokenKey } from '../../components/tokenKey/useTokenKey.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'

/** Runs a change of the token key. `busy` is true until the change completes, so that a second click waits. */
function useChange() {
  const change = useTokenKey()
  const [busy, setBusy] = useState(false)
  const run = async (pubkey?: string) => {
    setBusy(true)
    await change(pubkey)
    setBusy(false)
  }
  return { busy, run }
}

/**
 * Offers a fresh key if the address is already known to the chain, and explains the consequences.
 * @param second true if another action is offered first
 */
export function FreshKeyOffer({ second }: { readonly second: boolean }) {
  const keys = useRpc('listtokenkeys', {})
  const { busy, run } = useChange()
  const hidden = outOfSight(keys.data?.find(({ identity }) => identity))
  return (
    <section aria-label={t('faucet:fresh.title')} className="flex flex-col gap-3 rounded-md border bg-surface p-3">
      <div>
        <h3 className="font-medium text-14">{t('faucet:fresh.title')}</h3>
        <p className="text-muted">{t('faucet:fresh.hint')}</p>
        {hidden === undefined ? null : <p className="wrap-anywhere mt-1 text-muted">{hidden}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={second ? 'secondary' : 'primary'}
          busy={busy}
          disabled={keys.data === undefined}
          icon={<KeyRound aria-hidden className="size-4" />}
          onClick={() => void run()}
        >
          {t('faucet:fresh.action')}
        </Button>
      </div>
    </section>
  )
}

/** Offers to return to the previous key, which owns tokens that no page shows. Also shown after a restart. */
export function PreviousKeyNote({ coin }: { readonly coin: string }) {
  const status = useRpc('getwalletstatus', {})
  const keys = useRpc('listtokenkeys', {})
  const { busy, run } = useChange()
  const previous = status.data?.previousidentity
  const key = keys.data?.find(({ pubkey, identity }) => pubkey === previous && !identity)
  if (!key || key.tokencount === 0) return null
  return (
    <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3 text-12 text-muted">
      <span className="min-w-60 flex-1">
        {t('faucet:fresh.previous', { owned: ownedBy({ ...key, coins: 0n }, coin) })}
      </span>
      <Button
        size="sm"
        busy={busy}
        icon={<Undo2 aria-hidden className="size-3.5" />}
        onClick={() => void run(key.pubkey)}
      >
        {t('faucet:fresh.back')}
      </Button>
    </p>
  )
}
