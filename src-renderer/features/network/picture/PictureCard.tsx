import { ChartScatter, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { formatPing, getPing, groupText, type ListedPeer, median } from '../peer.ts'
import { LatencyPicture } from './LatencyPicture.tsx'

const shapes = (): readonly Segment<'picture' | 'table'>[] => [
  { id: 'picture', label: t('network:picture.picture'), icon: <ChartScatter aria-hidden className="size-3.5" /> },
  { id: 'table', label: t('network:picture.table'), icon: <Table2 aria-hidden className="size-3.5" /> },
]

interface Group {
  readonly group: string
  readonly peers: number
  readonly inbound: number
  readonly ping: number | null
}

function toGroups(peers: readonly ListedPeer[]): readonly Group[] {
  return [...Map.groupBy(peers, ({ group }) => group)].map(([group, members]) => ({
    group,
    peers: members.length,
    inbound: members.filter(({ inbound }) => inbound).length,
    ping: median(members.flatMap((peer) => getPing(peer) ?? [])) ?? null,
  }))
}

const groupColumns = (): readonly Column<Group>[] => [
  {
    id: 'group',
    header: t('network:picture.group'),
    hint: t('network:picture.groupHint'),
    width: 'minmax(88px, 2fr)',
    sortBy: (row) => row.group,
    cell: (row) => <span className="font-mono text-12">{groupText(row.group)}</span>,
  },
  { ...count('peers', t('network:picture.peers'), (row) => row.peers), width: '48px' },
  { ...count('inbound', t('network:picture.in'), (row) => row.inbound), width: '36px' },
  {
    id: 'ping',
    header: t('network:picture.ping'),
    hint: t('network:picture.pingHint'),
    width: '64px',
    align: 'right',
    sortBy: (row) => row.ping,
    cell: (row) => (row.ping === null ? <span className="text-faint">—</span> : formatPing(row.ping)),
  },
]

function count(id: string, header: string, value: (row: Group) => number): Column<Group> {
  return {
    id,
    header,
    width: '64px',
    align: 'right',
    firstSort: 'descending',
    sortBy: value,
    cell: (row) => value(row),
  }
}

export interface PictureCardProps {
  readonly peers: readonly ListedPeer[] | undefined
  readonly failed: boolean
  readonly openId: number | undefined
  onOpen(id: number): void
  readonly className?: string
}

/** Shows latency and diversity of the peers: many peers in one group may have the same owner. */
export function PictureCard({ peers, failed, openId, onOpen, className }: PictureCardProps) {
  const [shape, setShape] = useState<'picture' | 'table'>('picture')
  const groups = useMemo(() => peers && toGroups(peers), [peers])
  const columns = useMemo(groupColumns, [])
  return (
    <Card
      title={t('network:picture.title')}
      flush
      className={className}
      bodyClassName="flex min-h-0 flex-col"
      actions={
        <Segmented
          label={t('network:picture.shape')}
          value={shape}
          onChange={setShape}
          segments={shapes()}
          className="h-7"
        />
      }
      source={<CallSource calls={[shownCall('listpeers', {})]} />}
    >
      {shape === 'table' ? (
        <DataTable
          label={t('network:picture.byGroup')}
          className="flex-1"
          columns={columns}
          rows={groups}
          rowKey={(row) => row.group}
          skeletonRows={3}
          empty={<Sentence>{t('network:picture.nobody')}</Sentence>}
          error={peers === undefined && failed ? <Sentence>{t('network:picture.later')}</Sentence> : undefined}
        />
      ) : peers === undefined && failed ? (
        <Sentence>{t('network:picture.later')}</Sentence>
      ) : peers === undefined ? (
        <div role="status" aria-label={t('network:picture.loading')} className="flex-1 px-4 pb-4">
          <Skeleton className="h-full w-full" />
        </div>
      ) : peers.length === 0 ? (
        <Sentence>{t('network:picture.nobody')}</Sentence>
      ) : (
        <LatencyPicture peers={peers} openId={openId} onOpen={onOpen} className="mx-4 mb-2 flex-1" />
      )}
    </Card>
  )
}

function Sentence({ children }: { readonly children: string }) {
  return <p className="px-4 py-8 text-center text-muted">{children}</p>
}
