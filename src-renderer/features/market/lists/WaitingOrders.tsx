import { useNavigate } from '@tanstack/react-router'
import { Clock3 } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { groupDigits } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'

type Pending = MethodResult<'pendingorders'>[number]

/** Lists pending order transactions in the mempool. A row opens its transaction. */
export function WaitingOrders({
  tokenid,
  coin,
  maxRows,
}: {
  readonly tokenid: string
  readonly coin: string
  readonly maxRows: number
}) {
  const navigate = useNavigate()
  const pending = useRpc('pendingorders', { tokenid }, { keepPrevious: false })
  const columns = useMemo(() => pendingColumns(coin), [coin])
  return (
    <DataTable
      label={t('market:tab.waiting')}
      className="min-h-0 flex-1"
      columns={columns}
      rows={pending.data}
      rowKey={({ txid }) => txid}
      rowLabel={({ action }) => t(`market:waiting.${action}`)}
      onOpen={({ txid }) => void navigate({ to: '/tx/$txid', params: { txid } })}
      maxRows={maxRows}
      skeletonRows={2}
      error={pending.error && !pending.data ? <RpcErrorState error={pending.error} compact /> : undefined}
      empty={
        <EmptyState icon={<Clock3 />} title={t('market:waiting.none')} className="py-6">
          {t('market:waiting.noneHint')}
        </EmptyState>
      }
    />
  )
}

const pendingColumns = (coin: string): readonly Column<Pending>[] => [
  {
    id: 'action',
    header: t('market:waiting.action'),
    width: 'minmax(210px, 3fr)',
    cell: ({ action, mine, touchesmine }) => (
      <span className="flex items-center gap-2">
        <Clock3 aria-hidden className="size-3.5 shrink-0 text-warn" />
        <span className="truncate">{t(`market:waiting.${action}`)}</span>
        {mine || touchesmine ? (
          <Badge tone="accent">{mine ? t('market:waiting.mine') : t('market:waiting.touchesMine')}</Badge>
        ) : null}
      </span>
    ),
  },
  {
    id: 'units',
    header: t('market:book.units'),
    align: 'right',
    width: 'minmax(64px, 1fr)',
    cell: ({ units }) => (units === 0n ? <span className="text-faint">—</span> : groupDigits(units)),
  },
  {
    id: 'coins',
    header: t('market:orders.total', { coin }),
    align: 'right',
    width: 'minmax(136px, 1fr)',
    cell: ({ coins }) => (coins === 0n ? <span className="text-faint">—</span> : <Amount satoshis={coins} />),
  },
  {
    id: 'time',
    header: t('market:waiting.since'),
    width: '88px',
    hideBelow: 480,
    cell: ({ time }) => <Age time={time} className="text-muted" />,
  },
]
