import type { AddressDelta, AddressIndexView, AddressUnspent, IndexedAddress } from '../core/index.ts'
import { createHeightSearch, type Database, plainBytes } from '../storage/index.ts'
import { compareBytes, littleEndianOrder } from '../util/index.ts'
import type { Accounts } from './accounts.ts'
import { createDeltaDecoder, type DeltaRow, type TxPosition, txNumsOf } from './places.ts'

/** Rows read at once: few first, because the faucet's rule mostly looks at one; then as many as go quickly. */
const FIRST_PAGE = 32
const PAGE = 4_096

/** value, script; of the transaction: txid, tx number, height; output id */
export type UnspentRow = [bigint, Uint8Array, Uint8Array, bigint, bigint, bigint]

/** Columns and tables of an UnspentRow. */
export const UNSPENT_ROWS = `SELECT u.value, o.script, t.txid, t.ordinal, t.height, u.output
  FROM address_unspent u JOIN outputs o ON o.id = u.output
  JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output)`

/** Changes of one transaction, in key order, in the order of the reference's index. */
function inIndexOrder(group: AddressDelta[]): AddressDelta[] {
  if (group.every(({ index }) => index < 0x100)) return group
  return group.sort((a, b) => littleEndianOrder(a.index, b.index) || Number(a.spending) - Number(b.spending))
}

export interface ViewDeps {
  readonly db: Database
  readonly accounts: Accounts
  /** Writes all that is connected, so that SQL sees it. Not while a block is being judged. */
  readonly flush: () => void
  /** writes what the observer has gathered, and leaves transactions and outputs as they are */
  readonly flushOwn: () => void
  /** finds transactions that are not written yet */
  readonly placeOf: (txNum: number) => TxPosition | undefined
}

/** Reads changes in index order. */
export function createDeltaReader({ db, placeOf }: Pick<ViewDeps, 'db' | 'placeOf'>) {
  const page = db
    .prepare<number[], DeltaRow>(
      `SELECT d.tx, d.io, d.value, t.txid, t.height, t.position FROM address_deltas d LEFT JOIN txs t ON t.ordinal = d.tx
       WHERE d.address = ? AND (d.tx, d.io) > (?, ?) AND d.tx < ? ORDER BY d.tx, d.io LIMIT ?`,
    )
    .raw(true)
    .safeIntegers(true)
  const toDelta = createDeltaDecoder(placeOf)

  /** Changes of an address whose transactions' tx numbers lie in [first, end). Reads in pages; holds nothing open between them. */
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

/** The order of the reference's unspent index. */
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
      // Modules ask for a whole history in the middle of a block; heights are found in rows of transactions.
      if (range === undefined) flushOwn()
      else flush()
      const id = accounts.find(address)?.id
      if (id === undefined) return
      yield* read(id, ...txNumsOf(firstAtHeight, range))
    },
    unspent(address: IndexedAddress): AddressUnspent[] {
      flush()
      const id = accounts.find(address)?.id
      return id === undefined ? [] : selectUnspent.all(id).map(toUnspent).sort(unspentOrder)
    },
  }
}
