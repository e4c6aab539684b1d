import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type OutPoint, parseBlock, type Transaction } from '../primitives/index.ts'
import { type Cell, createHeightSearch, type Database, plainBytes, txNumCount, txPrefix } from '../storage/index.ts'
import { equal, hashKey } from '../util/index.ts'
import { type ActivePath, createActivePath } from './activePath.ts'
import { openBlockBytes } from './blockBytes.ts'
import {
  addBlock,
  type BlockRows,
  emptyRows,
  type LocatedTx,
  type PaidOutput,
  type RunningTotals,
} from './blockRows.ts'
import { type ContractRows, createContractRows } from './contractRowReader.ts'

/** A block that was published last. `height` −1: none was. */
export interface Cursor extends Readonly<RunningTotals> {
  readonly height: number
  readonly hash: Uint8Array | undefined
  /** number of the next transaction */
  readonly nextOrdinal: number
  /** position of the last notarisation; those never go back with their blocks */
  readonly notarised: number
}

/** The next blocks behind a cursor. */
export interface Batch {
  readonly from: Cursor
  readonly to: Cursor
  readonly rows: BlockRows
  /** of the blocks with shielded parts, as in chain.db */
  readonly shielded: readonly Cell[][]
  /** found in these blocks or before, as in chain.db */
  readonly notarisations: readonly Cell[][]
  readonly modules: ContractRows
}

/** `fork`: the cursor's block is not in the active chain; `behind`: it is, or may be, above the tip. */
export type NextBlocks =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'level' }
  | { readonly kind: 'fork' }

/** The chain of a data directory that another thread writes, read on a connection of its own and one committed state at a time. */
export interface ChainReader {
  /** height of the tip when it was looked at last; −1: there is none */
  height(): number
  /** The next blocks behind a cursor, as many as one transaction takes. */
  read(cursor: Cursor): NextBlocks
  /** hash of the active block at a height */
  hashAt(height: number): Uint8Array | undefined
  /** Number of the next transaction after a block; undefined: the block is not in the active chain. */
  nextOrdinalAfter(height: number, hash: Uint8Array): number | undefined
  /** id of a token by the number of the transaction that created it */
  tokenId(created: number): Uint8Array | undefined
  /** id of the transaction that placed an order, by the number of the output */
  orderId(origin: number): Uint8Array | undefined
  close(): void
}

/** Of one batch: what it may take of memory, here and in one transaction of the server. */
const LIMITS = { blocks: 2_000, bytes: 4 * 1024 * 1024, transactions: 8_000 } as const

type BlockRow = [Uint8Array, number, number, number, bigint | null, bigint | null, bigint | null, bigint | null]
type TxRow = [ordinal: number, txid: Uint8Array, offset: number, size: number, height: number]

/** @param folder the data directory */
export function openChainReader(folder: string): ChainReader {
  const db = new SqliteDatabase(join(folder, 'chain.db'), { readonly: true, fileMustExist: true })
  const bytes = openBlockBytes(folder)
  const path = createActivePath(db)
  const blocks = createBlockReader(db, path, (place) => bytes.read(place))
  const modules = createContractRows(db)
  const selectShielded = db
    .prepare<[number, number], Cell[]>('SELECT * FROM shielded_blocks WHERE height > ? AND height <= ? ORDER BY height')
    .raw(true)
    .safeIntegers(true)

  const notarisationsAfter = createNotarisationReader(db)
  const names = createNames(db)
  /** What is read within sees one committed state. */
  function atOnce<T>(read: () => T): T {
    db.exec('BEGIN')
    try {
      path.follow()
      return read()
    } finally {
      db.exec('COMMIT')
    }
  }

  function next(cursor: Cursor): Batch {
    const read = blocks.after(cursor)
    const shielded = selectShielded.all(cursor.height, read.to.height)
    // The last batch takes those too whose blocks are gone.
    const upTo = read.to.height < path.height() ? read.to.height : Number.MAX_SAFE_INTEGER
    const notarisations = notarisationsAfter(cursor.notarised, upTo)
    return {
      ...{ from: cursor, rows: read.rows, shielded, notarisations },
      to: { ...read.to, notarised: cursor.notarised + notarisations.length },
      modules: modules.read(cursor.nextOrdinal, read.to.nextOrdinal),
    }
  }

  return {
    height: path.height,
    read: (cursor) =>
      atOnce(() => {
        const published = cursor.hash === undefined ? undefined : blocks.hashAt(cursor.height)
        if (cursor.hash !== undefined && (published === undefined || !equal(published, cursor.hash)))
          return { kind: 'fork' }
        return cursor.height < path.height() ? { kind: 'batch', batch: next(cursor) } : { kind: 'level' }
      }),
    hashAt: (height) => atOnce(() => blocks.hashAt(height)),
    nextOrdinalAfter: (height, hash) =>
      atOnce(() => {
        const ours = blocks.hashAt(height)
        return ours !== undefined && equal(ours, hash) ? names.nextOrdinalAfter(height) : undefined
      }),
    tokenId: names.tokenId,
    orderId: names.orderId,
    close() {
      db.close()
      bytes.close()
    },
  }
}

/** Notarisations behind a position, up to the first that was found above a height. */
function createNotarisationReader(db: Database) {
  const select = db
    .prepare<[number], Cell[]>('SELECT * FROM notarisations WHERE position > ? ORDER BY position')
    .raw(true)
    .safeIntegers(true)
  return (position: number, upTo: number): Cell[][] => {
    const rows: Cell[][] = []
    for (const row of select.iterate(position)) {
      if (Number(row[1]) > upTo) break
      rows.push(row)
    }
    return rows
  }
}

/** What rows call by their numbers. */
function createNames(db: Database) {
  const firstOf = createHeightSearch(db)
  const selectBefore = db
    .prepare<[number], [number, number]>(
      'SELECT ordinal, outputs FROM txs WHERE ordinal < ? ORDER BY ordinal DESC LIMIT 1',
    )
    .raw(true)
  const selectToken = db.prepare<[number], Uint8Array>('SELECT txid FROM tokens WHERE id = ?').pluck()
  const selectOrder = db.prepare<[number], Uint8Array>('SELECT txid FROM order_outputs WHERE id = ?').pluck()
  return {
    nextOrdinalAfter(height: number): number {
      const before = selectBefore.get(firstOf(height + 1))
      return before === undefined ? 1 : before[0] + Math.max(1, before[1])
    },
    tokenId: (created: number) => selectToken.get(created),
    orderId: (origin: number) => selectOrder.get(origin),
  }
}

type Place = { readonly file: number; readonly pos: number; readonly size: number }

function createBlockReader(db: Database, path: ActivePath, bytesOf: (place: Place) => Uint8Array) {
  const selectHash = db.prepare<[number], Uint8Array>('SELECT hash FROM blocks WHERE id = ?').pluck()
  const selectPlace = db
    .prepare<[number], [number, number, number, number]>('SELECT file, pos, size, tx_count FROM blocks WHERE id = ?')
    .raw(true)
  const selectBlock = db
    .prepare<[number], BlockRow>(
      'SELECT hash, file, pos, size, transparent_delta, transparent, burned_delta, burned FROM blocks WHERE id = ?',
    )
    .raw(true)
    .safeIntegers(true)
  const selectTxs = db
    .prepare<[number, number], TxRow>(
      'SELECT ordinal, txid, offset, size, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
    )
    .raw(true)
  const stored = createStoredOutputs(db)

  const hashAt = (height: number) => {
    const id = path.at(height)
    const hash = id === undefined ? undefined : selectHash.get(id)
    return hash && plainBytes(hash)
  }

  /** The block at a height, whose first transaction has this number. */
  function blockAt(height: number, first: number) {
    const id = path.at(height)
    const place = id === undefined ? undefined : selectPlace.get(id)
    const row = id === undefined ? undefined : selectBlock.get(id)
    if (place === undefined || row === undefined) throw new Error(`no block at height ${height}`)
    const [file, pos, size, count] = place
    const raw = bytesOf({ file, pos, size })
    const block = parseBlock(raw)
    // The genesis block's is no transaction of the ledger.
    const found = selectTxs.all(first, count).filter(([, , , , of]) => of === height)
    const txs = found.map(([ordinal, txid, offset, length], at): LocatedTx => {
      const bytes = raw.subarray(offset, offset + length)
      return { tx: block.txs[at] as Transaction, txid: plainBytes(txid), ordinal, raw: bytes }
    })
    if (txs.length !== block.txs.length && height > 0)
      throw new Error(`transactions of the block at height ${height} are missing`)
    const supply = row.slice(4) as (bigint | null)[]
    return { block, txs, facts: { hash: plainBytes(row[0]), height, size, supply } }
  }

  return {
    hashAt,
    after(cursor: Cursor): { readonly to: Omit<Cursor, 'notarised'>; readonly rows: BlockRows } {
      const rows = emptyRows()
      const totals = { work: cursor.work, txs: cursor.txs }
      const here = new Map<string, LocatedTx>()
      const find = (prevout: OutPoint, before: number): PaidOutput =>
        outputOf(here.get(hashKey(prevout.hash)), prevout) ?? stored(prevout, before)
      let { height, hash, nextOrdinal } = cursor
      let bytes = 0
      while (height < path.height() && rows.blocks.length < LIMITS.blocks) {
        if (bytes >= LIMITS.bytes || rows.txs.length >= LIMITS.transactions) break
        const read = blockAt(height + 1, nextOrdinal)
        for (const tx of read.txs) here.set(hashKey(tx.txid), tx)
        addBlock(rows, totals, read, find)
        height++
        hash = read.facts.hash
        bytes += read.facts.size
        const last = read.txs.at(-1)
        if (last !== undefined) nextOrdinal = last.ordinal + txNumCount(last.tx)
      }
      return { rows, to: { height, hash, nextOrdinal, ...totals } }
    },
  }
}

function outputOf(maker: LocatedTx | undefined, { index }: OutPoint): PaidOutput | undefined {
  const output = maker?.tx.vout[index]
  return maker && output && { id: maker.ordinal + index, value: output.value, script: output.scriptPubKey }
}

/** The newest output with this name before a transaction. */
function createStoredOutputs(db: Database) {
  const candidates = db
    .prepare<[number, number], number>(
      'SELECT ordinal FROM tx_keys WHERE prefix = ? AND ordinal < ? ORDER BY ordinal DESC',
    )
    .pluck()
  const selectTxid = db.prepare<[number], Uint8Array>('SELECT txid FROM txs WHERE ordinal = ?').pluck()
  const selectOutput = db
    .prepare<[number], [bigint, Uint8Array]>('SELECT value, script FROM outputs WHERE id = ?')
    .raw(true)
    .safeIntegers(true)
  return ({ hash, index }: OutPoint, before: number): PaidOutput => {
    for (const ordinal of candidates.all(txPrefix(hash), before)) {
      const txid = selectTxid.get(ordinal)
      const row = txid && equal(plainBytes(txid), hash) ? selectOutput.get(ordinal + index) : undefined
      if (row !== undefined) return { id: ordinal + index, value: row[0], script: plainBytes(row[1]) }
    }
    throw new Error('a block spends an output that chain.db does not have')
  }
}
