import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX, Hourglass, Layers, Pickaxe } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Kind, kindColumn } from '../../ui/table/kindColumn.tsx'

type FoundBlock = MethodResult<'listfoundblocks'>['blocks'][number]

const LIMIT = 200

const looks = {
  mature: { tone: 'ok', icon: CircleCheck },
  immature: { tone: 'neutral', icon: Hourglass },
  orphaned: { tone: 'bad', icon: CircleX },
} as const

const kindFor = ({ state }: FoundBlock): Kind => ({ word: t(`mining:found.${state}`), ...looks[state] })

const columns = (): readonly Column<FoundBlock>[] => [
  {
    id: 'height',
    header: t('mining:found.height'),
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
    header: t('mining:found.time'),
    width: '104px',
    firstSort: 'descending',
    sortBy: (block) => block.time,
    cell: (block) => <Age time={block.time} className="text-muted" />,
  },
  {
    id: 'reward',
    header: t('mining:found.reward'),
    hint: t('mining:found.rewardHint'),
    align: 'right',
    width: 'minmax(132px, 1fr)',
    firstSort: 'descending',
    sortBy: (block) => block.reward,
    cell: (block) => (
      <Amount satoshis={block.reward} className={block.state === 'orphaned' ? 'text-faint line-through' : undefined} />
    ),
  },
  {
    ...kindColumn<FoundBlock>(kindFor, '124px'),
    header: t('mining:found.state'),
    hint: t('mining:found.stateHint'),
  },
  {
    id: 'hash',
    header: t('mining:found.block'),
    width: '156px',
    hideBelow: 640,
    cell: (block) => <ChainLink to={{ kind: 'block', id: block.hash }} label={t('mining:found.hash')} inRow />,
  },
]

/** Lists the blocks made by this node in all its runs, by work or by stake. */
export function FoundBlocks({ coin, staked = false }: { readonly coin: string; readonly staked?: boolean }) {
  const found = useRpc('listfoundblocks', { limit: LIMIT })
  const navigate = useNavigate()
  const { data } = found
  const shown = useMemo(columns, [])
  const rows = useMemo(() => data?.blocks.filter((block) => block.staked === staked), [data, staked])
  return (
    <Card
      title={t(staked ? 'mining:found.titleStakes' : 'mining:found.title')}
      flush
      source={<CallSource calls={[shownCall('listfoundblocks', { limit: LIMIT })]} />}
    >
      <DataTable
        label={t('mining:found.label', { coin })}
        columns={shown}
        rows={rows}
        rowKey={({ hash }) => hash}
        rowLabel={({ height }) => t('mining:found.row', { height })}
        onOpen={({ hash, state }) => {
          if (state !== 'orphaned') void navigate({ to: '/', search: { block: hash } })
        }}
        maxRows={8}
        skeletonRows={3}
        error={
          found.error && !data ? <RpcErrorState error={found.error} onRetry={() => void found.refetch()} /> : undefined
        }
        empty={
          <EmptyState
            icon={staked ? <Layers /> : <Pickaxe />}
            title={t('mining:found.empty')}
            call="setgenerate"
            className="py-8"
          >
            {t(staked ? 'mining:found.emptyStakes' : 'mining:found.emptyHint')}
          </EmptyState>
        }
      />
      {data && data.total > data.blocks.length ? (
        <p className="border-t px-4 py-2 text-12 text-muted">
          {t('mining:found.newest', { shown: data.blocks.length, total: data.total })}
        </p>
      ) : null}
    </Card>
  )
}
