import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, CircleCheck, Unlink } from 'lucide-react'
import { RpcError } from '#shared/errors.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { CopyLink } from '../../../components/links/CopyLink.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { isFirstOfAll } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { amountLength, coinUnit, formatBytes, formatDecimal, formatTime, groupDigits } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { NotFoundCard } from '../NotFoundCard.tsx'
import { RawText } from '../RawText.tsx'
import { BlockNotes } from './BlockNotes.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'
import type { BlockSummary } from './blockSummary.ts'
import { HeaderCard } from './HeaderCard.tsx'

/** RPC error codes for a block that does not exist: unknown hash, height above the tip, or not a number. */
const UNKNOWN: readonly number[] = [-5, -8]

export function BlockPage() {
  const { block } = useParams({ from: '/block/$block' })
  const { data: status } = useRpc('getnodestatus', {})
  const summary = useRpc('getblocksummary', { 'hash|height': block }, { keepPrevious: false })
  const { data, error } = summary
  if (!data && error instanceof RpcError && UNKNOWN.includes(error.code)) {
    return (
      <NotFoundCard page={t('explorer:block.block')} title={t('explorer:block.notFound')} text={block}>
        {t('explorer:block.notFoundHint')}
      </NotFoundCard>
    )
  }
  return (
    <PageLayout
      title={data ? t('explorer:block.title', { height: groupDigits(data.height) }) : t('explorer:block.block')}
      beside={
        <>
          {data ? <BlockState block={data} /> : null}
          <StaleBadge updatedAt={summary.dataUpdatedAt} stale={summary.isRefetchError} />
        </>
      }
      actions={
        <>
          <CallSource calls={[shownCall('getblocksummary', { 'hash|height': block })]} />
          <Neighbours block={data} />
          <CopyLink />
        </>
      }
    >
      <div className="-mt-2 flex min-h-7 flex-wrap items-center gap-x-3 text-12 text-muted">
        {data ? (
          <>
            <Hash
              value={data.hash}
              label={t('explorer:block.hash')}
              head={32}
              tail={32}
              className="shrink-0 text-text"
            />
            <span className="ml-auto">
              {isFirstOfAll(data.height) ? t('explorer:genesis') : <Mined block={data} />}
            </span>
          </>
        ) : null}
      </div>
      {data ? <BlockNotes block={data} coin={coinUnit(status?.name)} /> : null}
      <Panel name={t('explorer:panel.blockFigures')}>
        {error && !data ? (
          <RpcErrorState error={error} onRetry={() => void summary.refetch()} className="m-0" />
        ) : (
          <BlockFigures block={data} coin={coinUnit(status?.name)} />
        )}
      </Panel>
      {/* Remount for another block, so that no data of the previous one is shown. */}
      {data ? <BlockTabs key={data.hash} block={data} coin={coinUnit(status?.name)} /> : null}
    </PageLayout>
  )
}

function Mined({ block: { time, miner } }: { readonly block: BlockSummary }) {
  return (
    <Trans
      i18nKey={miner ? 'explorer:block.minedTo' : 'explorer:block.mined'}
      components={{
        age: <Age time={time} />,
        miner: <ChainLink to={{ kind: 'address', id: miner ?? '' }} label={t('explorer:block.miner')} />,
      }}
    />
  )
}

function BlockState({ block }: { readonly block: BlockSummary }) {
  return block.active ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
      {t('parts:tx.confirmations', { count: block.confirmations })}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<Unlink aria-hidden className="size-3" />}>
      {t('explorer:block.orphaned')}
    </Badge>
  )
}

function Neighbours({ block }: { readonly block: BlockSummary | undefined }) {
  const { previousblockhash: previous = null, nextblockhash: next = null } = block ?? {}
  const ends = [
    { hash: previous, name: t('explorer:block.previous'), Icon: ChevronLeft },
    { hash: next, name: t('explorer:block.next'), Icon: ChevronRight },
  ] as const
  return (
    <>
      {ends.map(({ hash, name, Icon }) =>
        hash === null ? (
          <Button key={name} disabled aria-label={name} size="icon" icon={<Icon aria-hidden className="size-4" />} />
        ) : (
          <Button key={name} asChild size="icon">
            <Link to="/block/$block" params={{ block: hash }} aria-label={name} title={name}>
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
        label={t('explorer:block.transactions')}
        value={block && groupDigits(block.txcount)}
        note={
          block &&
          (block.txcount === 1
            ? t('explorer:block.coinbaseOnly')
            : t('explorer:block.others', { count: block.txcount - 1 }))
        }
        source={source}
      />
      <KeyFigure
        label={t('explorer:block.size')}
        value={block && formatBytes(block.size)}
        note={block && formatFullness(share, block.maxsize)}
        source={source}
      />
      <KeyFigure
        label={t('explorer:block.reward')}
        value={block && <Amount satoshis={block.reward} />}
        chars={block && amountLength(block.reward)}
        note={block && t('explorer:block.withFees', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:block.fees')}
        value={block && (block.fees === null ? null : <Amount satoshis={block.fees} />)}
        chars={block?.fees == null ? undefined : amountLength(block.fees)}
        note={t('explorer:block.total', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:block.time')}
        value={block && <Age time={block.time} />}
        note={block && formatTime(block.time)}
        source={source}
      />
    </KeyFigures>
  )
}

/** @param share in percent */
function formatFullness(share: number, max: number): string {
  const size = formatBytes(max)
  return share < 0.1
    ? t('explorer:block.fullLess', { size })
    : t('explorer:block.full', { percent: formatDecimal(share, 1), size })
}

function BlockTabs({ block, coin }: { readonly block: BlockSummary; readonly coin: string }) {
  const { tab = 'transactions' } = useSearch({ from: '/block/$block' })
  const navigate = useNavigate({ from: '/block/$block' })
  const { hash } = block
  return (
    <Panel name={t('explorer:panel.blockContents')}>
      <Card flush className="min-h-90 shrink-0" bodyClassName="p-3">
        <Tabs
          label={t('explorer:block.contents')}
          value={tab}
          onChange={(next) => void navigate({ search: next === 'transactions' ? {} : { tab: next }, replace: true })}
          tabs={[
            {
              id: 'transactions',
              label: t('explorer:block.transactions'),
              content: <BlockTransactions hash={hash} total={block.txcount} coin={coin} />,
            },
            { id: 'header', label: t('explorer:block.header'), content: <HeaderCard block={block} /> },
            {
              id: 'raw',
              label: t('explorer:block.raw'),
              content: (
                <RawText
                  method="getblock"
                  input={{ 'hash|height': hash, verbosity: 0 }}
                  label={t('explorer:block.rawLabel')}
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
