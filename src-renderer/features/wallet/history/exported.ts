import { type ExportColumn, exportedTime } from '../../../components/export/table.ts'
import { describeHistoryRow } from '../../../components/walletHistory/describeHistoryRow.ts'
import type { WalletHistoryRow } from '../../../components/walletHistory/kinds.tsx'

export const exportedHistory: readonly ExportColumn<WalletHistoryRow>[] = [
  { name: 'time', value: (row) => exportedTime(row.time) },
  { name: 'kind', value: (row) => row.kind },
  { name: 'what', value: (row) => describeHistoryRow(row) },
  { name: 'amount', value: (row) => row.amount },
  { name: 'fee', value: (row) => row.fee },
  { name: 'addresses', value: (row) => row.addresses.join(' ') },
  { name: 'label', value: (row) => row.label },
  { name: 'for', value: (row) => row.commentto },
  { name: 'note', value: (row) => row.comment },
  { name: 'state', value: (row) => row.state },
  { name: 'height', value: (row) => (row.height < 0 ? null : row.height) },
  { name: 'txid', value: (row) => row.txid },
]
