import type { RpcClient } from '#shared/rpc/client.ts'
import type { ExportOrder } from './exports.ts'
import { exportPages, type ListPage } from './run.ts'
import { csvWriter, type ExportColumn, type ExportFacts, type ExportFormat, jsonWriter } from './table.ts'

export interface ListExport<Row> {
  readonly client: RpcClient
  readonly fileName: string
  readonly format: ExportFormat
  readonly total: number | null
  readonly columns: readonly ExportColumn<Row>[]
  readonly facts: ExportFacts
  /** Returns one page of the list. The export excludes rows above `height`, the tip when the export started. */
  page(cursor: string | null, height: number, signal: AbortSignal): Promise<ListPage<Row>>
  /** Rows of old blocks change only if those blocks are disconnected; unspent outputs change with every block. */
  readonly changes: 'with its blocks' | 'never'
}

/** Returns an export of a complete list, loaded in pages, as of one block. */
export function listOrder<Row>(list: ListExport<Row>): ExportOrder {
  const { client, fileName, format, total, columns } = list
  return {
    fileName,
    format,
    total,
    async write(sink, report, signal) {
      let height = await client.call('getblockcount', {}, { signal })
      return exportPages<Row>(
        {
          async page(cursor, first) {
            if (first === undefined) height = await client.call('getblockcount', {}, { signal })
            return list.page(cursor, height, signal)
          },
          consistent: async (first) =>
            list.changes === 'with its blocks' &&
            (await client.call('getblockhash', { index: first.height }, { signal })) === first.hash,
        },
        (first) =>
          format === 'csv'
            ? csvWriter(columns)
            : jsonWriter(columns, { ...list.facts, height: first.height, hash: first.hash }),
        sink,
        report,
        signal,
      )
    },
  }
}
