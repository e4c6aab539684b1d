import { ArrowLeftRight } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { type ExportColumn, exportedTime } from '../../../components/export/table.ts'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { HistoryList } from './HistoryList.tsx'
import { addressHistoryColumns } from './historyCells.tsx'
import type { ListProps } from './listProps.ts'
import { useHistory } from './useHistory.ts'

type Change = MethodResult<'listaddressdeltas'>['rows'][number]

const METHOD = 'listaddressdeltas'

const exported: readonly ExportColumn<Change>[] = [
  { name: 'height', value: (row) => row.height },
  { name: 'time', value: (row) => exportedTime(row.time) },
  { name: 'txid', value: (row) => row.txid },
  { name: 'blockindex', value: (row) => row.blockindex },
  { name: 'index', value: (row) => row.index },
  { name: 'spending', value: (row) => row.spending },
  { name: 'amount', value: (row) => row.amount },
  { name: 'balance', value: (row) => row.balance },
]

const rowKey = (row: Change) => `${row.txid}:${row.spending ? 'in' : 'out'}:${row.index}`

export function Changes(props: ListProps) {
  const { coin, summary, search } = props
  const list = useHistory<Change>(METHOD, props)
  const columns = useMemo(() => changeColumns(coin, list.complete), [coin, list.complete])
  const opened = list.rows?.find((row) => row.txid === search.tx)
  return (
    <HistoryList<Change>
      {...props}
      method={METHOD}
      list={list}
      what="changes"
      none={t('addresses:list.noChanges')}
      label={t('addresses:list.changesLabel', { coin })}
      icon={<ArrowLeftRight />}
      all={summary?.deltas}
      exported={exported}
      columns={columns}
      rowKey={rowKey}
      rowLabel={(row) =>
        row.amount > 0n
          ? t('addresses:list.receivedIn', { height: row.height })
          : t('addresses:list.spentIn', { height: row.height })
      }
      openKey={opened && rowKey(opened)}
    />
  )
}

function changeColumns(coin: string, local: boolean): readonly Column<Change>[] {
  const { height, time, direction, amount, txid } = addressHistoryColumns<Change>(coin, local)
  return [
    height,
    time,
    direction,
    amount,
    {
      id: 'balance',
      header: t('addresses:list.balanceAfter'),
      hint: t('addresses:list.balanceAfterHint'),
      width: 'minmax(142px, 1fr)',
      align: 'right',
      cell: (row) => (row.balance === null ? <span className="text-faint">—</span> : <Amount satoshis={row.balance} />),
    },
    txid,
    {
      id: 'index',
      header: t('addresses:list.position'),
      hint: t('addresses:list.positionHint'),
      width: '76px',
      hideBelow: 880,
      cell: (row) => (
        <span className="text-muted">
          {row.spending
            ? t('addresses:list.input', { index: row.index })
            : t('addresses:list.output', { index: row.index })}
        </span>
      ),
    },
  ]
}
