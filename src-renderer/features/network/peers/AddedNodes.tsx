import { CirclePlus, CircleSlash, LoaderCircle, PlugZap, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { kindColumn } from '../../../ui/table/kindColumn.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { PEERS_EVERY_MS } from '../peer.ts'
import { usePeerActions } from './usePeerActions.ts'

type Added = MethodResult<'getaddednodeinfo'>[number]

export const ADDED_INPUT = { dns: true } as const

/** Added nodes and their connection state. */
export function AddedNodes({ off, onAdd }: { readonly off: boolean; onAdd(): void }) {
  const added = useRpc('getaddednodeinfo', ADDED_INPUT, { every: PEERS_EVERY_MS })
  const { remove, once } = usePeerActions()
  const columns = useMemo(() => addedColumns(off, remove, once), [off, remove, once])
  return (
    <DataTable
      label={t('network:added.label')}
      className="flex-1"
      columns={columns}
      rows={added.data}
      rowKey={(row) => row.addednode}
      rowLabel={(row) => visibleString(row.addednode, 60)}
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

function stateOf(row: Added, off: boolean) {
  if (row.connected) return { word: t('network:added.connected'), tone: 'ok', icon: PlugZap } as const
  if (off) return { word: t('network:added.off'), tone: 'neutral', icon: CircleSlash } as const
  return { word: t('network:added.trying'), tone: 'warn', icon: LoaderCircle } as const
}

function addedColumns(
  off: boolean,
  remove: (node: string) => Promise<void>,
  once: (node: string) => Promise<void>,
): readonly Column<Added>[] {
  return [
    {
      id: 'node',
      header: t('network:added.node'),
      width: 'minmax(140px, 2fr)',
      sortBy: (row) => row.addednode,
      cell: (row) => (
        <span className="font-mono text-12" title={visibleString(row.addednode, 255)}>
          {visibleString(row.addednode, 120)}
        </span>
      ),
    },
    { ...kindColumn((row: Added) => stateOf(row, off), '148px'), header: t('network:added.state') },
    {
      id: 'address',
      header: t('network:added.address'),
      width: 'minmax(140px, 2fr)',
      cell: (row) => {
        const addresses = row.addresses?.map(({ address }) => visibleString(address, 80)).join(', ')
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
        const way = row.addresses?.find(({ connected }) => connected !== 'false')?.connected
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
          {row.connected || off ? null : (
            <IconButton
              small
              label={t('network:added.tryNow', { node: visibleString(row.addednode, 40) })}
              icon={<PlugZap aria-hidden className="size-3.5" />}
              onClick={() => void once(row.addednode)}
            />
          )}
          <IconButton
            small
            once
            label={t('network:added.remove', { node: visibleString(row.addednode, 40) })}
            icon={<Trash2 aria-hidden className="size-3.5" />}
            onClick={() => void remove(row.addednode)}
          />
        </span>
      ),
    },
  ]
}
