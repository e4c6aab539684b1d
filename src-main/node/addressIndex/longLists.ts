import type { IndexedAddress } from '../core/index.ts'
import { createHeightSearch, type Database } from '../storage/index.ts'
import { ROWS_PER_PAGE } from './columns.ts'
import { createJsonPages } from './jsonPages.ts'
import type { Reading } from './longReads.ts'
import { mergedByHeight, PAGES_PER_SLICE } from './mergedByHeight.ts'
import { createTextPages } from './textPages.ts'
import { txNumRange } from './txPositions.ts'
import type { AddressColumns, AddressJsonList, AddressList, AddressListing, AddressTexts } from './types.ts'

/** Approximate number of rows in memory while several addresses are merged. Each address has its own page. */
const MERGED_ROWS = 20_000
const MIN_PAGE_ROWS = 16
/** Addresses looked up between two yields to the event loop. */
const ADDRESSES_PER_PAUSE = 200

/** Text pages of an address, with its index among the requested addresses. */
interface Source<Text> {
  readonly which: number
  readonly id: number
  readonly rows: number
  open(): Iterator<readonly Text[]>
}

type Listed<Text> = readonly { readonly text: Text; readonly which: number }[]

const COUNTS = {
  deltas: { kept: 'deltas', ranged: 'SELECT 1 FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ?' },
  transactionIds: {
    kept: 'txs',
    ranged: 'SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ?',
  },
  unspent: { kept: 'utxos', ranged: undefined },
} as const

/**
 * Lists the rows of the addresses, all as of one block.
 * @returns undefined if there are more rows than `most`. The pages are read from `reading`, which the listing
 *   closes.
 */
export async function readList<Kind extends keyof AddressTexts, Row>(
  kind: Kind,
  reading: Reading & { close(): void },
  addresses: readonly IndexedAddress[],
  list: AddressList<Kind, Row>,
): Promise<AddressListing<readonly Row[]> | undefined> {
  const { db, tip, close } = reading
  const { range, most, show, order } = list
  const span = txNumRange(createHeightSearch(db), range)
  const byHeight = order === 'height' && addresses.length > 1
  const rowsPerPage = byHeight ? Math.max(MIN_PAGE_ROWS, Math.ceil(MERGED_ROWS / addresses.length)) : ROWS_PER_PAGE
  const pages = createTextPages(db, Math.min(rowsPerPage, ROWS_PER_PAGE))[kind]
  const sources: Source<AddressTexts[Kind]>[] = []
  const select = prepareFind(db, kind)
  for (const [which, { hash, type }] of addresses.entries()) {
    const found = select.get(hash, type)
    if (found !== undefined) {
      const [id, rows] = found
      sources.push({ which, id, rows, open: () => pages(id, ...span) })
    }
    if ((which + 1) % ADDRESSES_PER_PAUSE === 0) await reading.pause(0, most)
  }
  if (await isLonger(kind, reading, sources, { most, span: range && span })) return undefined
  const listed = byHeight ? mergedByHeight(sources, ROWS_PER_PAGE) : inTurn(sources)
  return { tip, close, pages: shown(listed, reading, { most, show }) }
}

/**
 * Lists the JSON rows of one address, as of one block.
 * @returns as readList
 */
export async function readJsonList<Kind extends keyof AddressColumns>(
  kind: Kind,
  reading: Reading & { close(): void },
  { hash, type }: IndexedAddress,
  { range, most, layout }: AddressJsonList<Kind>,
): Promise<AddressListing<string> | undefined> {
  const { db, tip, close } = reading
  const span = txNumRange(createHeightSearch(db), range)
  const found = prepareFind(db, kind).get(hash, type)
  if (found === undefined) return { tip, close, pages: paused([], reading, most) }
  const [id, rows] = found
  if (await isLonger(kind, reading, [{ id, rows }], { most, span: range && span })) return undefined
  return { tip, close, pages: paused(createJsonPages(db)[kind](id, ...span, layout), reading, most) }
}

/** Yields pages with a pause after each, and closes the reading at their end. */
async function* paused(
  pages: Iterable<string>,
  { pause, close }: Reading & { close(): void },
  most: number,
): AsyncGenerator<string, void> {
  try {
    for (const page of pages) {
      yield page
      await pause(0, most)
    }
  } finally {
    close()
  }
}

const prepareFind = (db: Database, kind: keyof AddressTexts) =>
  db
    .prepare<[Uint8Array, number], [number, number]>(
      `SELECT id, ${COUNTS[kind].kept} FROM addresses WHERE hash = ? AND type = ?`,
    )
    .raw(true)

/**
 * Returns true if there are more rows than `most`. Counts rows only if there is a range of heights, because the addresses
 * table contains the counts for all heights.
 */
async function isLonger(
  kind: keyof AddressTexts,
  { db, pause }: Pick<Reading, 'db' | 'pause'>,
  sources: readonly { readonly id: number; readonly rows: number }[],
  { most, span }: { readonly most: number; readonly span: readonly [number, number] | undefined },
): Promise<boolean> {
  const all = sources.reduce((sum, { rows }) => sum + rows, 0)
  const { ranged } = COUNTS[kind]
  if (all <= most || span === undefined || ranged === undefined) return all > most
  const count = prepareCount(db, ranged)
  let rows = 0
  for (const { id } of sources) {
    rows += count.get(id, ...span, most + 1 - rows) ?? 0
    if (rows > most) return true
    await pause(0, most)
  }
  return false
}

const prepareCount = (db: Database, rows: string) =>
  db.prepare<[number, number, number, number], number>(`SELECT count(*) FROM (${rows} LIMIT ?) r`).pluck()

/**
 * Yields rows of one address after the other. Joins short pages, so that ten thousand pages do not take as many
 * event-loop slices.
 */
function* inTurn<Text>(sources: readonly Source<Text>[]): Generator<Listed<Text>> {
  let rows: { readonly text: Text; readonly which: number }[] = []
  let pagesRead = 0
  for (const { which, open } of sources) {
    const pages = open()
    for (let page = pages.next(); !page.done; page = pages.next()) {
      for (const text of page.value) rows.push({ text, which })
      pagesRead++
      if (rows.length < ROWS_PER_PAGE && pagesRead < PAGES_PER_SLICE) continue
      yield rows
      rows = []
      pagesRead = 0
    }
  }
  if (rows.length > 0) yield rows
}

async function* shown<Kind extends keyof AddressTexts, Row>(
  listed: Iterable<Listed<AddressTexts[Kind]>>,
  { pause, close }: Reading & { close(): void },
  { most, show }: Pick<AddressList<Kind, Row>, 'most' | 'show'>,
): AsyncGenerator<readonly Row[], void> {
  let done = 0
  try {
    for (const rows of listed) {
      done += rows.length
      yield rows.map(({ text, which }) => show(text, which))
      await pause(done, most)
    }
  } finally {
    close()
  }
}
