import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { LapsedNotarisation, useLapsedNotarisation } from '../../components/lapsedNotarisation.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, formatNumber, formatTime, groupDigits } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'

interface TransactionRow {
  readonly txid: string
  readonly place: number
}

const buildColumns = (): readonly Column<TransactionRow>[] => [
  {
    id: 'place',
    header: t('home:block.place'),
    width: '40px',
    cell: (row) => <span className="text-muted">{row.place}</span>,
  },
  {
    id: 'txid',
    header: t('home:transaction'),
    width: 'minmax(0, 1fr)',
    cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} head={12} tail={12} inRow />,
  },
  {
    id: 'kind',
    header: t('home:block.type'),
    width: '72px',
    align: 'right',
    cell: (row) => (row.place === 0 ? <span className="text-12 text-muted">{t('home:block.coinbase')}</span> : null),
  },
]

export interface BlockDrawerProps {
  readonly hash: string
  onClose(): void
  onBlock(hash: string): void
  onTransaction(txid: string): void
}

export function BlockDrawer({ hash, onClose, onBlock, onTransaction }: BlockDrawerProps) {
  const input = { 'hash|height': hash, verbosity: 1 }
  const block = useRpc('getblock', input)
  const data = block.data !== undefined && typeof block.data !== 'string' ? block.data : undefined
  const columns = useMemo(buildColumns, [])
  const lapsed = useLapsedNotarisation() !== undefined
  const previous = data?.previousblockhash
  const next = data?.nextblockhash
  const rows = data?.tx.map((transaction, place) => ({
    txid: typeof transaction === 'string' ? transaction : transaction.txid,
    place,
  }))
  return (
    <Drawer
      open
      onClose={onClose}
      title={data ? t('home:block.at', { height: data.height }) : t('home:block.title')}
      subtitle={<Hash value={hash} label={t('home:block.hashName')} head={12} tail={12} />}
      actions={
        <>
          <IconButton
            label={t('home:block.older')}
            disabled={previous === undefined}
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => previous !== undefined && onBlock(previous)}
          />
          <IconButton
            label={t('home:block.newer')}
            disabled={next === undefined}
            icon={<ChevronRight aria-hidden className="size-4" />}
            onClick={() => next !== undefined && onBlock(next)}
          />
          <CallSource calls={[shownCall('getblock', input)]} />
          <Button asChild size="sm" variant="ghost">
            <Link to="/block/$block" params={{ block: hash }}>
              {t('home:block.open')}
            </Link>
          </Button>
        </>
      }
    >
      {data ? (
        <div className="flex flex-col gap-4">
          <FactList
            facts={[
              {
                label: t('home:block.mined'),
                value: isFirstOfAll(data.height) ? t('home:block.genesis') : <Age time={data.time} />,
              },
              { label: t('home:block.headerTime'), value: formatTime(data.time) },
              {
                label: t('home:block.confirmations'),
                value: (
                  <>
                    {groupDigits(lapsed ? data.rawconfirmations : data.confirmations)}
                    <LapsedNotarisation />
                  </>
                ),
              },
              { label: t('home:block.size'), value: formatBytes(data.size) },
              { label: t('home:block.difficulty'), value: formatNumber(data.difficulty) },
              {
                label: t('home:block.merkleRoot'),
                value: <Hash value={data.merkleroot} label={t('home:block.merkleRootName')} />,
              },
              { label: t('home:block.bits'), value: <span className="font-mono text-12">{data.bits}</span> },
            ]}
          />
          <FramedTable
            head={
              <h3 className="border-b px-4 py-2 font-semibold">{t('home:transactions', { count: data.tx.length })}</h3>
            }
            label={t('home:block.transactions')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.txid}
            onOpen={(row) => onTransaction(row.txid)}
            maxRows={10}
            empty={null}
          />
        </div>
      ) : block.error ? (
        <RpcErrorState error={block.error} compact onRetry={() => void block.refetch()} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Drawer>
  )
}
