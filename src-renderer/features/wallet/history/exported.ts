import type { ExportColumn } from '../../../parts/export/table.ts'
import type { WalletHistoryRow } from '../../../parts/walletHistory/kinds.tsx'

/** The columns of an exported history. Times as people and spreadsheets read them: UTC, to the second. */
export const exportedHistory: readonly ExportColumn<WalletHistoryRow>[] = [
  { name: 'time', value: (row) => new Date(row.time * 1000).toISOString().replace('.000Z', 'Z') },
  { name: 'kind', value: (row) => row.kind },
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
