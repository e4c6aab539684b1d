import { ArrowDownLeft, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { ChainLink } from '../../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { withUnlock } from '../../../parts/unlock/unlock.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { plural } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { AddressCard, UseBadge } from './AddressCard.tsx'
import { addressToShow, type ReceiveAddress, useLabels } from './labels.ts'

/** A receiving address, and all earlier ones. */
export function ReceiveTab({ coin }: { readonly coin: string }) {
  const list = useRpc('listreceiveaddresses', {})
  const [chosen, setChosen] = useState<string>()
  const [change, setChange] = useState(false)
  const columns = useMemo(() => addressColumns(coin), [coin])
  const rows = useMemo(
    () =>
      list.data?.filter((entry) => change || !entry.change || entry.tokenkey).toSorted((a, b) => b.created - a.created),
    [list.data, change],
  )
  const shown = list.data && (list.data.find((entry) => entry.address === chosen) ?? addressToShow(list.data))
  // The shown address stays while it is copied or labelled, even when a payment to it makes another one the next
  // unused.
  useEffect(() => setChosen((before) => before ?? shown?.address), [shown?.address])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-41 shrink-0 items-start justify-between gap-4 border-b px-4 py-3">
        {shown ? (
          <AddressCard entry={shown} coin={coin} />
        ) : list.data ? (
          <EmptyState
            icon={<ArrowDownLeft />}
            title="No address yet"
            className="min-w-0 flex-1 items-start px-0 py-0 text-left"
            call="getnewaddress"
          >
            Create one and give it to the payer.
          </EmptyState>
        ) : list.error ? (
          <RpcErrorState error={list.error} compact onRetry={() => void list.refetch()} className="flex-1" />
        ) : (
          <AddressSkeleton />
        )}
        <div className="flex shrink-0 items-center gap-2">
          <NewAddress onMade={setChosen} />
          <CallSource calls={[shownCall('getnewaddress', {}), shownCall('listreceiveaddresses', {})]} />
        </div>
      </div>
      <DataTable
        label={`Addresses to receive at, amounts in ${coin}`}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={(entry) => entry.address}
        rowLabel={(entry) => visibleString(entry.label === '' ? entry.address : entry.label, 100)}
        openKey={shown?.address}
        onOpen={(entry) => setChosen(entry.address)}
        error={list.error && !list.data ? <span /> : undefined}
        empty={
          <EmptyState icon={<ArrowDownLeft />} title="No addresses yet" call="getnewaddress">
            Create one and give it to the payer.
          </EmptyState>
        }
      />
      <div className="flex min-h-8 shrink-0 items-center justify-between gap-4 border-t px-4 py-1 text-12 text-muted">
        <span role="status">{rows ? plural(rows.length, 'address', 'addresses') : ' '}</span>
        <Switch label="Addresses for change too" checked={change} onChange={setChange} />
      </div>
    </div>
  )
}

function NewAddress({ onMade }: { onMade(address: string): void }) {
  const { newAddress } = useLabels()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      onMade(await withUnlock(newAddress, 'address'))
    } catch (error) {
      toast({ tone: 'bad', title: 'No new address could be made', detail: describeError(error).title })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      once
      variant="primary"
      busy={busy}
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => void make()}
    >
      New address
    </Button>
  )
}

function AddressSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-1 gap-4">
      <Skeleton className="size-33" />
      <div className="flex flex-1 flex-col gap-3 py-1">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-80" />
        <Skeleton className="h-3.5 w-96" />
      </div>
    </div>
  )
}

function addressColumns(coin: string): readonly Column<ReceiveAddress>[] {
  return [
    {
      id: 'label',
      header: 'Label',
      width: 'minmax(120px, 1.4fr)',
      sortBy: (entry) => (entry.label === '' ? null : entry.label),
      cell: (entry) =>
        entry.label === '' ? (
          <span className="text-faint">{entry.tokenkey ? 'Your token key' : entry.change ? 'for change' : '—'}</span>
        ) : (
          <SafeText text={entry.label} max={60} />
        ),
    },
    {
      id: 'address',
      header: 'Address',
      width: '148px',
      sortBy: (entry) => entry.address,
      cell: (entry) => <ChainLink to={{ kind: 'address', id: entry.address }} label="address" inRow />,
    },
    {
      id: 'use',
      header: 'State',
      width: '92px',
      sortBy: (entry) => entry.transactions,
      firstSort: 'descending',
      cell: (entry) => <UseBadge entry={entry} />,
    },
    {
      id: 'received',
      header: `Received, ${coin}`,
      hint: 'All it ever received',
      width: 'minmax(132px, 1fr)',
      align: 'right',
      hideBelow: 840,
      firstSort: 'descending',
      sortBy: (entry) => entry.received,
      cell: (entry) => <Amount satoshis={entry.received} />,
    },
    {
      id: 'balance',
      header: `Holds, ${coin}`,
      width: 'minmax(132px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: (entry) => entry.balance,
      cell: (entry) => <Amount satoshis={entry.balance} />,
    },
  ]
}
