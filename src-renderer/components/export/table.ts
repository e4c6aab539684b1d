/**
 * Formats rows as the text of a file: CSV for spreadsheets (RFC 4180), JSON for programs. Amounts keep all eight
 * decimals.
 */
import { formatAmount } from '#shared/units.ts'

/** A bigint is an amount in satoshis, written in coins. */
export type ExportValue = string | number | boolean | bigint | null

export interface ExportColumn<Row> {
  readonly name: string
  value(row: Row): ExportValue
}

/** Formats a time in unix seconds for all exports: ISO 8601, UTC, with seconds. Returns null for null. */
export const exportedTime = (seconds: number | null): ExportValue =>
  seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

export type ExportFormat = 'csv' | 'json'

export interface TableWriter<Row> {
  start(): string
  rows(rows: readonly Row[]): string
  end(): string
}

/** Facts about the table as a whole, written as members of the JSON document. The CSV format has no field for them. */
export type ExportFacts = Readonly<Record<string, ExportValue>>

function csvCell(cell: ExportValue): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return formatAmount(cell)
  if (typeof cell !== 'string') return String(cell)
  // Spreadsheets execute cells that look like formulas; a leading apostrophe marks them as text.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const jsonCell = (cell: ExportValue): string => (typeof cell === 'bigint' ? formatAmount(cell) : JSON.stringify(cell))

export function csvWriter<Row>(columns: readonly ExportColumn<Row>[]): TableWriter<Row> {
  return {
    start: () => `${columns.map((column) => csvCell(column.name)).join(',')}\r\n`,
    rows: (rows) => rows.map((row) => `${columns.map((column) => csvCell(column.value(row))).join(',')}\r\n`).join(''),
    end: () => '',
  }
}

export function jsonWriter<Row>(columns: readonly ExportColumn<Row>[], facts: ExportFacts): TableWriter<Row> {
  let written = 0
  const object = (row: Row) =>
    `{${columns.map((column) => `${JSON.stringify(column.name)}:${jsonCell(column.value(row))}`).join(',')}}`
  return {
    start() {
      written = 0
      const members = Object.entries(facts).map(([name, cell]) => `${JSON.stringify(name)}:${jsonCell(cell)},\n`)
      return `{${members.join('')}"rows":[`
    },
    rows: (rows) => rows.map((row) => `${written++ === 0 ? '\n' : ',\n'}${object(row)}`).join(''),
    end: () => '\n]}\n',
  }
}
