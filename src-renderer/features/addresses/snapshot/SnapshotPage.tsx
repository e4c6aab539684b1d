import { useNavigate, useSearch } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { COIN } from '#shared/units.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { ExportProgress } from '../../../components/export/ExportProgress.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { readSort, sortText } from '../../../components/lists/sort.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PlaceTabs } from '../../../components/PlaceTabs.tsx'
import { OwnerNote } from '../../../components/people/OwnerNote.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Select } from '../../../ui/Field.tsx'
import { amountLength, groupDigits, plainAmount } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { IndexOff } from '../IndexOff.tsx'
import { TOPS } from '../search.ts'
import { shareText } from './bands.ts'
import { Distribution } from './Distribution.tsx'
import { type SnapshotSum, snapshotFigures } from './figures.ts'
import { type Snapshot, type SnapshotHolder, snapshotOrder, toSnapshotHolders } from './holders.ts'

const DEFAULT_TOP = 100

export function SnapshotPage() {
  const search = useSearch({ from: '/addresses/snapshot' })
  const navigate = useNavigate({ from: '/addresses/snapshot' })
  const { client } = useNode()
  const coin = useCoinUnit()
  const top = search.top ?? DEFAULT_TOP
  const input = { top: String(top) }
  const answer = useRpc('getsnapshot', input)
  const snapshot = answer.data && !('error' in answer.data) ? answer.data : undefined
  const holders = useMemo(() => snapshot && toSnapshotHolders(snapshot), [snapshot])
  const all = snapshot ? snapshotFigures(snapshot).all.satoshis : 0n
  const columns = useMemo(() => holderColumns({ coin, all }), [coin, all])
  const order = useMemo(() => readSort(search.sort), [search.sort])
  const start = useExports((state) => state.start)
  const calls = <CallSource calls={[shownCall('getsnapshot', input)]} />
  const set = (change: { readonly top?: number | undefined; readonly sort?: string | undefined }) =>
    void navigate({
      replace: true,
      search: (old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value)),
    })

  if (answer.data && 'error' in answer.data) {
    return (
      <PageLayout title={t('frame:page.addresses')} tabs={<PlaceTabs of="addresses" />}>
        <Card flush>
          <IndexOff />
        </Card>
      </PageLayout>
    )
  }
  return (
    <PageLayout
      title={t('frame:page.addresses')}
      tabs={<PlaceTabs of="addresses" />}
      fill
      beside={<StaleBadge updatedAt={answer.dataUpdatedAt} stale={answer.isRefetchError} />}
    >
      <ExportProgress />
      <Panel name={t('addresses:panel.totals')}>
        <Totals snapshot={snapshot} failed={answer.isError} coin={coin} source={calls} />
      </Panel>
      <Panel name={t('addresses:panel.distribution')}>
        <Card title={t('addresses:snapshot.byRank')} source={calls} className="shrink-0" bodyClassName="min-h-24">
          {holders && snapshot ? (
            holders.length === 0 ? (
              <p className="text-muted">{t('addresses:snapshot.nobody')}</p>
            ) : (
              <Distribution holders={holders} snapshot={snapshot} coin={coin} />
            )
          ) : answer.error ? (
            <p className="text-muted">{t('addresses:unknownNow')}</p>
          ) : (
            <SkeletonLines lines={3} />
          )}
        </Card>
      </Panel>
      <Panel name={t('addresses:panel.holders')}>
        <Card
          title={t('addresses:snapshot.holders')}
          flush
          className="min-h-52 flex-1"
          bodyClassName="flex flex-col"
          actions={
            <>
              <Select
                aria-label={t('addresses:snapshot.howMany')}
                className="w-34 [&>select]:h-7"
                value={top}
                onChange={({ target }) => set({ top: Number(target.value) })}
              >
                {TOPS.map((size) => (
                  <option key={size} value={size}>
                    {t('addresses:snapshot.first', { rows: size })}
                  </option>
                ))}
              </Select>
              <ExportMenu
                label={t('parts:export.all.holders')}
                disabled={!holders?.length}
                onExport={(format) => void start(snapshotOrder(client, format))}
              />
            </>
          }
          source={calls}
        >
          <DataTable
            label={t('addresses:snapshot.holdersLabel', { coin })}
            className="flex-1"
            columns={columns}
            rows={holders}
            rowKey={(row) => row.address}
            rowLabel={(row) => t('addresses:snapshot.row', { rank: row.rank, address: row.address })}
            onOpen={(row) => void navigate({ to: '/addresses/$address', params: { address: row.address } })}
            sort={order}
            onSort={(sort) => set({ sort: sortText(sort) })}
            error={
              answer.error && !holders ? (
                <RpcErrorState error={answer.error} onRetry={() => void answer.refetch()} />
              ) : undefined
            }
            empty={
              <EmptyState icon={<Users />} title={t('addresses:snapshot.none')} call="getsnapshot">
                {t('addresses:snapshot.noneHint')}
              </EmptyState>
            }
          />
        </Card>
      </Panel>
    </PageLayout>
  )
}

function Totals({
  snapshot,
  failed,
  coin,
  source,
}: {
  readonly snapshot: Snapshot | undefined
  readonly failed: boolean
  readonly coin: string
  readonly source: ReactNode
}) {
  const nothing = failed ? null : undefined
  const figures = snapshot && snapshotFigures(snapshot)
  const amount = ({ satoshis, exact }: SnapshotSum) =>
    exact ? (
      <Amount satoshis={satoshis} />
    ) : (
      t('addresses:snapshot.about', { coins: plainAmount(satoshis - (satoshis % COIN)) })
    )
  const chars = ({ satoshis, exact }: SnapshotSum) => (exact ? amountLength(satoshis) : undefined)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('addresses:snapshot.addresses')}
        value={snapshot ? groupDigits(snapshot.total_addresses) : nothing}
        note={
          snapshot ? (
            <Trans
              i18nKey="addresses:snapshot.at"
              components={{ block: <BlockLink height={snapshot.ending_height} /> }}
            />
          ) : null
        }
        source={source}
      />
      <KeyFigure
        label={t('addresses:snapshot.total')}
        value={figures ? amount(figures.all) : nothing}
        chars={figures ? chars(figures.all) : undefined}
        note={
          snapshot ? t('addresses:snapshot.outputs', { coin, count: snapshot.utxos + snapshot.skipped_cc_utxos }) : null
        }
        source={source}
      />
      <KeyFigure
        label={t('addresses:snapshot.inContracts')}
        value={figures ? amount(figures.conditions) : nothing}
        chars={figures ? chars(figures.conditions) : undefined}
        note={snapshot ? t('addresses:snapshot.outputs', { coin, count: snapshot.skipped_cc_utxos }) : null}
        source={source}
      />
      <KeyFigure
        label={t('addresses:snapshot.average')}
        value={figures ? amount(figures.average) : nothing}
        chars={figures ? chars(figures.average) : undefined}
        note={t('addresses:snapshot.each', { coin })}
        source={source}
      />
    </KeyFigures>
  )
}

interface ColumnFacts {
  readonly coin: string
  /** all coins, in satoshis */
  readonly all: bigint
}

function holderColumns({ coin, all }: ColumnFacts): readonly Column<SnapshotHolder>[] {
  return [
    {
      id: 'rank',
      header: t('addresses:snapshot.rankHeader'),
      width: '56px',
      align: 'right',
      sortBy: (row) => row.rank,
      cell: (row) => <span className="text-muted">{groupDigits(row.rank)}</span>,
    },
    {
      id: 'address',
      header: t('addresses:address'),
      width: 'minmax(170px, 1.5fr)',
      sortBy: (row) => row.address,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <ChainLink
            to={{ kind: 'address', id: row.address }}
            label={t('addresses:addressLabel')}
            head={34}
            inRow
            unnamed
          />
          <OwnerNote address={row.address} />
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('addresses:amount', { coin }),
      width: 'minmax(150px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: (row) => row.amount,
      cell: (row) => <Amount satoshis={row.amount} />,
    },
    {
      id: 'share',
      header: t('addresses:snapshot.share'),
      hint: t('addresses:snapshot.shareHint'),
      width: '84px',
      align: 'right',
      cell: (row) => <span className="text-muted">{shareText(row.amount, all)}</span>,
    },
  ]
}
