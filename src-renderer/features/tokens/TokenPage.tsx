import { Link, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { CopyLink } from '../../components/links/CopyLink.tsx'
import { MarketCard } from '../../components/market/MarketCard.tsx'
import { isMovableData } from '../../components/movableData.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { History } from './History.tsx'
import { Holders } from './Holders.tsx'
import { TokenDetails } from './TokenDetails.tsx'

/** Everything about one token: what it is, who holds it, what happened to it. */
export function TokenPage() {
  const { tokenid } = useParams({ from: '/tokens/$tokenid' })
  const known = isHashShaped(tokenid)
  const info = useRpc('tokeninfo', { tokenid }, { keepPrevious: false, enabled: known })
  const balance = useRpc('tokenbalance', { tokenid }, { keepPrevious: false, enabled: known })
  const token = info.data?.result === 'success' ? info.data : undefined
  const units = balance.data?.result === 'success' ? balance.data.balance : undefined
  const nft = token?.data !== undefined
  if (!known || info.data?.result === 'error') return <Unknown text={tokenid} />
  return (
    <PageLayout
      title={token ? visibleString(token.name, 40) : t('tokens:token')}
      mark={token ? <TokenMark tokenid={tokenid} name={token.name} nft={nft} /> : null}
      beside={token ? <Badge tone="accent">{nft ? t('tokens:nft') : t('tokens:token')}</Badge> : null}
      actions={
        <>
          <CallSource
            calls={[
              shownCall('tokeninfo', { tokenid }),
              shownCall('tokenbalance', { tokenid }),
              shownCall('tokenholders', { tokenid }),
              shownCall('tokenhistory', { tokenid }),
            ]}
          />
          <CopyLink />
          {token && !isMovableData(token.data) ? null : (
            <Button asChild>
              <Link to="/tokens" search={{ token: tokenid }}>
                {t('tokens:page.sendOrBurn')}
              </Link>
            </Button>
          )}
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-3 text-12 text-muted">
        <Hash value={tokenid} label={t('tokens:tokenId')} head={32} tail={32} className="shrink-0 text-text" />
        <span className="ml-auto">
          <Trans
            i18nKey="tokens:page.created"
            components={{ transaction: <ChainLink to={{ kind: 'transaction', id: tokenid }} /> }}
          />
        </span>
      </div>
      {token ? (
        <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="flex flex-col gap-4">
            <Panel name={t('tokens:panel.about')}>
              <Card title={t('tokens:page.about')} bodyClassName="flex flex-col gap-4">
                <TokenDetails tokenid={tokenid} token={token} units={units} height={undefined} />
              </Card>
            </Panel>
            <Panel name={t('tokens:panel.market')}>
              <MarketCard tokenid={tokenid} />
            </Panel>
          </div>
          <div className="flex flex-col gap-4">
            <Panel name={t('tokens:panel.holders')}>
              <Card title={t('tokens:drawer.holders')}>
                <Holders tokenid={tokenid} supply={token.supply} />
              </Card>
            </Panel>
            <Panel name={t('tokens:panel.history')}>
              <Card title={t('tokens:drawer.history')}>
                <History tokenid={tokenid} />
              </Card>
            </Panel>
          </div>
        </div>
      ) : info.error ? (
        <RpcErrorState error={info.error} onRetry={() => void info.refetch()} className="m-0" />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </PageLayout>
  )
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <PageLayout title={t('tokens:token')}>
      <Card flush>
        <EmptyState
          icon={<SearchX />}
          title={t('tokens:page.notFound')}
          action={
            <Button asChild>
              <Link to="/tokens">{t('tokens:page.all')}</Link>
            </Button>
          }
        >
          <span className="break-all font-mono text-12">
            <SafeText text={text} max={80} />
          </span>
          <br />
          {t('tokens:page.notFoundHint')}
        </EmptyState>
      </Card>
    </PageLayout>
  )
}
