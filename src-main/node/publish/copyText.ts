import type { Cell } from '../storage/index.ts'

/** Returns a row as a line of COPY's text format. */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join('\t')}\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (cell instanceof Uint8Array)
    return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!)
  return String(cell)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
