import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { RpcError } from '#shared/errors.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { LapsedNotarisation } from '../../../components/lapsedNotarisation.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { CopyLink } from '../../../components/links/CopyLink.tsx'
import { KindBadge } from '../../../components/links/KindBadge.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { useAct } from '../../../components/transaction/act.ts'
import { describeTransaction } from '../../../components/transaction/describe.ts'
import { useExplanation } from '../../../components/transaction/useExplanation.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { NotFoundCard } from '../NotFoundCard.tsx'
import { PageNote } from '../PageNote.tsx'
import { RawText } from '../RawText.tsx'
import { Decoded } from './Decoded.tsx'
import { Flow } from './Flow.tsx'
import type { KnownTransaction } from './knownTransaction.ts'
import { Scripts } from './Scripts.tsx'
import { TransactionFigures } from './TransactionFigures.tsx'
import { TransactionState } from './TransactionState.tsx'

/** Shows one transaction, first described in sentences. */
export function TransactionPage() {
  const { txid } = useParams({ from: '/tx/$txid' })
  const known = isHashShaped(txid)
  const found = useRpc('resolvehash', { hash: txid }, { keepPrevious: false, enabled: known })
  const { data, error } = found
  if (!known || (data && !data.transaction)) return <Unknown txid={txid} isBlock={data?.block != null} />
  const transaction = data?.transaction ?? undefined
  return (
    <PageLayout
      title={t('explorer:tx.title')}
      beside={
        <>
          {transaction ? (
            <>
              <KindBadge kind={transaction.kind} />
              <TransactionState transaction={transaction} />
            </>
          ) : null}
          <StaleBadge updatedAt={found.dataUpdatedAt} stale={found.isRefetchError} />
        </>
      }
      actions={
        <>
          <CallSource
            calls={[
              shownCall('resolvehash', { hash: txid }),
              shownCall('explaintransaction', { transaction: txid }),
              shownCall('listspenders', { txid }),
            ]}
          />
          <CopyLink />
        </>
      }
    >
      {error && !data ? (
        <RpcErrorState error={error} onRetry={() => void found.refetch()} className="m-0" />
      ) : transaction ? (
        <Known key={txid} transaction={transaction} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </PageLayout>
  )
}

function Unknown({ txid, isBlock }: { readonly txid: string; readonly isBlock: boolean }) {
  return (
    <NotFoundCard page={t('explorer:tx.title')} title={t('explorer:tx.notFound')} text={txid}>
      {isBlock ? (
        <Trans i18nKey="explorer:tx.isBlock" components={{ block: <ChainLink to={{ kind: 'block', id: txid }} /> }} />
      ) : (
        t('explorer:tx.notFoundHint')
      )}
    </NotFoundCard>
  )
}

function Known({ transaction }: { readonly transaction: KnownTransaction }) {
  const { txid, block, time, shielded } = transaction
  const coin = useCoinUnit()
  const explained = useExplanation(txid)
  const txExplanation = explained.data
  const act = useAct(txExplanation)
  const story = useMemo(() => txExplanation && describeTransaction(txExplanation), [txExplanation])
  return (
    <>
      {txExplanation ? (
        <p className="-mt-2 font-medium text-16 wrap-anywhere">
          <SafeText text={act} max={600} />
        </p>
      ) : null}
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-x-3 text-12 text-muted">
        <Hash value={txid} label={t('explorer:tx.id')} head={32} tail={32} className="shrink-0 text-text" />
        <span className="ml-auto">
          {block ? (
            <Trans
              i18nKey="explorer:tx.minedIn"
              components={{
                age: <Age time={block.time} />,
                block: <ChainLink to={{ kind: 'block', id: block.hash }}>{groupDigits(block.height)}</ChainLink>,
              }}
            />
          ) : time === null ? null : (
            <Trans i18nKey="explorer:tx.received" components={{ age: <Age time={time} /> }} />
          )}
        </span>
      </div>
      {block ? <LapsedNotarisation /> : null}
      {shielded === null ? null : (
        <PageNote icon={EyeOff}>
          {t('explorer:tx.shielded', {
            ...{ into: plainAmount(shielded.into), out: plainAmount(shielded.out), coin },
            ...{ spent: shielded.spent, made: shielded.made },
          })}
        </PageNote>
      )}
      <Panel name={t('explorer:panel.figures')}>
        <TransactionFigures transaction={transaction} story={story} coin={coin} />
      </Panel>
      {story ? (
        <Panel name={t('explorer:panel.flow')}>
          <Flow story={story} coin={coin} />
        </Panel>
      ) : explained.error ? (
        <RpcErrorState error={explained.error} onRetry={() => void explained.refetch()} className="m-0" />
      ) : (
        <SkeletonLines lines={8} />
      )}
      <Details transaction={transaction} />
    </>
  )
}

const TOO_OLD = -5

function Details({ transaction: { txid, size } }: { readonly transaction: KnownTransaction }) {
  const search = useSearch({ from: '/tx/$txid' })
  const { tab = 'scripts' } = search
  const navigate = useNavigate({ from: '/tx/$txid' })
  const decoded = useRpc('getrawtransaction', { txid, verbose: 1 }, { keepPrevious: false })
  // A transaction that only the wallet still stores cannot be requested by its id.
  if (decoded.error instanceof RpcError && decoded.error.code === TOO_OLD) return null
  return (
    <Panel name={t('explorer:panel.details')}>
      <Folded label={t('explorer:tx.details')} open={search.tab !== undefined}>
        <Card flush className="mt-3 min-h-60 shrink-0" bodyClassName="p-3">
          <Tabs
            label={t('explorer:panel.details')}
            value={tab}
            onChange={(next) => void navigate({ search: next === 'scripts' ? {} : { tab: next }, replace: true })}
            tabs={[
              { id: 'scripts', label: t('explorer:tx.scripts'), content: <Scripts query={decoded} /> },
              { id: 'decoded', label: t('explorer:tx.decoded'), content: <Decoded txid={txid} /> },
              {
                id: 'raw',
                label: t('explorer:tx.raw'),
                content: (
                  <RawText
                    method="getrawtransaction"
                    input={{ txid, verbose: 0 }}
                    label={t('explorer:tx.rawLabel')}
                    bytes={size}
                  />
                ),
              },
            ]}
          />
        </Card>
      </Folded>
    </Panel>
  )
}
