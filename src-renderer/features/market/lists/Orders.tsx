import { ListOrdered } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t, withTexts } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import type { Sort } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { OrderRow } from '../trade/request.ts'
import { ListFoot } from './ListFoot.tsx'
import { orderColumns } from './orderColumns.tsx'
import { orderState } from './orderCondition.ts'
import { type OrdersWanted, orderOptions, useOrders } from './useOrders.ts'

const CancelDialog = onDemand(
  withTexts(['trade'], () => import('../trade/CancelDialog.tsx').then((module) => module.CancelDialog)),
)

export interface OrdersProps {
  /** absent for all tokens */
  readonly token?: string | undefined
  /** only orders of this node's key */
  readonly mine?: boolean | undefined
  /** maximum number of rows before it scrolls; if absent, it fills the available space */
  readonly maxRows?: number | undefined
  readonly openKey: string | undefined
  onOpen(order: OrderRow): void
}

/** Lists orders in pages, filtered and sorted by the node, so that a hundred thousand orders are as fast as ten. */
export function Orders({ token, mine = false, maxRows, openKey, onOpen }: OrdersProps) {
  const [side, setSide] = useState<OrdersWanted['side']>('all')
  const [state, setState] = useState<OrdersWanted['state']>('open')
  const [sort, setSort] = useState<Sort>()
  const [cancelling, setCancelling] = useState<OrderRow>()
  const wanted: OrdersWanted = {
    ...{ token, mine, side, state, sort: sort?.id === 'price' ? 'price' : 'newest' },
    descending: sort?.descending ?? true,
  }
  const list = useOrders(wanted)
  const coin = useCoinUnit()
  const columns = useMemo(
    () => orderColumns({ coin, named: token === undefined, ...(mine ? { onCancel: setCancelling } : {}) }),
    [coin, token, mine],
  )
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
        <Segmented
          label={t('market:orders.side')}
          className="h-7"
          value={side}
          onChange={setSide}
          segments={[
            { id: 'all', label: t('market:list.all') },
            { id: 'bid', label: t('market:side.bid') },
            { id: 'ask', label: t('market:side.ask') },
          ]}
        />
        <Segmented
          label={t('market:orders.state')}
          className="h-7"
          value={state}
          onChange={setState}
          segments={[
            { id: 'open', label: t('market:state.open') },
            { id: 'filled', label: t('market:state.filled') },
            { id: 'cancelled', label: t('market:state.cancelled') },
            { id: 'all', label: t('market:list.all') },
          ]}
        />
        <span className="ml-auto">
          <CallSource calls={[shownCall('listorders', { options: orderOptions(wanted) })]} />
        </span>
      </div>
      <DataTable
        label={mine ? t('market:orders.mineLabel') : t('market:orders.label')}
        className="min-h-0 flex-1"
        columns={columns}
        rows={list.rows}
        total={list.total}
        rowKey={({ order }) => order}
        rowLabel={(row) =>
          t('market:orders.row', {
            ...{ side: t(`market:side.${row.side}`), amount: groupDigits(row.units), price: row.price },
            state: orderState(row).word,
          })
        }
        openKey={openKey}
        onOpen={onOpen}
        sort={sort}
        onSort={setSort}
        onNearEnd={list.more}
        maxRows={maxRows}
        skeletonRows={4}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} compact /> : undefined}
        empty={
          <EmptyState icon={<ListOrdered />} title={t('market:orders.none')} className="py-6">
            {mine ? t('market:orders.noneMine') : t('market:orders.noneHint')}
          </EmptyState>
        }
      />
      <ListFoot
        shown={list.rows?.length}
        total={list.total}
        complete={list.complete}
        behind={list.behind}
        onRenew={list.renew}
      />
      {cancelling ? (
        <CancelDialog
          order={cancelling}
          token={{ tokenid: cancelling.tokenid, name: cancelling.name, movable: cancelling.movable }}
          onClose={() => setCancelling(undefined)}
        />
      ) : null}
    </>
  )
}
