import type { ListedChain } from '#shared/chains/index.ts'
import { ChainMark, ChainTile, chainStateLabel } from '../../../components/ChainMark.tsx'
import { t } from '../../../i18n/texts.ts'
import { formatHeight } from '../../../node/chainState.ts'
import { Age } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Shows } from '../../../ui/Shows.tsx'
import type { Column } from '../../../ui/table/columns.ts'

/** @param developer true to show the ports */
export function chainColumns(current: string | null, developer: boolean): readonly Column<ListedChain>[] {
  return [
    {
      id: 'label',
      header: t('chains:column.chain'),
      width: 'minmax(148px, 1.5fr)',
      sortBy: ({ label }) => label,
      cell: ({ id, label, name, magic }) => (
        <span className="flex min-w-0 items-center gap-2">
          <ChainTile chain={{ name, magic }} small />
          <span className="truncate font-medium">
            <SafeText text={label} max={60} />
          </span>
          {id === current ? <Badge tone="accent">{t('chains:column.shown')}</Badge> : null}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('chains:column.state'),
      width: '104px',
      sortBy: ({ state }) => chainStateLabel(state),
      cell: ({ state }) => <ChainMark state={state} />,
    },
    {
      id: 'name',
      header: t('chains:drawer.coin'),
      width: 'minmax(80px, 1fr)',
      hideBelow: 760,
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <span className="block truncate text-muted">
          <SafeText text={name} max={64} />
        </span>
      ),
    },
    {
      id: 'height',
      header: t('chains:drawer.height'),
      width: '96px',
      align: 'right',
      firstSort: 'descending',
      sortBy: ({ height }) => height,
      cell: ({ id, height }) => {
        if (height === null) return <span className="text-faint">—</span>
        return id === current ? <Shows figure="height">{formatHeight(height)}</Shows> : formatHeight(height)
      },
    },
    {
      id: 'size',
      header: t('chains:drawer.onDisk'),
      width: '112px',
      align: 'right',
      firstSort: 'descending',
      sortBy: ({ size }) => size,
      cell: ({ size }) => (size === null ? <span className="text-faint">—</span> : formatBytes(size)),
    },
    {
      id: 'used',
      header: t('chains:column.lastUsed'),
      width: '112px',
      align: 'right',
      firstSort: 'descending',
      sortBy: ({ state, lastused }) => (state === 'running' ? Number.MAX_SAFE_INTEGER : lastused),
      cell: ({ state, lastused }) =>
        state === 'running' ? (
          t('chains:column.now')
        ) : lastused === null ? (
          <span className="text-faint">{t('chains:column.never')}</span>
        ) : (
          <Age time={lastused} className="text-muted" />
        ),
    },
    ...(developer ? [ports()] : []),
  ]
}

const ports = (): Column<ListedChain> => ({
  id: 'port',
  header: t('chains:understood.ports'),
  hint: t('chains:column.portsHint'),
  width: '112px',
  align: 'right',
  hideBelow: 900,
  sortBy: ({ p2pport }) => p2pport,
  // The sandbox has no external peers and does not listen for any.
  cell: ({ kind, p2pport, rpcport }) => (
    <span className="text-muted">{kind === 'sandbox' ? rpcport : `${p2pport} · ${rpcport}`}</span>
  ),
})
