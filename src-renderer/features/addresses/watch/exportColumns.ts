import type { MethodResult } from '#shared/rpc/index.ts'
import { type ExportColumn, exportedTime } from '../../../components/export/table.ts'

export type Watched = MethodResult<'listwatchedaddresses'>[number]

/** Address and label are first, because an import reads them. */
export const watchColumns: readonly ExportColumn<Watched>[] = [
  { name: 'address', value: (row) => row.address },
  { name: 'label', value: (row) => row.label },
  { name: 'created', value: (row) => exportedTime(row.created) },
  { name: 'balance', value: (row) => row.balance },
  { name: 'pending', value: (row) => row.pending },
  { name: 'ccbalance', value: (row) => row.ccbalance },
]
