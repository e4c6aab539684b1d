import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Coins, Plus, Search } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlaceTabs } from '../../components/PlaceTabs.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import type { TokensSearch } from './search.ts'
import { longestNumber, tokenColumns } from './tokenColumns.tsx'
import { type ListedToken, TOKEN_PAGE, useTokens } from './useTokens.ts'

const TokenDrawer = onDemand(() => import('./TokenDrawer.tsx').then((module) => module.TokenDrawer))

const filters = (): readonly Segment<'all' | 'mine' | 'nft'>[] => [
  { id: 'all', label: t('tokens:all') },
  { id: 'mine', label: t('tokens:mine') },
  { id: 'nft', label: t('tokens:nfts') },
]

function matches(row: ListedToken, search: TokensSearch): boolean {
  if (search.show === 'mine' && row.mybalance === 0n) return false
  if (search.show === 'nft' && row.data === undefined) return false
  const query = search.q?.trim().toLowerCase()
  return (
    !query || row.name.toLowerCase().includes(query) || row.tokenid.startsWith(query) || row.owner.startsWith(query)
  )
}

/** How much of a long list is shown or was searched. */
function ListFoot({ tokens }: { readonly tokens: ReturnType<typeof useTokens> }) {
  const { found, rows, total = 0 } = tokens
  if (found) {
    return (
      <p role="status" className="border-t px-4 py-2 text-12 text-muted">
        {found.total > found.rows.length
          ? t('tokens:list.searchedMany', {
              total: groupDigits(total),
              shown: groupDigits(found.rows.length),
              found: groupDigits(found.total),
            })
          : t('tokens:list.searched', { total: groupDigits(total) })}
      </p>
    )
  }
  if (!tokens.hasNextPage || !rows) return null
  return (
    <p className="flex items-center gap-3 border-t px-4 py-2 text-12 text-muted">
      {t('tokens:list.newest', { shown: groupDigits(rows.length), total: groupDigits(total) })}
      <Button size="sm" busy={tokens.isFetchingNextPage} onClick={() => void tokens.fetchNextPage()}>
        {t('tokens:list.more', { count: TOKEN_PAGE })}
      </Button>
    </p>
  )
}

export function TokensPage() {
  const search = useSearch({ from: '/tokens' })
  const navigate = useNavigate({ from: '/tokens' })
  const { data: info } = useRpc('getinfo', {})
  const filter = useDeferredValue(search)
  const tokens = useTokens(info?.pubkey, filter.q?.trim() ?? '')
  const loaded = tokens.found?.rows ?? tokens.rows
  const rows = useMemo(() => loaded?.filter((row) => matches(row, filter)), [loaded, filter])
  const longest = useMemo(() => longestNumber(loaded), [loaded])
  const columns = useMemo(() => tokenColumns(info?.pubkey, longest), [info?.pubkey, longest])
  const change = (next: Partial<TokensSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: next.token === undefined })
  const sort = search.sort ? { id: search.sort.replace('-', ''), descending: search.sort.startsWith('-') } : undefined
  const filtered = Boolean(search.q || search.show)

  return (
    <PageLayout
      title={t('frame:page.tokens')}
      tabs={<PlaceTabs of="tokens" />}
      fill
      beside={<StaleBadge updatedAt={tokens.dataUpdatedAt} stale={tokens.isRefetchError} />}
      actions={
        <Button asChild variant="primary">
          <Link to="/tokens/create">
            <Plus aria-hidden className="size-4" /> {t('tokens:create')}
          </Link>
        </Button>
      }
    >
      {/* Four zeros say less than the list's own words. */}
      {tokens.total === 0 ? null : (
        <Panel name={t('tokens:panel.figures')}>
          <TokenFigures rows={tokens.rows} total={tokens.total} failed={tokens.isError} ownKey={info?.pubkey} />
        </Panel>
      )}
      <Panel name={t('tokens:panel.list')}>
        <Card
          title={t('tokens:list.title')}
          flush
          className="min-h-60 flex-1"
          bodyClassName="flex flex-col"
          actions={
            <>
              <Segmented
                label={t('tokens:list.which')}
                value={search.show ?? 'all'}
                onChange={(show) =>
                  void navigate({
                    search: ({ show: _, ...old }) => (show === 'all' ? old : { ...old, show }),
                    replace: true,
                  })
                }
                segments={filters()}
                className="h-7"
              />
              <div className="w-56">
                <SearchField
                  main
                  label={t('tokens:list.searchLabel')}
                  placeholder={t('tokens:list.search')}
                  value={search.q ?? ''}
                  onChange={(q) =>
                    void navigate({ search: ({ q: _, ...old }) => (q ? { ...old, q } : old), replace: true })
                  }
                />
              </div>
            </>
          }
          source={<CallSource calls={[shownCall('tokensummary', { limit: TOKEN_PAGE }), shownCall('tokenlist', {})]} />}
        >
          <DataTable
            label={t('tokens:list.label')}
            className="flex-1"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.tokenid}
            rowLabel={(row) => visibleString(row.name, 40)}
            openKey={search.token}
            onOpen={(row) => change({ token: row.tokenid })}
            sort={sort}
            onSort={(next) =>
              void navigate({
                search: ({ sort: _, ...old }) =>
                  next ? { ...old, sort: `${next.descending ? '-' : ''}${next.id}` } : old,
                replace: true,
              })
            }
            skeletonRows={10}
            error={
              tokens.error && !tokens.rows ? (
                <RpcErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
              ) : undefined
            }
            empty={<NoTokens filtered={filtered} onClear={() => void navigate({ search: {}, replace: true })} />}
          />
          <ListFoot tokens={tokens} />
        </Card>
      </Panel>
      {search.token ? (
        <TokenDrawer
          key={search.token}
          tokenid={search.token}
          row={(tokens.rows ?? []).concat(tokens.found?.rows ?? []).find((row) => row.tokenid === search.token)}
          act={search.act}
          onAct={(act) => void navigate({ search: ({ act: _, ...old }) => (act ? { ...old, act } : old) })}
          onClose={() => void navigate({ search: ({ token: _, act: __, ...old }) => old })}
        />
      ) : null}
    </PageLayout>
  )
}

function NoTokens({ filtered, onClear }: { readonly filtered: boolean; onClear(): void }) {
  return filtered ? (
    <EmptyState
      icon={<Search />}
      title={t('tokens:list.noMatch')}
      action={<Button onClick={onClear}>{t('tokens:list.showAll')}</Button>}
    >
      {t('tokens:list.noMatchHint')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Coins />}
      title={t('tokens:list.none')}
      call="tokencreate"
      action={
        <Button asChild variant="primary">
          <Link to="/tokens/create">{t('tokens:list.first')}</Link>
        </Button>
      }
    >
      {t('tokens:list.noneHint')}
    </EmptyState>
  )
}

function TokenFigures({
  rows,
  total,
  failed,
  ownKey,
}: {
  readonly failed: boolean
  readonly rows: readonly ListedToken[] | undefined
  readonly total: number | undefined
  readonly ownKey: string | undefined
}) {
  const nothing = failed ? null : undefined
  const mine = useMemo(() => rows?.filter((row) => row.mybalance > 0n), [rows])
  const nfts = useMemo(() => rows?.filter((row) => row.data !== undefined).length, [rows])
  const made = useMemo(() => rows?.filter((row) => row.owner === ownKey).length, [rows, ownKey])
  const source = <CallSource calls={[shownCall('tokensummary', { limit: TOKEN_PAGE })]} />
  const pending = rows?.filter((row) => row.pending).length ?? 0
  return (
    <KeyFigures>
      <KeyFigure
        label={t('tokens:figures.tokens')}
        value={total === undefined ? nothing : groupDigits(total)}
        note={pending > 0 ? t('tokens:figures.pending', { pending }) : t('tokens:figures.confirmed')}
        source={source}
      />
      <KeyFigure
        label={t('tokens:figures.held')}
        value={mine ? groupDigits(mine.length) : nothing}
        note={t('tokens:figures.heldNote')}
        source={source}
      />
      <KeyFigure
        label={t('tokens:figures.nfts')}
        value={nfts === undefined ? nothing : groupDigits(nfts)}
        note={t('tokens:figures.nftsNote')}
        source={source}
      />
      <KeyFigure
        label={t('tokens:figures.made')}
        value={made === undefined ? nothing : groupDigits(made)}
        note={t('tokens:figures.madeNote')}
        source={source}
      />
    </KeyFigures>
  )
}
