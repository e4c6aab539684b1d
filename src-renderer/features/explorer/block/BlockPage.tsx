import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, CircleCheck, Unlink } from 'lucide-react'
import { RpcError } from '#shared/errors.ts'
import { isFirstOfAll } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { ChainLink } from '../../../parts/links/ChainLink.tsx'
import { PageLayout } from '../../../parts/PageLayout.tsx'
import { Panel } from '../../../parts/Panel.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatBytes, formatTime, groupDigits, plural } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { CopyLink } from '../CopyLink.tsx'
import { NotFoundCard } from '../NotFoundCard.tsx'
import { RawText } from '../RawText.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import type { BlockSummary } from './blockSummary.ts'
import { HeaderCard } from './HeaderCard.tsx'

/** Codes of the node for a block that there is not: unknown hash, height above the tip or no number. */
const UNKNOWN: readonly number[] = [-5, -8]

/** Everything about one block, by its height or its hash. */
export function BlockPage() {
  const { block } = useParams({ from: '/block/$block' })
  const { data: status } = useRpc('getnodestatus', {})
  const summary = useRpc('getblocksummary', { 'hash|height': block }, { keepPrevious: false })
  const { data, error } = summary
  if (!data && error instanceof RpcError && UNKNOWN.includes(error.code)) {
    return (
      <NotFoundCard page="Block" title="Block not found" text={block}>
        This node has no block of that height or hash: it may not be mined yet, or be part of another chain.
      </NotFoundCard>
    )
  }
  return (
    <PageLayout
      title={data ? `Block ${groupDigits(data.height)}` : 'Block'}
      beside={
        <>
          {data ? <BlockState block={data} /> : null}
          <StaleBadge updatedAt={summary.dataUpdatedAt} stale={summary.isRefetchError} />
        </>
      }
      actions={
        <>
          <Neighbours block={data} />
          <CopyLink />
          <CallSource calls={[shownCall('getblocksummary', { 'hash|height': block })]} />
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-x-3 text-12 text-muted">
        {data ? (
          <>
            <Hash value={data.hash} label="block hash" head={32} tail={32} className="shrink-0 text-text" />
            <span className="ml-auto">
              {isFirstOfAll(data.height) ? (
                'Genesis'
              ) : (
                <>
                  Mined <Age time={data.time} />
                  {data.miner ? (
                    <>
                      {' to '}
                      <ChainLink to={{ kind: 'address', id: data.miner }} label="miner’s address" />
                    </>
                  ) : null}
                </>
              )}
            </span>
          </>
        ) : null}
      </div>
      <Panel name="The figures of the block">
        {error && !data ? (
          <RpcErrorState error={error} onRetry={() => void summary.refetch()} className="m-0" />
        ) : (
          <BlockFigures block={data} coin={status?.name ?? ''} />
        )}
      </Panel>
      {/* Remounted for another block: nothing of the old one may show under the new one. */}
      {data ? <BlockTabs key={data.hash} block={data} coin={status?.name ?? ''} /> : null}
    </PageLayout>
  )
}

function BlockState({ block }: { readonly block: BlockSummary }) {
  return block.active ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
      {plural(block.confirmations, 'confirmation')}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<Unlink aria-hidden className="size-3" />}>
      Orphaned: not on the active chain
    </Badge>
  )
}

function Neighbours({ block }: { readonly block: BlockSummary | undefined }) {
  const { previousblockhash: previous = null, nextblockhash: next = null } = block ?? {}
  const ends = [
    { hash: previous, name: 'Previous', Icon: ChevronLeft },
    { hash: next, name: 'Next', Icon: ChevronRight },
  ] as const
  return (
    <>
      {ends.map(({ hash, name, Icon }) =>
        hash === null ? (
          <Button
            key={name}
            disabled
            aria-label={`${name} block`}
            size="icon"
            icon={<Icon aria-hidden className="size-4" />}
          />
        ) : (
          <Button key={name} asChild size="icon">
            <Link to="/block/$block" params={{ block: hash }} aria-label={`${name} block`} title={`${name} block`}>
              <Icon aria-hidden className="size-4" />
            </Link>
          </Button>
        ),
      )}
    </>
  )
}

function BlockFigures({ block, coin }: { readonly block: BlockSummary | undefined; readonly coin: string }) {
  const source = block ? <CallSource calls={[shownCall('getblocksummary', { 'hash|height': block.hash })]} /> : null
  const share = block ? Math.min(100, (block.size / block.maxsize) * 100) : 0
  return (
    <KeyFigures>
      <KeyFigure
        label="Transactions"
        value={block && groupDigits(block.txcount)}
        note={
          block &&
          (block.txcount === 1 ? 'the coinbase alone' : `the coinbase and ${plural(block.txcount - 1, 'other')}`)
        }
        source={source}
      />
      <KeyFigure
        label="Size"
        value={block && formatBytes(block.size)}
        note={block && `${share < 0.1 ? 'less than 0.1' : share.toFixed(1)} % of ${formatBytes(block.maxsize)}`}
        source={source}
      />
      <KeyFigure
        label="Reward"
        value={block && <Amount satoshis={block.reward} className="text-16" />}
        note={block && `${coin}, fees included`}
        source={source}
      />
      <KeyFigure
        label="Fees"
        value={block && (block.fees === null ? null : <Amount satoshis={block.fees} className="text-16" />)}
        note={`${coin} in all`}
        source={source}
      />
      <KeyFigure
        label="Time"
        value={block && <span className="text-13">{formatTime(block.time)}</span>}
        note="in its header"
        source={source}
      />
    </KeyFigures>
  )
}

function BlockTabs({ block, coin }: { readonly block: BlockSummary; readonly coin: string }) {
  const { tab = 'transactions' } = useSearch({ from: '/block/$block' })
  const navigate = useNavigate({ from: '/block/$block' })
  const { hash } = block
  return (
    <Panel name="The contents of the block">
      <Card flush className="min-h-90 shrink-0" bodyClassName="p-3">
        <Tabs
          label="Contents of the block"
          value={tab}
          onChange={(next) => void navigate({ search: next === 'transactions' ? {} : { tab: next }, replace: true })}
          tabs={[
            {
              id: 'transactions',
              label: 'Transactions',
              content: <BlockTransactions hash={hash} total={block.txcount} coin={coin} />,
            },
            { id: 'header', label: 'Header', content: <HeaderCard block={block} /> },
            {
              id: 'raw',
              label: 'Raw',
              content: (
                <RawText
                  method="getblock"
                  input={{ 'hash|height': hash, verbosity: 0 }}
                  label="raw block"
                  bytes={block.size}
                />
              ),
            },
          ]}
        />
      </Card>
    </Panel>
  )
}
