import type { TableWriter } from './table.ts'

/** Page of a list, as returned by the node. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  /** Null if the total is unknown until all rows are loaded. */
  readonly total: number | null
  /** Height of the tip when the page was read. */
  readonly height: number
  readonly hash: string
}

export interface ExportSource<Row> {
  page(cursor: string | null, first: ListPage<Row> | undefined): Promise<ListPage<Row>>
  /** Returns true if the pages so far and this one, which has another tip, are consistent. */
  consistent(first: ListPage<Row>, later: ListPage<Row>): Promise<boolean>
}

export interface ExportTarget {
  write(text: string): Promise<void>
  restart(): Promise<void>
}

/** Blocks arrived too fast during the export for its pages to be consistent. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError'
}

const TRIES = 5

/**
 * Writes all pages of a list, and restarts if a block makes its pages inconsistent. Returns the number of rows.
 * @throws ListChangedError after TRIES inconsistent attempts; errors of the source and the target; the signal's abort
 *   reason
 */
export async function exportPages<Row>(
  source: ExportSource<Row>,
  writerFor: (first: ListPage<Row>) => TableWriter<Row>,
  target: ExportTarget,
  report: (rows: number) => void,
  signal: AbortSignal,
): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const rows = await onePass(source, writerFor, target, report, signal)
    if (rows !== undefined) return rows
    await target.restart()
    report(0)
  }
  throw new ListChangedError('Blocks arrived faster than the list could be read')
}

async function onePass<Row>(
  source: ExportSource<Row>,
  writerFor: (first: ListPage<Row>) => TableWriter<Row>,
  target: ExportTarget,
  report: (rows: number) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  let first: ListPage<Row> | undefined
  let writer: TableWriter<Row> | undefined
  let cursor: string | null = null
  let written = 0
  do {
    signal.throwIfAborted()
    const page: ListPage<Row> = await source.page(cursor, first)
    if (first && page.hash !== first.hash && !(await source.consistent(first, page))) return undefined
    if (!first || !writer) {
      first = page
      writer = writerFor(page)
      await target.write(writer.start())
    }
    await target.write(writer.rows(page.rows))
    written += page.rows.length
    report(written)
    cursor = page.next
  } while (cursor !== null)
  signal.throwIfAborted()
  await target.write(writer.end())
  return written
}
