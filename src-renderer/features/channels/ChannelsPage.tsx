import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowRightLeft, Plus } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { needsKey } from '../../components/describeError.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { UnconfirmedActs, useUnconfirmedActs } from '../../components/walletHistory/UnconfirmedActs.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { ChannelItem } from './ChannelItem.tsx'
import { nextStep } from './orders.ts'

const OpenChannelDialog = onDemand(() => import('./OpenChannelDialog.tsx').then((module) => module.OpenChannelDialog))

/** Lists the payment channels of this node's key, as payer and as receiver. */
export function ChannelsPage() {
  const { act } = useSearch({ from: '/channels' })
  const navigate = useNavigate({ from: '/channels' })
  const connection = useConnection()
  const coin = useCoinUnit()
  const channels = useRpc('getchannels', {})
  const open = () => void navigate({ search: { act: 'open' } })
  return (
    <PageLayout
      title={t('frame:page.channels')}
      beside={
        <StaleBadge updatedAt={channels.dataUpdatedAt} stale={channels.isRefetchError || connection.state !== 'live'} />
      }
      actions={
        <Button
          // If a channel has a next step, that step is the primary action.
          variant={channels.data?.channels.some((channel) => nextStep(channel)) ? 'secondary' : 'primary'}
          disabled={!channels.data}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={open}
        >
          {t('channels:open.title')}
        </Button>
      }
    >
      <Panel name={t('channels:panel')}>
        <ChannelList channels={channels} coin={coin} />
      </Panel>
      {act === 'open' ? <OpenChannelDialog coin={coin} onClose={() => void navigate({ search: {} })} /> : null}
    </PageLayout>
  )
}

interface ChannelListProps {
  readonly channels: ReturnType<typeof useRpc<'getchannels'>>
  readonly coin: string
}

function ChannelList({ channels, coin }: ChannelListProps) {
  const { data, error } = channels
  if (data && data.channels.length > 0) {
    const first = data.channels.find((channel) => nextStep(channel) !== undefined)
    return (
      <div className="flex flex-col gap-4">
        <p className="max-w-180 text-muted">{t('channels:explanation')}</p>
        <Card title={t('channels:list')} source={<CallSource calls={[shownCall('getchannels', {})]} />}>
          <ul aria-label={t('channels:list')}>
            {data.channels.map((channel) => (
              <ChannelItem key={channel.opentxid} channel={channel} coin={coin} primary={channel === first} />
            ))}
          </ul>
        </Card>
      </div>
    )
  }
  return (
    <Card>
      {data ? (
        <NoChannels />
      ) : error ? (
        <Unavailable error={error} onRetry={() => void channels.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  )
}

function NoChannels() {
  const unconfirmed = useUnconfirmedActs(['channel-open'])
  if (unconfirmed.length > 0) return <UnconfirmedActs rows={unconfirmed} />
  return (
    <EmptyState icon={<ArrowRightLeft />} title={t('channels:empty')} call="channelsopen">
      {t('channels:explanation')}
    </EmptyState>
  )
}

/**
 * Explains why channels are unavailable: the chain disables them, or this node lacks a requirement. The node reports
 * several reasons with the same error.
 */
function Unavailable({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const ownKey = useRpc('getinfo', {}).data?.pubkey
  const without = /^this chain has no /.test(error.message)
  if (!without && !(needsKey(error) && ownKey)) return <RpcErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={<ArrowRightLeft />} title={t(without ? 'channels:none.title' : 'channels:off.title')}>
      {t(without ? 'channels:none.hint' : 'channels:off.hint')}
    </EmptyState>
  )
}
