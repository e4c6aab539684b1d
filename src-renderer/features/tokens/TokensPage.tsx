import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Check, Coins, Plus, Search } from 'lucide-react'
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
import { SearchField } from '../../ui/SearchField.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import type { TokensSearch } from './search.ts'
import { longestNumber, tokenColumns } from './tokenColumns.tsx'
import { type ListedToken, TOKEN_PAGE, useTokens } from './useTokens.ts'

function matches(row: ListedToken, search: TokensSearch): boolean {
  if (search.show === 'mine' && row.mybalance === 0n) return false
  if (search.nft && row.data === undefined) return false
  const query = search.q?.trim().toLowerCase()
  return (
    !query || row.name.toLowerCase().includes(query) || row.tokenid.startsWith(query) || row.owner.startsWith(query)
  )
}

/** Shows the number of rows that are shown, or that were searched. */
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
  const sort = search.sort ? { id: search.sort.replace('-', ''), descending: search.sort.startsWith('-') } : undefined
  const filtered = Boolean(search.q || search.nft)
  const mine = search.show === 'mine'

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
      <Panel name={t('tokens:panel.list')}>
        <Card
          title={mine ? t('tokens:list.mine') : t('tokens:list.title')}
          flush
          className="min-h-60 flex-1"
          bodyClassName="flex flex-col"
          actions={
            <>
              <Button
                size="sm"
                aria-pressed={search.nft === true}
                className="aria-pressed:border-accent aria-pressed:text-accent-text"
                icon={search.nft ? <Check aria-hidden className="size-3.5" /> : undefined}
                onClick={() =>
                  void navigate({ search: ({ nft, ...old }) => (nft ? old : { ...old, nft: true }), replace: true })
                }
              >
                {t('tokens:list.nftsOnly')}
              </Button>
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
            onOpen={({ tokenid }) => void navigate({ to: '/tokens/$tokenid', params: { tokenid }, search: {} })}
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
            empty={
              <NoTokens
                filtered={filtered}
                mine={mine && tokens.total !== 0}
                onClear={() => void navigate({ search: {}, replace: true })}
              />
            }
          />
          <ListFoot tokens={tokens} />
        </Card>
      </Panel>
    </PageLayout>
  )
}

interface NoTokensProps {
  readonly filtered: boolean
  /** True if other wallets hold tokens of this chain. */
  readonly mine: boolean
  onClear(): void
}

function NoTokens({ filtered, mine, onClear }: NoTokensProps) {
  if (filtered || mine) {
    return (
      <EmptyState
        icon={filtered ? <Search /> : <Coins />}
        title={filtered ? t('tokens:list.noMatch') : t('tokens:list.noneMine')}
        action={<Button onClick={onClear}>{t('tokens:list.showAll')}</Button>}
      >
        {filtered ? t('tokens:list.noMatchHint') : t('tokens:list.noneMineHint')}
      </EmptyState>
    )
  }
  return (
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
