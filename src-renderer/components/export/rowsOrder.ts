import type { ExportOrder } from './exports.ts'
import { csvWriter, type ExportColumn, type ExportFacts, type ExportFormat, jsonWriter } from './table.ts'

export interface RowsExport<Row> {
  readonly fileName: string
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn<Row>[]
  readonly facts?: ExportFacts
  readonly rows: readonly Row[]
}

/** Rows written between two checks for cancellation. */
const SLICE = 5000

/** Returns an export of rows that are already loaded. */
export function rowsOrder<Row>({ fileName, format, columns, facts = {}, rows }: RowsExport<Row>): ExportOrder {
  const writer = format === 'csv' ? csvWriter(columns) : jsonWriter(columns, facts)
  return {
    fileName,
    format,
    total: rows.length,
    async write(sink, report, signal) {
      await sink.write(writer.start())
      for (let from = 0; from < rows.length; from += SLICE) {
        signal.throwIfAborted()
        await sink.write(writer.rows(rows.slice(from, from + SLICE)))
        report(Math.min(rows.length, from + SLICE))
      }
      await sink.write(writer.end())
      return rows.length
    },
  }
}
