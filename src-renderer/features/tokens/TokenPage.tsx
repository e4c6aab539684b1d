import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { CopyLink } from '../../components/links/CopyLink.tsx'
import { MarketCard } from '../../components/market/MarketCard.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { progressSteps } from '../../tasks/progress.ts'
import type { TransactionTask } from '../../tasks/tasks.ts'
import { useTaskProgress } from '../../tasks/useTask.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { whyNotMove } from './draft.ts'
import { History } from './History.tsx'
import { Holders, SHOWN_HOLDERS } from './Holders.tsx'
import { TokenActs } from './TokenActs.tsx'
import { TokenDetails } from './TokenDetails.tsx'
import { type ShownToken, useToken } from './useTokens.ts'

const MoveDialog = onDemand(() => import('./move/MoveDialog.tsx').then((module) => module.MoveDialog))

export function TokenPage() {
  const { tokenid } = useParams({ from: '/tokens/$tokenid' })
  const known = isHashShaped(tokenid)
  const { info, row, confirmed } = useToken(tokenid, known)
  if (!known || (info.data?.result === 'error' && !row)) return <Unknown text={tokenid} />
  if (row) return <KnownToken row={row} confirmed={confirmed} />
  return (
    <PageLayout title={t('tokens:token')}>
      {info.error ? (
        <RpcErrorState error={info.error} onRetry={() => void info.refetch()} className="m-0" />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </PageLayout>
  )
}

interface KnownTokenProps {
  readonly row: ShownToken
  /** True if the node knows the token. False while its creation is unconfirmed. */
  readonly confirmed: boolean
}

function KnownToken({ row, confirmed }: KnownTokenProps) {
  const { tokenid, pending, mybalance: units } = row
  const unspent = useConfirmedUnits(tokenid, confirmed && units === 0n)
  const nft = row.data !== undefined
  // Another window may have started a transfer: until it is confirmed, the chain still has the units at the wallet's
  // key.
  const blocked = whyNotMove(row.data, units, pending !== undefined || (units === 0n && unspent > 0n))
  return (
    <PageLayout
      title={visibleString(row.name, 40)}
      mark={<TokenMark tokenid={tokenid} name={row.name} nft={nft} />}
      beside={<Badge tone="accent">{nft ? t('tokens:nft') : t('tokens:token')}</Badge>}
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
          {confirmed ? <TokenActs tokenid={tokenid} data={row.data} units={units} blocked={blocked} /> : null}
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-3 text-12 text-muted">
        <Hash value={tokenid} label={t('tokens:tokenId')} head={32} tail={32} className="text-text" />
        <span className="ml-auto">
          <Trans
            i18nKey="tokens:page.created"
            components={{ transaction: <ChainLink to={{ kind: 'transaction', id: tokenid }} /> }}
          />
        </span>
      </div>
      {confirmed && blocked && units !== undefined ? <p className="-mt-2 text-12 text-muted">{blocked}</p> : null}
      {pending ? <Pending task={pending} /> : null}
      <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-4">
          <Panel name={t('tokens:panel.about')}>
            <Card title={t('tokens:page.about')} bodyClassName="flex flex-col gap-4">
              <TokenDetails tokenid={tokenid} token={row} units={units} />
            </Card>
          </Panel>
          {confirmed ? (
            <Panel name={t('tokens:panel.market')}>
              <MarketCard tokenid={tokenid} />
            </Panel>
          ) : null}
        </div>
        {confirmed ? <Movements tokenid={tokenid} supply={row.supply} /> : null}
      </div>
      {confirmed ? <OpenDialog row={row} /> : null}
    </PageLayout>
  )
}

/** Opens the dialog named in the URL. */
function OpenDialog({ row }: { readonly row: ShownToken }) {
  const { act } = useSearch({ from: '/tokens/$tokenid' })
  const navigate = useNavigate({ from: '/tokens/$tokenid' })
  if (act === undefined || row.mybalance === undefined) return null
  const close = () => void navigate({ search: {}, replace: true })
  return <MoveDialog key={row.tokenid + act} kind={act} token={row} units={row.mybalance} onClose={close} />
}

/** Returns the confirmed units of the token key, or 0 if it is not among the largest holders or while disabled. */
function useConfirmedUnits(tokenid: string, enabled: boolean): bigint {
  const { data: info } = useRpc('getinfo', {})
  const holders = useRpc('tokenholders', { tokenid, limit: SHOWN_HOLDERS }, { keepPrevious: false, enabled })
  if (holders.data?.result !== 'success' || info?.pubkey === undefined) return 0n
  return holders.data.rows.find(({ pubkey }) => pubkey === info.pubkey)?.balance ?? 0n
}

function Pending({ task }: { readonly task: TransactionTask }) {
  const progress = useTaskProgress(task)
  return (
    <section aria-label={t('tokens:pending')} className="flex flex-col gap-2 rounded-md border bg-surface p-3">
      <p className="font-medium">{task.title}</p>
      <StepList
        label={t('tokens:page.progress', { title: task.title })}
        steps={progressSteps(progress)}
        working
        compact
      />
    </section>
  )
}

function Movements({ tokenid, supply }: { readonly tokenid: string; readonly supply: bigint }) {
  return (
    <div className="flex flex-col gap-4">
      <Panel name={t('tokens:panel.holders')}>
        <Card title={t('tokens:panel.holders')}>
          <Holders tokenid={tokenid} supply={supply} />
        </Card>
      </Panel>
      <Panel name={t('tokens:panel.history')}>
        <Card title={t('tokens:panel.history')}>
          <History tokenid={tokenid} />
        </Card>
      </Panel>
    </div>
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
