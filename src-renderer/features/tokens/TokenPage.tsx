import { Link, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { MarketCard } from '../../parts/market/MarketCard.tsx'
import { PageLayout } from '../../parts/PageLayout.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { TokenMark } from '../../parts/TokenMark.tsx'
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
      title={token ? visibleString(token.name, 40) : 'Token'}
      beside={token ? <Badge tone="accent">{nft ? 'NFT' : 'Token'}</Badge> : null}
      actions={
        <>
          <Button asChild>
            <Link to="/tokens" search={{ token: tokenid }}>
              Send or burn
            </Link>
          </Button>
          <CallSource
            calls={[
              shownCall('tokeninfo', { tokenid }),
              shownCall('tokenbalance', { tokenid }),
              shownCall('tokenholders', { tokenid }),
              shownCall('tokenhistory', { tokenid }),
            ]}
          />
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-3 text-12 text-muted">
        {token ? <TokenMark tokenid={tokenid} name={token.name} nft={nft} /> : null}
        <Hash value={tokenid} label="token id" head={32} tail={32} className="shrink-0 text-text" />
        <span className="ml-auto">
          Created in <ChainLink to={{ kind: 'transaction', id: tokenid }}>this transaction</ChainLink>
        </span>
      </div>
      {token ? (
        <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="flex flex-col gap-4">
            <Panel name="What the token is">
              <Card title="About" bodyClassName="flex flex-col gap-4">
                <TokenDetails token={token} units={units} height={undefined} />
              </Card>
            </Panel>
            <Panel name="The market">
              <MarketCard tokenid={tokenid} />
            </Panel>
          </div>
          <div className="flex flex-col gap-4">
            <Panel name="The holders">
              <Card title="Holders">
                <Holders tokenid={tokenid} supply={token.supply} />
              </Card>
            </Panel>
            <Panel name="The history">
              <Card title="History">
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
    <PageLayout title="Token">
      <Card flush>
        <EmptyState
          icon={<SearchX />}
          title="Token not found"
          action={
            <Button asChild>
              <Link to="/tokens">All tokens</Link>
            </Button>
          }
        >
          <span className="break-all font-mono text-12">
            <SafeText text={text} max={80} />
          </span>
          <br />
          No confirmed transaction created a token by this id. A new one shows up with its first confirmation.
        </EmptyState>
      </Card>
    </PageLayout>
  )
}
