import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toasts.ts'
import { emptySendDraft } from '../send/draft.ts'
import { useSendDraft } from '../send/draftStore.ts'
import { SweepTokens } from './SweepTokens.tsx'
import type { WalletStatus } from './safety.ts'
import { coinsOf, isLoose, MOST_SWEPT, sweepable } from './sweep.ts'
import { useTokenSweep } from './tokenSweepRun.ts'

/** Coins and tokens on keys that the phrase does not bring back, and the way to bring them under it. Nothing without any. */
export function SweepCard({ status, coin }: { readonly status: WalletStatus; readonly coin: string }) {
  const { client } = useNode()
  const navigate = useNavigate()
  const { change } = useSendDraft()
  const keys = useRpc('listtokenkeys', {}, { enabled: status.phrase })
  const [account] = status.accounts
  const found = sweepable(keys.data ?? [])
  const { state, forget } = useTokenSweep()
  const arrived = state === 'sent' && keys.data !== undefined && found.tokens === 0
  useEffect(() => {
    if (arrived) forget()
  }, [arrived, forget])
  if (!account || (found.coins === 0n && found.tokens === 0)) return null
  const loose = (keys.data ?? []).filter(isLoose)

  /** Fills the form of a payment with just these coins: it is reviewed and sent as every payment is. */
  const sweep = async () => {
    try {
      const page = await client.call('listwalletcoins', { options: { limit: 1000, sort: 'amount', descending: true } })
      const coins = coinsOf(page.rows, found.addresses)
      change({
        ...emptySendDraft,
        ...{ recipients: [{ address: account.address, amount: '' }], everything: true, choosing: true, coins },
        comment: t('wallet:sweep.note'),
      })
      await navigate({ to: '/wallet', search: { tab: 'send' } })
    } catch (error) {
      toast({ tone: 'bad', title: t('wallet:sweep.failed'), detail: describeError(error).title })
    }
  }
  return (
    <Card
      title={t('wallet:sweep.title')}
      source={
        <CallSource
          calls={[shownCall('listtokenkeys', {}), shownCall('listwalletcoins', {}), shownCall('preparetokensweep', {})]}
        />
      }
    >
      <p className="text-muted">
        {found.coins > 0n
          ? `${t('wallet:sweep.coins', { count: found.addresses.size, amount: plainAmount(found.coins), coin })} ${t('wallet:sweep.most', { most: MOST_SWEPT })}`
          : ''}{' '}
        {found.tokens > 0 ? t('wallet:sweep.tokens', { count: found.tokens }) : ''}
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-2">
        {found.coins > 0n ? <Button onClick={() => void sweep()}>{t('wallet:sweep.action')}</Button> : null}
        {found.tokens > 0 ? <SweepTokens coin={coin} destination={account} loose={loose} /> : null}
      </div>
    </Card>
  )
}
