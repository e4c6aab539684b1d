import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { type ExportColumn, exportedTime } from '../../../components/export/table.ts'
import { t } from '../../../i18n/texts.ts'
import { HistoryList } from './HistoryList.tsx'
import { addressHistoryColumns } from './historyCells.tsx'
import type { ListProps } from './listProps.ts'
import { useHistory } from './useHistory.ts'

type Entry = MethodResult<'listaddresstransactions'>['rows'][number]

const METHOD = 'listaddresstransactions'

const exported: readonly ExportColumn<Entry>[] = [
  { name: 'height', value: (row) => row.height },
  { name: 'time', value: (row) => exportedTime(row.time) },
  { name: 'txid', value: (row) => row.txid },
  { name: 'amount', value: (row) => row.amount },
]

export function Transactions(props: ListProps) {
  const { coin, summary, search } = props
  const list = useHistory<Entry>(METHOD, props)
  const columns = useMemo(() => {
    const { height, time, direction, amount, txid } = addressHistoryColumns<Entry>(coin, list.complete)
    return [height, time, direction, amount, txid]
  }, [coin, list.complete])
  return (
    <HistoryList<Entry>
      {...props}
      method={METHOD}
      list={list}
      what="transactions"
      none={t('addresses:list.noTransactions')}
      label={t('addresses:list.transactionsLabel', { coin })}
      icon={<Receipt />}
      all={summary?.transactions}
      exported={exported}
      columns={columns}
      rowKey={(row) => row.txid}
      rowLabel={(row) => t('addresses:list.transactionIn', { height: row.height })}
      openKey={search.tx}
    />
  )
}
