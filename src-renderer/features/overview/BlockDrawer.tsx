import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatBytes, formatNumber, formatTime, groupDigits, plural } from '../../ui/format.ts'
import { Hash, middleTruncated } from '../../ui/Hash.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'

interface TransactionRow {
  readonly txid: string
  readonly place: number
}

const columns: readonly Column<TransactionRow>[] = [
  { id: 'place', header: '#', width: '40px', cell: (row) => <span className="text-muted">{row.place}</span> },
  {
    id: 'txid',
    header: 'Transaction',
    width: 'minmax(0, 1fr)',
    cell: (row) => <span className="font-mono text-12">{middleTruncated(row.txid, 12, 12)}</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '72px',
    align: 'right',
    cell: (row) => (row.place === 0 ? <span className="text-12 text-muted">coinbase</span> : null),
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
      title={data ? `Block ${groupDigits(data.height)}` : 'Block'}
      subtitle={<Hash value={hash} label="block hash" head={14} tail={14} />}
      actions={
        <>
          <IconButton
            label="Older block"
            disabled={previous === undefined}
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => previous !== undefined && onBlock(previous)}
          />
          <IconButton
            label="Newer block"
            disabled={next === undefined}
            icon={<ChevronRight aria-hidden className="size-4" />}
            onClick={() => next !== undefined && onBlock(next)}
          />
          <Button asChild size="sm" variant="ghost">
            <Link to="/block/$block" params={{ block: hash }}>
              Open page
            </Link>
          </Button>
          <CallSource calls={[shownCall('getblock', input)]} />
        </>
      }
    >
      {data ? (
        <div className="flex flex-col gap-4">
          <FactList
            facts={[
              {
                label: 'Mined',
                value: isFirstOfAll(data.height) ? (
                  'not on this chain: it is part of its rules'
                ) : (
                  <Age time={data.time} />
                ),
              },
              { label: 'Time in its header', value: formatTime(data.time) },
              { label: 'Confirmations', value: groupDigits(data.confirmations) },
              { label: 'Size', value: formatBytes(data.size) },
              { label: 'Difficulty', value: formatNumber(data.difficulty) },
              { label: 'Merkle root', value: <Hash value={data.merkleroot} label="merkle root" /> },
              { label: 'Target (bits)', value: <span className="font-mono text-12">{data.bits}</span> },
            ]}
          />
          <FramedTable
            head={<h3 className="border-b px-4 py-2 font-semibold">{plural(data.tx.length, 'transaction')}</h3>}
            label="Transactions of the block"
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
