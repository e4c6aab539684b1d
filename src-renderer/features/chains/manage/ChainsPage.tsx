import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Boxes, FlaskConical, Plus, Search, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { chosenChains, isShown } from '../../../components/people/persons.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { fileText } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useChains, useCurrentChain } from '../../../node/chains.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import type { ChainsSearch } from '../search.ts'
import { ChainDrawer } from './ChainDrawer.tsx'
import { chainColumns } from './chainColumns.tsx'
import { FailedChains } from './FailedChains.tsx'

function matches({ label, name, directory, magic }: ListedChain, wanted: string): boolean {
  return `${label} ${name} ${magic} ${directory}`.toLowerCase().includes(wanted)
}

/** Folder sizes are refreshed at most every 15 seconds. */
const SIZES_MS = 15_000

/** Lists all chains on this computer: their state, size and actions. */
export function ChainsPage() {
  const search = useSearch({ from: '/chains' })
  const navigate = useNavigate({ from: '/chains' })
  const chains = useChains(SIZES_MS)
  const list = chains.data
  const listed = useMemo(() => list && chosenChains(list), [list])
  const change = (next: Partial<ChainsSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: next.chain === undefined })
  const wanted = search.q?.trim().toLowerCase() ?? ''
  const rows = useMemo(() => listed?.filter((chain) => matches(chain, wanted)), [listed, wanted])
  const current = useCurrentChain()
  const { developer } = useDisplayStyle()
  const currentId = listed?.find((chain) => isShown(chain, current))?.id ?? null
  const columns = useMemo(() => chainColumns(currentId, developer), [currentId, developer])
  const sort = search.sort ? { id: search.sort.replace('-', ''), descending: search.sort.startsWith('-') } : undefined
  const open = listed?.find(({ id }) => id === search.chain)
  const openChain = (chain: ListedChain) => change({ chain: chain.id })

  return (
    <PageLayout
      title={t('chains:list.title')}
      fill
      actions={<Additions sandboxed={listed?.some(({ kind }) => kind === 'sandbox')} />}
    >
      {list?.notice ? <Note>{fileText(list.notice)}</Note> : null}
      <Figures chains={listed} root={list?.root} />
      <FailedChains chains={list?.chains ?? []} onOpen={openChain} />
      <Card
        flush
        title={
          <span className="flex items-center gap-3">
            {listed ? t('chains:list.count', { count: listed.length }) : t('chains:list.title')}
          </span>
        }
        actions={
          <div className="w-56">
            <SearchField
              main
              label={t('chains:list.search')}
              placeholder={t('chains:list.searchPlaceholder')}
              value={search.q ?? ''}
              onChange={(q) =>
                void navigate({ search: ({ q: _, ...old }) => (q ? { ...old, q } : old), replace: true })
              }
            />
          </div>
        }
        source={<CallSource calls={[shownCall('listchains', {})]} />}
        className="min-h-0 flex-1"
        bodyClassName="flex min-h-0 flex-col"
      >
        <DataTable
          label={t('chains:list.label')}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ label }) => visibleString(label, 60)}
          onOpen={openChain}
          openKey={search.chain}
          sort={sort}
          onSort={(next) =>
            void navigate({
              search: ({ sort: _, ...old }) =>
                next ? { ...old, sort: `${next.descending ? '-' : ''}${next.id}` } : old,
              replace: true,
            })
          }
          empty={
            wanted ? (
              <EmptyState icon={<Search />} title={t('chains:list.noMatch')}>
                {t('chains:list.noMatchHint')}
              </EmptyState>
            ) : (
              <EmptyState icon={<Boxes />} title={t('chains:list.empty')} call="createchain">
                {t('chains:list.emptyHint')}
              </EmptyState>
            )
          }
          error={
            chains.error ? <RpcErrorState error={chains.error} onRetry={() => void chains.refetch()} /> : undefined
          }
        />
      </Card>
      {open ? (
        <ChainDrawer
          key={open.id}
          chain={open}
          current={open.id === currentId}
          act={search.act}
          onAct={(act) =>
            void navigate({ search: ({ act: _, ...old }) => (act ? { ...old, act } : old), replace: true })
          }
          onClose={() => void navigate({ search: ({ chain: _, act: __, ...old }) => old })}
        />
      ) : null}
    </PageLayout>
  )
}

function Figures({
  chains,
  root,
}: {
  readonly chains: readonly ListedChain[] | undefined
  readonly root: string | undefined
}) {
  const running = chains?.filter(({ state }) => state === 'running').length
  const failed = chains?.filter(({ state }) => state === 'failed').length
  const size = chains?.reduce((sum, chain) => sum + (chain.size ?? 0), 0)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('chains:list.running')}
        value={chains && t('chains:list.runningOf', { running, total: chains.length })}
        note={failed ? t('chains:list.failedToStart', { count: failed }) : t('chains:list.ownNode')}
      />
      <KeyFigure
        label={t('chains:drawer.onDisk')}
        value={size === undefined ? undefined : formatBytes(size)}
        note={t('chains:list.diskNote')}
      />
      <KeyFigure
        label={t('chains:list.keptIn')}
        value={root && <span className="truncate text-14">{visibleString(root, 200)}</span>}
        note={t('chains:list.keptNote')}
      />
    </KeyFigures>
  )
}

/** The actions that add another chain. */
function Additions({ sandboxed }: { readonly sandboxed: boolean | undefined }) {
  const add = useRpcMutation('addsandbox')
  return (
    <>
      {sandboxed === false ? (
        <Button
          busy={add.isPending}
          icon={<FlaskConical aria-hidden className="size-4" />}
          onClick={() =>
            add.mutate({}, { onError: (error) => toast({ tone: 'bad', title: describeError(error).title }) })
          }
        >
          {t('chains:list.addSandbox')}
        </Button>
      ) : null}
      <Button asChild>
        <Link to="/chains/join">
          <UserPlus aria-hidden className="size-4" /> {t('chains:join.title')}
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link to="/chains/create">
          <Plus aria-hidden className="size-4" /> {t('chains:create.title')}
        </Link>
      </Button>
    </>
  )
}
