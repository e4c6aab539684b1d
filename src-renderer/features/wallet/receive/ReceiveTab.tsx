import { ArrowDownLeft, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { AddressCard, UseBadge } from './AddressCard.tsx'
import { addressToShow, type ReceiveAddress, useLabels } from './labels.ts'

/** Shows a receiving address, and all earlier ones. */
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
  // Keep the shown address while it is copied or labelled, even if a payment to it makes another one the next unused.
  useEffect(() => setChosen((before) => before ?? shown?.address), [shown?.address])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="group/source flex min-h-52 shrink-0 [@media(max-height:700px)]:min-h-40 items-start justify-between gap-4 border-b px-4 py-3 max-[719px]:flex-col">
        {shown ? (
          <AddressCard entry={shown} coin={coin} />
        ) : list.data ? (
          <EmptyState
            icon={<ArrowDownLeft />}
            title={t('wallet:receive.none')}
            className="min-w-0 flex-1 items-start px-0 py-0 text-left"
            call="getnewaddress"
          >
            {t('wallet:receive.noneHint')}
          </EmptyState>
        ) : list.error ? (
          <RpcErrorState error={list.error} compact onRetry={() => void list.refetch()} className="flex-1" />
        ) : (
          <AddressSkeleton />
        )}
        <div className="flex shrink-0 items-center gap-2">
          <CallSource calls={[shownCall('getnewaddress', {}), shownCall('listreceiveaddresses', {})]} />
          <NewAddress onMade={setChosen} />
        </div>
      </div>
      <DataTable
        label={t('wallet:receive.list', { coin })}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={(entry) => entry.address}
        rowLabel={(entry) => visibleString(entry.label === '' ? entry.address : entry.label, 100)}
        openKey={shown?.address}
        onOpen={(entry) => setChosen(entry.address)}
        error={list.error && !list.data ? <span /> : undefined}
        empty={
          <EmptyState icon={<ArrowDownLeft />} title={t('wallet:receive.empty')} call="getnewaddress">
            {t('wallet:receive.noneHint')}
          </EmptyState>
        }
      />
      <div className="flex min-h-8 shrink-0 flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1 text-12 text-muted">
        <span role="status">{rows ? t('wallet:receive.count', { count: rows.length }) : ' '}</span>
        <Switch label={t('wallet:receive.showChange')} checked={change} onChange={setChange} />
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
      toast({ tone: 'bad', title: t('wallet:receive.newFailed'), detail: describeError(error).title })
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
      {t('wallet:receive.new')}
    </Button>
  )
}

function AddressSkeleton() {
  return (
    <div role="status" aria-label={t('ui:loading')} className="flex flex-1 gap-4">
      <Skeleton className="size-44" />
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
      header: t('wallet:label'),
      width: 'minmax(120px, 1.4fr)',
      sortBy: (entry) => (entry.label === '' ? null : entry.label),
      cell: (entry) =>
        entry.label === '' ? (
          <span className="text-faint">
            {entry.tokenkey ? t('wallet:tokenKey') : entry.change ? t('wallet:receive.change') : '—'}
          </span>
        ) : (
          <SafeText text={entry.label} max={60} />
        ),
    },
    {
      id: 'address',
      header: t('wallet:address'),
      width: '148px',
      sortBy: (entry) => entry.address,
      cell: (entry) => (
        <ChainLink to={{ kind: 'address', id: entry.address }} label={t('wallet:addressName')} inRow unnamed />
      ),
    },
    {
      id: 'use',
      header: t('wallet:state'),
      width: '92px',
      sortBy: (entry) => entry.transactions,
      firstSort: 'descending',
      cell: (entry) => <UseBadge entry={entry} />,
    },
    {
      id: 'received',
      header: t('wallet:receive.received', { coin }),
      hint: t('wallet:receive.receivedHint'),
      width: 'minmax(132px, 1fr)',
      align: 'right',
      hideBelow: 840,
      firstSort: 'descending',
      sortBy: (entry) => entry.received,
      cell: (entry) => <Amount satoshis={entry.received} />,
    },
    {
      id: 'mined',
      header: t('wallet:receive.minedColumn', { coin }),
      hint: t('wallet:receive.minedHint'),
      width: 'minmax(132px, 1fr)',
      align: 'right',
      hideBelow: 980,
      firstSort: 'descending',
      sortBy: (entry) => entry.mined,
      cell: (entry) => <Amount satoshis={entry.mined} />,
    },
    {
      id: 'balance',
      header: t('wallet:receive.balance', { coin }),
      width: 'minmax(132px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: (entry) => entry.balance,
      cell: (entry) => <Amount satoshis={entry.balance} />,
    },
  ]
}
