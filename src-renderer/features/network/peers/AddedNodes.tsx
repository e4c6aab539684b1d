import { CirclePlus, CircleSlash, LoaderCircle, PlugZap, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDuration } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { kindColumn } from '../../../ui/table/kindColumn.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { failureText, type ListedNode } from '../addedNode.ts'
import { NodeAddress } from '../NodeAddress.tsx'
import { PEERS_EVERY_MS } from '../peer.ts'
import { useAddedNodes } from './useAddedNodes.ts'

/** Lists added nodes and the last nodes tried once, with the outcome of connecting. */
export function AddedNodes({ onAdd }: { onAdd(): void }) {
  const added = useRpc('listaddednodes', {}, { every: PEERS_EVERY_MS })
  const { remove, once } = useAddedNodes()
  // A node that was tried once and connected is listed with the peers.
  const rows = useMemo(() => added.data?.filter(({ kept, state }) => kept || state !== 'connected'), [added.data])
  const columns = useMemo(() => addedColumns(remove, once), [remove, once])
  return (
    <DataTable
      label={t('network:added.label')}
      className="flex-1"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.node}
      rowLabel={(row) => visibleString(row.node, 60)}
      error={
        added.error && !added.data ? (
          <RpcErrorState error={added.error} onRetry={() => void added.refetch()} />
        ) : undefined
      }
      empty={
        <EmptyState
          icon={<CirclePlus />}
          title={t('network:added.none')}
          call="addnode"
          action={
            <Button icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
              {t('network:add.title')}
            </Button>
          }
        >
          {t('network:added.noneHint')}
        </EmptyState>
      }
    />
  )
}

function describeState(row: ListedNode) {
  const failure = failureText(row)
  switch (row.state) {
    case 'connected':
      return { word: t('network:added.connected'), tone: 'ok', icon: PlugZap } as const
    case 'off':
      return { word: t('network:added.off'), tone: 'neutral', icon: CircleSlash } as const
    case 'failed':
      return { word: failure ?? t('network:failure.other'), tone: 'bad', icon: TriangleAlert } as const
    case 'connecting': {
      const word = failure === undefined ? t('network:added.trying') : t('network:added.again', { failure })
      return { word, tone: 'warn', icon: LoaderCircle } as const
    }
    case 'waiting': {
      if (failure === undefined) return { word: t('network:added.trying'), tone: 'warn', icon: LoaderCircle } as const
      const duration = formatDuration(row.retryin ?? 0)
      return { word: t('network:added.retry', { failure, duration }), tone: 'bad', icon: TriangleAlert } as const
    }
  }
}

function addedColumns(
  remove: (node: string) => Promise<void>,
  once: (node: string) => Promise<void>,
): readonly Column<ListedNode>[] {
  return [
    {
      id: 'node',
      header: t('network:added.node'),
      width: 'minmax(140px, 2fr)',
      sortBy: (row) => row.node,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">
            <NodeAddress address={row.node} max={120} />
          </span>
          {row.kept ? null : <Badge>{t('network:added.tried')}</Badge>}
        </span>
      ),
    },
    { ...kindColumn(describeState, 'minmax(148px, 3fr)'), header: t('network:added.state') },
    {
      id: 'address',
      header: t('network:added.address'),
      width: 'minmax(110px, 1fr)',
      cell: (row) => {
        const addresses = row.addresses.map(({ address }) => visibleString(address, 80)).join(', ')
        return (
          <span className="text-muted" title={addresses}>
            {addresses || t('network:added.unresolved')}
          </span>
        )
      },
    },
    {
      id: 'way',
      header: t('network:added.direction'),
      width: '96px',
      cell: (row) => {
        const way = row.addresses.find(({ connected }) => connected !== 'false')?.connected
        return way ? (
          <Badge>{way === 'inbound' ? t('network:added.inbound') : t('network:added.outbound')}</Badge>
        ) : (
          <span className="text-faint">—</span>
        )
      },
    },
    {
      id: 'act',
      header: t('network:added.actions'),
      width: '72px',
      align: 'right',
      cell: (row) => (
        <span className="flex justify-end gap-1">
          {row.state === 'connected' || row.state === 'off' ? null : (
            <IconButton
              small
              label={t('network:added.tryNow', { node: visibleString(row.node, 40) })}
              icon={<PlugZap aria-hidden className="size-3.5" />}
              onClick={() => void once(row.node)}
            />
          )}
          {row.kept ? (
            <IconButton
              small
              once
              label={t('network:added.remove', { node: visibleString(row.node, 40) })}
              icon={<Trash2 aria-hidden className="size-3.5" />}
              onClick={() => void remove(row.node)}
            />
          ) : null}
        </span>
      ),
    },
  ]
}
