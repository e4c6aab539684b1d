import { type Database, RowBatch, RowInserter } from '../storage/index.ts'
import { type Account, type Accounts, hashOfKey } from './accounts.ts'
import { toSumCell } from './sums.ts'
import type { TotalsTracker } from './totals.ts'

/** Prepares the statements on the address tables. */
export function createAddressTables(db: Database) {
  return {
    addresses: new RowInserter(db, 'addresses (id, type, hash, balance, received, deltas, txs, utxos, zeros)', 9),
    totals: new RowBatch(
      db,
      7,
      (rows) =>
        `UPDATE addresses SET balance = new.column2, received = new.column3, deltas = new.column4, txs = new.column5,
           utxos = new.column6, zeros = new.column7
         FROM (VALUES ${rows}) AS new WHERE addresses.id = new.column1`,
    ),
    removeAddress: db.prepare<[number]>('DELETE FROM addresses WHERE id = ?'),
    deltas: new RowInserter(db, 'address_deltas (address, tx, io, value)', 4),
    removeDelta: db.prepare<[number, number, number]>(
      'DELETE FROM address_deltas WHERE address = ? AND tx = ? AND io = ?',
    ),
    unspent: new RowInserter(db, 'address_unspent (address, output, value)', 3),
    gone: new RowBatch(db, 2, (rows) => `DELETE FROM address_unspent WHERE (address, output) IN (VALUES ${rows})`),
  }
}

export type AddressTables = ReturnType<typeof createAddressTables>

/** Accounts written per event-loop slice (a few milliseconds). */
const ACCOUNTS_PER_SLICE = 64

/** Writes changed accounts, all at once or in slices. */
export class AccountWriter {
  readonly #accounts: Accounts
  readonly #tables: AddressTables
  readonly #totals: TotalsTracker
  /** Accounts being written, in id order. Those before `#next` and those no longer dirty are already written. */
  #round: readonly Account[] = []
  #next = 0

  constructor(accounts: Accounts, tables: AddressTables, totals: TotalsTracker) {
    this.#accounts = accounts
    this.#tables = tables
    this.#totals = totals
  }

  writeAll(): void {
    this.forget()
    this.#write(this.#accounts.touched())
    this.#totals.flush()
  }

  /** Writes slices while `goOn` returns true. @returns true if everything is written */
  writeSome(goOn: () => boolean, dense = false): boolean {
    for (;;) {
      if (this.#next >= this.#round.length) {
        this.#round = dense ? this.#accounts.dense() : this.#accounts.touched()
        this.#next = 0
        if (this.#round.length === 0) break
      }
      this.#write(this.#round.slice(this.#next, this.#next + ACCOUNTS_PER_SLICE).filter(({ dirty }) => dirty))
      this.#next += ACCOUNTS_PER_SLICE
      if (!goOn()) return false
    }
    this.#totals.flush()
    return true
  }

  /** Discards the position of a write in slices. */
  forget(): void {
    this.#round = []
    this.#next = 0
  }

  /** @param touched in id order */
  #write(touched: readonly Account[]): void {
    for (const account of touched) this.#totals.include(account)
    writeAccounts(touched, this.#accounts, this.#tables)
    this.#accounts.flushed(touched)
  }
}

/** Writes the queued rows of the accounts, each table in key order, and clears them. @param touched in id order */
function writeAccounts(touched: readonly Account[], { unwritten }: Accounts, tables: AddressTables): void {
  if (touched.length === 0) return
  const { addresses, totals, deltas, unspent, gone } = tables
  for (const account of touched) {
    const { id, type, key, txs, utxos, zeros } = account
    const cells = [toSumCell(account.balance), toSumCell(account.received), account.deltas, txs, utxos, zeros] as const
    if (account.stored) totals.add(id, ...cells)
    else addresses.add(id, type, hashOfKey(key), ...cells)
    account.stored = true
  }
  totals.finish()
  addresses.finish()
  for (const { id, newDeltas } of touched)
    for (let at = 0; at < newDeltas.length; at += 3)
      deltas.add(id, newDeltas[at]!, newDeltas[at + 1]!, newDeltas[at + 2]!)
  deltas.finish()
  for (const { id, newUnspent } of touched)
    for (const output of newUnspent) {
      const value = unwritten.get(output)
      if (value !== undefined) unspent.add(id, output, value)
    }
  unspent.finish()
  for (const { id, goneUnspent } of touched)
    for (const output of goneUnspent.sort((a, b) => a - b)) gone.add(id, output)
  gone.finish()
  for (const account of touched) {
    for (const output of account.newUnspent) unwritten.delete(output)
    account.newDeltas.length = 0
    account.newUnspent.length = 0
    account.goneUnspent.length = 0
  }
}
