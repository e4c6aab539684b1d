import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { readAmount } from '#shared/units.ts'
import type { ExportOrder } from '../../../components/export/exports.ts'
import { rowsOrder } from '../../../components/export/rowsOrder.ts'
import type { ExportColumn, ExportFormat } from '../../../components/export/table.ts'
import type { SnapshotHolding } from './bands.ts'

export type Snapshot = Exclude<MethodResult<'getsnapshot'>, { error: string }>

export interface SnapshotHolder extends SnapshotHolding {
  readonly rank: number
}

export function toSnapshotHolders(snapshot: Snapshot): readonly SnapshotHolder[] {
  return snapshot.addresses.map(({ addr, amount }, place) => ({
    rank: place + 1,
    address: addr,
    amount: readAmount(amount) ?? 0n,
  }))
}

const exported: readonly ExportColumn<SnapshotHolder>[] = [
  { name: 'rank', value: (row) => row.rank },
  { name: 'address', value: (row) => row.address },
  { name: 'amount', value: (row) => row.amount },
]

/** Exports all holders from one call, so that they belong to one block. */
export function snapshotOrder(client: RpcClient, format: ExportFormat): ExportOrder {
  return {
    fileName: 'holders',
    format,
    total: null,
    async write(sink, report, signal) {
      const answer = await client.call('getsnapshot', { top: '0' }, { signal })
      if ('error' in answer) throw new Error(answer.error)
      const facts = { height: answer.ending_height, time: answer.start_time, addresses: answer.total_addresses }
      const rows = toSnapshotHolders(answer)
      return rowsOrder({ fileName: 'holders', format, columns: exported, facts, rows }).write(sink, report, signal)
    },
  }
}
