import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Pickaxe } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Kind, kindColumn } from '../../ui/table/kindColumn.tsx'

type Found = MethodResult<'listfoundblocks'>['blocks'][number]

const LIMIT = 200

const fates: Readonly<Record<Found['state'], Kind>> = {
  mature: { word: 'Spendable', tone: 'ok', icon: CircleCheck },
  immature: { word: 'Immature', tone: 'neutral', icon: Hourglass },
  orphaned: { word: 'Lost', tone: 'bad', icon: CircleX },
}

const columns: readonly Column<Found>[] = [
  {
    id: 'height',
    header: 'Height',
    align: 'right',
    width: '92px',
    firstSort: 'descending',
    sortBy: (block) => block.height,
    cell: (block) => (
      <ChainLink to={{ kind: 'block', id: block.hash }} inRow>
        {groupDigits(block.height)}
      </ChainLink>
    ),
  },
  {
    id: 'time',
    header: 'When',
    width: '104px',
    firstSort: 'descending',
    sortBy: (block) => block.time,
    cell: (block) => <Age time={block.time} className="text-muted" />,
  },
  {
    id: 'reward',
    header: 'Reward',
    hint: 'What the block paid to the miner, with fees',
    align: 'right',
    width: 'minmax(132px, 1fr)',
    firstSort: 'descending',
    sortBy: (block) => block.reward,
    cell: (block) => (
      <Amount satoshis={block.reward} className={block.state === 'orphaned' ? 'text-faint line-through' : undefined} />
    ),
  },
  {
    ...kindColumn<Found>((block) => fates[block.state], '124px'),
    header: 'State',
    hint: 'Immature: spendable some blocks later. Lost: another block was faster, so it pays nothing',
  },
  {
    id: 'hash',
    header: 'Block',
    width: '156px',
    hideBelow: 640,
    cell: (block) => <ChainLink to={{ kind: 'block', id: block.hash }} label="block hash" inRow />,
  },
]

/** Blocks found by this node's miner in all its runs. */
export function FoundBlocks({ coin }: { readonly coin: string }) {
  const found = useRpc('listfoundblocks', { limit: LIMIT })
  const navigate = useNavigate()
  const { data } = found
  return (
    <Card
      title="Blocks found here"
      flush
      source={<CallSource calls={[shownCall('listfoundblocks', { limit: LIMIT })]} />}
    >
      <DataTable
        label={`Blocks found here, rewards in ${coin}`}
        columns={columns}
        rows={data?.blocks}
        rowKey={({ hash }) => hash}
        rowLabel={({ height }) => `Block ${height}`}
        onOpen={({ hash, state }) => {
          if (state !== 'orphaned') void navigate({ to: '/', search: { block: hash } })
        }}
        maxRows={8}
        skeletonRows={3}
        error={
          found.error && !data ? <RpcErrorState error={found.error} onRetry={() => void found.refetch()} /> : undefined
        }
        empty={
          <EmptyState icon={<Pickaxe />} title="None found here yet" call="setgenerate" className="py-8">
            Blocks found by this node are listed here with their rewards.
          </EmptyState>
        }
      />
      {data && data.total > data.blocks.length ? (
        <p className="border-t px-4 py-2 text-12 text-muted">
          The newest {groupDigits(data.blocks.length)} of {groupDigits(data.total)}.
        </p>
      ) : null}
    </Card>
  )
}
