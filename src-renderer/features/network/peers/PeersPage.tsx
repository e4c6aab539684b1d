import { useNavigate, useSearch } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { BannedNetworkNotice } from '../../../components/BannedNetworkNotice.tsx'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PlaceTabs } from '../../../components/PlaceTabs.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { StaleBadge } from '../../../ui/StaleBadge.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { type ListedPeer, PEERS_EVERY_MS } from '../peer.ts'
import { PictureCard } from '../picture/PictureCard.tsx'
import type { PeersSearch } from '../search.ts'
import { TrafficCard } from '../traffic/TrafficCard.tsx'
import { useNodeNames } from '../useNodeNames.ts'
import { AddedNodes } from './AddedNodes.tsx'
import { AddNode } from './AddNode.tsx'
import { NoPeers } from './NoPeers.tsx'
import { PeerDrawer } from './PeerDrawer.tsx'
import { PeerFigures } from './PeerFigures.tsx'
import { peerColumns } from './peerColumns.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { StateStrip } from './StateStrip.tsx'
import { usePeerActions } from './usePeerActions.ts'

const getKey = (peer: ListedPeer) => String(peer.id)
const formatLabel = (peer: ListedPeer) => visibleString(peer.addr, 80)

const A_DAY = { seconds: 86_400 }

/** Returns true if no peer is connected and there was no traffic for a day. Figures and charts would be empty. */
function useNobodyYet(peers: readonly ListedPeer[] | undefined): boolean {
  const alone = peers?.length === 0
  const { data } = useRpc('gettraffichistory', A_DAY, { enabled: alone, every: PEERS_EVERY_MS })
  return alone && data?.every(({ received, sent }) => received === 0 && sent === 0) === true
}

export function PeersPage() {
  const search = useSearch({ from: '/peers' })
  const navigate = useNavigate({ from: '/peers' })
  const peers = useRpc('listpeers', {}, { every: PEERS_EVERY_MS })
  const { ping } = usePeerActions()
  const set = (change: { readonly [Name in keyof PeersSearch]: PeersSearch[Name] | undefined }) =>
    void navigate({
      replace: true,
      search: (old) =>
        Object.fromEntries(
          Object.entries({ ...old, ...change }).filter(([, value]) => value !== undefined),
        ) as PeersSearch,
    })
  const lonely = useNobodyYet(peers.data)
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  // A link may open the form. After that the URL does not control it.
  useEffect(() => {
    if (search.act !== 'add') return
    setAdding(true)
    void navigate({ replace: true, search: ({ act: _, ...old }) => old })
  }, [search.act, navigate])
  const pingAll = () => void ping()
  const open = (peer: number) => set({ peer })
  return (
    <PageLayout
      title={t('frame:page.network')}
      tabs={<PlaceTabs of="network" />}
      tall
      beside={<StaleBadge updatedAt={peers.dataUpdatedAt} stale={peers.isRefetchError} />}
      actions={
        <>
          <Button icon={<Activity aria-hidden className="size-4" />} disabled={!peers.data?.length} onClick={pingAll}>
            {t('network:peers.pingAll')}
          </Button>
          <AddNode open={adding} onOpenChange={setAdding} />
        </>
      }
    >
      <BannedNetworkNotice />
      <Panel name={t('network:peers.state')}>
        <StateStrip onPing={pingAll} onPeer={open} />
      </Panel>
      {lonely ? null : (
        <>
          <Panel name={t('network:peers.figures')}>
            <PeerFigures peers={peers.data} failed={peers.isError} />
          </Panel>
          <div className="grid h-44 shrink-0 grid-cols-2 grid-rows-[minmax(0,1fr)] gap-4 has-[[role=alert]]:h-auto max-[859px]:h-auto max-[859px]:grid-cols-1 max-[859px]:grid-rows-[176px_176px] min-[1180px]:grid-cols-[3fr_2fr]">
            <Panel name={t('network:peers.traffic')}>
              <TrafficCard className="min-h-0" />
            </Panel>
            <Panel name={t('network:peers.picture')}>
              <PictureCard
                className="min-h-0"
                peers={peers.data}
                failed={peers.isError}
                openId={search.peer}
                onOpen={open}
              />
            </Panel>
          </div>
        </>
      )}
      <Panel name={t('network:peers.list')}>
        <PeersCard
          peers={peers.data}
          error={peers.data ? undefined : peers.error}
          onRetry={() => void peers.refetch()}
          search={search}
          onSearch={set}
          onAdd={add}
        />
      </Panel>
      {search.peer === undefined ? null : (
        <PeerDrawer key={search.peer} id={search.peer} onClose={() => set({ peer: undefined })} />
      )}
    </PageLayout>
  )
}

interface PeersCardProps {
  readonly peers: readonly ListedPeer[] | undefined
  readonly error: unknown
  onRetry(): void
  readonly search: PeersSearch
  onSearch(change: { readonly [Name in keyof PeersSearch]: PeersSearch[Name] | undefined }): void
  onAdd(): void
}

function PeersCard({ peers, error, onRetry, search, onSearch, onAdd }: PeersCardProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const added = useRpc('listaddednodes', {}, { every: PEERS_EVERY_MS })
  const query = useDeferredValue(search.q?.trim().toLowerCase() ?? '')
  const names = useNodeNames()
  const rows = peers?.filter(({ addr, useragent }) =>
    [addr, useragent, names.ofPeer(addr) ?? ''].some((text) => text.toLowerCase().includes(query)),
  )
  // Drop disconnected peers from the selection.
  const selected = (rows ?? []).filter((peer) => chosen.has(getKey(peer)))
  const keys = useMemo(() => new Set(selected.map(getKey)), [selected])
  const { disconnect } = usePeerActions()
  const height = useRpc('getsyncstate', {}).data?.evidence.height ?? 0
  const columns = useMemo(() => peerColumns({ height }), [height])
  const shown = search.show ?? 'connected'
  const order = search.sort ? { id: search.sort.replace('-', ''), descending: search.sort.startsWith('-') } : undefined
  return (
    <Card
      title={
        <Segmented
          label={t('network:peers.which')}
          value={shown}
          onChange={(next) => onSearch({ show: next === 'added' ? 'added' : undefined })}
          segments={[
            {
              id: 'connected',
              label: peers ? t('network:peers.connectedCount', { peers: peers.length }) : t('network:peers.connected'),
            },
            {
              id: 'added',
              label: added.data
                ? t('network:peers.addedCount', { nodes: added.data.filter(({ kept }) => kept).length })
                : t('network:peers.added'),
            },
          ]}
          className="h-7"
        />
      }
      flush
      className="min-h-60 flex-1"
      bodyClassName="flex flex-col"
      actions={
        shown === 'added' ? null : selected.length > 0 ? (
          <SelectionBar peers={selected} onClear={() => setChosen(new Set())} />
        ) : (
          <div className="w-56">
            <SearchField
              main
              label={t('network:peers.searchLabel')}
              placeholder={t('network:peers.search')}
              value={search.q ?? ''}
              onChange={(text) => onSearch({ q: text || undefined })}
            />
          </div>
        )
      }
      source={
        <CallSource calls={[shown === 'added' ? shownCall('listaddednodes', {}) : shownCall('getpeerinfo', {})]} />
      }
    >
      {shown === 'added' ? (
        <AddedNodes onAdd={onAdd} />
      ) : (
        <DataTable
          label={t('network:peers.label')}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={getKey}
          rowLabel={formatLabel}
          selection={{ keys, onChange: setChosen }}
          onDelete={(chosenPeers) => {
            setChosen(new Set())
            void disconnect(chosenPeers)
          }}
          openKey={search.peer === undefined ? undefined : String(search.peer)}
          onOpen={(peer) => onSearch({ peer: peer.id })}
          sort={order}
          onSort={(next) => onSearch({ sort: next ? `${next.descending ? '-' : ''}${next.id}` : undefined })}
          error={error ? <RpcErrorState error={error} onRetry={onRetry} /> : undefined}
          empty={
            <NoPeers
              filtered={query !== '' && (peers?.length ?? 0) > 0}
              onAdd={onAdd}
              onClear={() => onSearch({ q: undefined })}
            />
          }
        />
      )}
    </Card>
  )
}
