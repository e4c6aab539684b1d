import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Eraser, Search, ShieldCheck, ShieldOff, Upload, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { LazyNextStep } from '../../../components/firstSteps/lazyNextStep.ts'
import { useNextStep } from '../../../components/firstSteps/useNextStep.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PlaceTabs } from '../../../components/PlaceTabs.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { shortSubnet } from '../../../components/shortSubnet.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import { saveText } from '../../../ui/saveText.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { BansSearch } from '../search.ts'
import { type ListedBan, useBans } from '../useBans.ts'
import { useNodeNames } from '../useNodeNames.ts'
import { BanForm } from './BanForm.tsx'
import { banColumns } from './banColumns.tsx'
import { bansAsText } from './banText.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** Changes arrive as events, but a node without peers does not check for expired bans. */
const BANS_EVERY_MS = 30_000

const getKey = (ban: ListedBan) => ban.address
const formatLabel = (ban: ListedBan) => shortSubnet(ban.address)

type Change = { readonly [Name in keyof BansSearch]: BansSearch[Name] | undefined }

export function BansPage() {
  const search = useSearch({ from: '/bans' })
  const navigate = useNavigate({ from: '/bans' })
  const bans = useRpc('listbans', {}, { every: BANS_EVERY_MS })
  const { clear } = useBans()
  const [banned, setBanned] = useState(false)
  const { done } = useNextStep()
  const [asking, setAsking] = useState<'import' | 'clear'>()
  const set = (change: Change) =>
    void navigate({
      replace: true,
      search: (old) =>
        Object.fromEntries(
          Object.entries({ ...old, ...change }).filter(([, value]) => value !== undefined),
        ) as BansSearch,
    })
  const none = !bans.data?.length
  return (
    <PageLayout
      title={t('frame:page.network')}
      tabs={<PlaceTabs of="network" />}
      fill
      beside={<StaleBadge updatedAt={bans.dataUpdatedAt} stale={bans.isRefetchError} />}
      actions={
        <>
          <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setAsking('import')}>
            {t('network:bans.import')}
          </Button>
          <Button
            icon={<Download aria-hidden className="size-4" />}
            disabled={none}
            onClick={() => saveText('bans.txt', bansAsText(bans.data ?? []))}
          >
            {t('network:bans.export')}
          </Button>
          <Button icon={<Eraser aria-hidden className="size-4" />} disabled={none} onClick={() => setAsking('clear')}>
            {t('network:bans.unbanAll')}
          </Button>
        </>
      }
    >
      <Panel name={t('network:bans.form')}>
        <BanForm key={search.ban ?? ''} initial={search.ban ?? ''} onBanned={() => setBanned(true)} />
        {banned && done.includes('ban') ? <LazyNextStep /> : null}
      </Panel>
      <Panel name={t('network:bans.list')}>
        <BansCard
          bans={bans.data}
          error={bans.data ? undefined : bans.error}
          onRetry={() => void bans.refetch()}
          search={search}
          onSearch={set}
        />
      </Panel>
      {asking === 'import' ? <ImportDialog onClose={() => setAsking(undefined)} /> : null}
      {asking === 'clear' && bans.data ? (
        <ClearDialog
          bans={bans.data}
          onClose={() => setAsking(undefined)}
          onClear={() => {
            setAsking(undefined)
            void clear(bans.data)
          }}
        />
      ) : null}
    </PageLayout>
  )
}

interface BansCardProps {
  readonly bans: readonly ListedBan[] | undefined
  readonly error: unknown
  onRetry(): void
  readonly search: BansSearch
  onSearch(change: Change): void
}

function BansCard({ bans, error, onRetry, search, onSearch }: BansCardProps) {
  const { unban } = useBans()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useDeferredValue(search.q?.trim().toLowerCase() ?? '')
  const names = useNodeNames()
  const rows = bans?.filter(({ address, note }) =>
    [shortSubnet(address), note, names.ofBan(address) ?? ''].some((text) => text.toLowerCase().includes(query)),
  )
  const selected = (rows ?? []).filter((ban) => chosen.has(ban.address))
  const keys = useMemo(() => new Set(selected.map(getKey)), [selected])
  const columns = useMemo(() => banColumns((list) => void unban(list)), [unban])
  const order = search.sort ? { id: search.sort.replace('-', ''), descending: search.sort.startsWith('-') } : undefined
  return (
    <Card
      title={bans === undefined ? t('network:bans.title') : t('network:bans.count', { count: bans.length })}
      flush
      className="min-h-60 flex-1"
      bodyClassName="flex flex-col"
      actions={
        selected.length > 0 ? (
          <>
            <span role="status" className="whitespace-nowrap text-12 text-muted">
              {t('network:bans.selected', { count: selected.length })}
            </span>
            <Button
              size="sm"
              icon={<ShieldOff aria-hidden className="size-3.5" />}
              onClick={() => {
                setChosen(new Set())
                void unban(selected)
              }}
            >
              {t('network:bans.unban')}
            </Button>
            <IconButton
              small
              label={t('network:bans.selectNone')}
              icon={<X aria-hidden className="size-3.5" />}
              onClick={() => setChosen(new Set())}
            />
          </>
        ) : (
          <div className="w-56">
            <SearchField
              label={t('network:bans.searchLabel')}
              placeholder={t('network:bans.search')}
              value={search.q ?? ''}
              onChange={(text) => onSearch({ q: text || undefined })}
            />
          </div>
        )
      }
      source={<CallSource calls={[shownCall('listbans', {}), shownCall('listbanned', {})]} />}
    >
      <DataTable
        label={t('network:bans.title')}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={getKey}
        rowLabel={formatLabel}
        selection={{ keys, onChange: setChosen }}
        onDelete={(list) => {
          setChosen(new Set())
          void unban(list)
        }}
        sort={order}
        onSort={(next) => onSearch({ sort: next ? `${next.descending ? '-' : ''}${next.id}` : undefined })}
        error={error ? <RpcErrorState error={error} onRetry={onRetry} /> : undefined}
        empty={
          query !== '' && (bans?.length ?? 0) > 0 ? (
            <EmptyState
              icon={<Search />}
              title={t('network:bans.noMatch')}
              action={<Button onClick={() => onSearch({ q: undefined })}>{t('network:bans.showAll')}</Button>}
            >
              {t('network:bans.noMatchHint')}
            </EmptyState>
          ) : (
            <EmptyState icon={<ShieldCheck />} title={t('network:bans.nobody')} call="setban">
              {t('network:bans.nobodyHint')}
            </EmptyState>
          )
        }
      />
    </Card>
  )
}
