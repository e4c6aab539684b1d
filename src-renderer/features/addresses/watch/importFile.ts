import { csvCells } from '../../../components/export/csvCells.ts'
import { readPaste } from '../../../components/search/paste.ts'

export interface ImportedAddress {
  readonly address: string
  readonly label: string
}

/** Maximum number of imported entries; further entries are ignored. */
export const MAX_WATCH_ENTRIES = 10_000
/** Larger files are not watch lists. */
export const MAX_WATCH_FILE_BYTES = 4 * 1024 * 1024

function fromCsv(text: string): readonly ImportedAddress[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    const row = csvCells(line)
    const at = row.findIndex((cell) => readPaste(cell).addresses.length === 1)
    const address = at < 0 ? undefined : readPaste(row[at] ?? '').addresses[0]
    // An exported file has the address first, then its label, with an apostrophe before formulas.
    const label = (row[at + 1] ?? row[at - 1] ?? '').replace(/^'(?=[=+\-@])/, '')
    return address === undefined ? [] : [{ address, label }]
  })
}

function fromJson(text: string): readonly ImportedAddress[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const rows: unknown = typeof value === 'object' && value !== null && 'rows' in value ? value.rows : value
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const { address, label } = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}
    return typeof address === 'string' ? [{ address, label: typeof label === 'string' ? label : '' }] : []
  })
}

/** Parses an exported file or a similar one: JSON, or lines with an address and a label. */
export function readWatchFile(text: string): readonly ImportedAddress[] {
  const entries = fromJson(text) ?? fromCsv(text)
  const once = new Map(
    entries
      .filter(({ address }) => readPaste(address).addresses[0] === address)
      .map((entry) => [entry.address, { ...entry, label: Array.from(entry.label.trim()).slice(0, 100).join('') }]),
  )
  return [...once.values()].slice(0, MAX_WATCH_ENTRIES)
}
