import type { AddressDelta, AddressIndexView, AddressUnspent, IndexedAddress } from '../core/index.ts'
import { createHeightSearch, type Database, plainBytes } from '../storage/index.ts'
import { compareBytes, littleEndianOrder } from '../util/index.ts'
import type { Accounts } from './accounts.ts'
import { createDeltaDecoder, type DeltaRow, type TxPosition, txNumRange } from './txPositions.ts'

/**
 * Rows per query: few at first, because the faucet's rule usually reads one row, then as many as can be read quickly.
 */
const FIRST_PAGE = 32
const PAGE = 4_096

/** Row of an unspent output: value, script, txid, tx number, height, output id. */
export type UnspentRow = [bigint, Uint8Array, Uint8Array, bigint, bigint, bigint]

export const UNSPENT_ROWS = `SELECT u.value, o.script, t.txid, t.ordinal, t.height, u.output
  FROM address_unspent u JOIN outputs o ON o.id = u.output
  JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output)`

/** Sorts the changes of one transaction from key order into the order of komodod's index. */
function inIndexOrder(group: AddressDelta[]): AddressDelta[] {
  if (group.every(({ index }) => index < 0x100)) return group
  return group.sort((a, b) => littleEndianOrder(a.index, b.index) || Number(a.spending) - Number(b.spending))
}

export interface ViewDeps {
  readonly db: Database
  readonly accounts: Accounts
  /** Writes all connected blocks, so that SQL sees them. Must not be called while a block is being validated. */
  readonly flush: () => void
  /** Writes only the rows of the observer, not transactions and outputs. */
  readonly flushOwn: () => void
  /** Finds transactions that are not yet written. */
  readonly findUnwrittenTx: (txNum: number) => TxPosition | undefined
}

/** Reads changes in index order. */
export function createDeltaReader({ db, findUnwrittenTx }: Pick<ViewDeps, 'db' | 'findUnwrittenTx'>) {
  const page = db
    .prepare<number[], DeltaRow>(
      `SELECT d.tx, d.io, d.value, t.txid, t.height, t.position FROM address_deltas d LEFT JOIN txs t ON t.ordinal = d.tx
       WHERE d.address = ? AND (d.tx, d.io) > (?, ?) AND d.tx < ? ORDER BY d.tx, d.io LIMIT ?`,
    )
    .raw(true)
    .safeIntegers(true)
  const toDelta = createDeltaDecoder(findUnwrittenTx)

  /**
   * Yields changes of an address with tx numbers in [first, end). Reads in pages and keeps no statement open between
   * them.
   */
  return function* read(address: number, first: number, end: number): Generator<AddressDelta> {
    let last: readonly [number, number] = [first, -1]
    let group: AddressDelta[] = []
    for (let size = FIRST_PAGE; ; size = PAGE) {
      const rows = page.all(address, ...last, end, size)
      for (const row of rows) {
        const delta = toDelta(row)
        if (group.length > 0 && group[0]!.txNum !== delta.txNum) {
          yield* inIndexOrder(group)
          group = []
        }
        group.push(delta)
      }
      const newest = rows.at(-1)
      if (newest === undefined || rows.length < size) break
      last = [Number(newest[0]), Number(newest[1])]
    }
    yield* inIndexOrder(group)
  }
}

export function toUnspent([satoshis, scriptPubKey, txid, tx, height, output]: UnspentRow): AddressUnspent {
  return {
    txid: plainBytes(txid),
    index: Number(output - tx),
    satoshis,
    scriptPubKey: plainBytes(scriptPubKey),
    height: Number(height),
    txNum: Number(tx),
  }
}

/** Compares in the order of komodod's unspent index. */
export const unspentOrder = (a: AddressUnspent, b: AddressUnspent): number =>
  compareBytes(a.txid, b.txid) || littleEndianOrder(a.index, b.index)

export function createView(deps: ViewDeps): AddressIndexView {
  const { db, accounts, flush, flushOwn } = deps
  const read = createDeltaReader(deps)
  const firstAtHeight = createHeightSearch(db)
  const selectUnspent = db
    .prepare<[number], UnspentRow>(`${UNSPENT_ROWS} WHERE u.address = ?`)
    .raw(true)
    .safeIntegers(true)

  return {
    balance(address) {
      const { balance, received } = accounts.find(address) ?? { balance: 0n, received: 0n }
      return { balance, received }
    },
    *deltas(address, range) {
      // Modules read a complete history while a block is being validated, when only own rows may be written. Heights
      // need the rows of transactions.
      if (range === undefined) flushOwn()
      else flush()
      const id = accounts.find(address)?.id
      if (id === undefined) return
      yield* read(id, ...txNumRange(firstAtHeight, range))
    },
    unspent(address: IndexedAddress): AddressUnspent[] {
      flush()
      const id = accounts.find(address)?.id
      return id === undefined ? [] : selectUnspent.all(id).map(toUnspent).sort(unspentOrder)
    },
  }
}
