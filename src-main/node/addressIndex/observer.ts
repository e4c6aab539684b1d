import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../core/index.ts'
import { type Database, RowInserter, satoshiCell } from '../storage/index.ts'
import { type Account, type Accounts, hashOfKey } from './accounts.ts'
import { createRowBatch } from './rowBatch.ts'
import { toSumCell } from './sums.ts'
import type { TotalsTracker } from './totals.ts'

/** address_deltas.io of an output */
export const receiptAt = (index: number): number => 2 * index
/** address_deltas.io of an input */
export const spendAt = (index: number): number => 2 * index + 1

function createTables(db: Database) {
  return {
    addresses: new RowInserter(db, 'addresses (id, type, hash, balance, received, deltas, txs, utxos, zeros)', 9),
    standings: createRowBatch(
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
    gone: createRowBatch(db, 2, (rows) => `DELETE FROM address_unspent WHERE (address, output) IN (VALUES ${rows})`),
  }
}

type Tables = ReturnType<typeof createTables>

/** Writes what these accounts have gathered, each table in key order, and empties them. @param touched in id order */
function writeAccounts(touched: readonly Account[], { unwritten }: Accounts, tables: Tables): void {
  if (touched.length === 0) return
  const { addresses, standings, deltas, unspent, gone } = tables
  for (const account of touched) {
    const { id, type, key, txs, utxos, zeros } = account
    const standing = [
      toSumCell(account.balance),
      toSumCell(account.received),
      account.deltas,
      txs,
      utxos,
      zeros,
    ] as const
    if (account.stored) standings.add(id, ...standing)
    else addresses.add(id, type, hashOfKey(key), ...standing)
    account.stored = true
  }
  standings.finish()
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

/** Accounts that are written in one go where the event loop waits: a few milliseconds. */
const PART = 64

/** Writes the accounts that were touched, all at once or some at a time. */
function createWriter(accounts: Accounts, tables: Tables, totals: TotalsTracker) {
  /** in id order; those before `at`, and those that are not dirty any more, are written */
  let round: readonly Account[] = []
  let at = 0

  function put(touched: readonly Account[]): void {
    writeAccounts(touched, accounts, tables)
    accounts.flushed(touched)
  }

  return {
    all(): void {
      round = []
      at = 0
      put(accounts.touched())
      totals.flush()
    },
    some(goOn: () => boolean, dense = false): boolean {
      for (;;) {
        if (at >= round.length) {
          round = dense ? accounts.dense() : accounts.touched()
          at = 0
          if (round.length === 0) break
        }
        put(round.slice(at, at + PART).filter(({ dirty }) => dirty))
        at += PART
        if (!goOn()) return false
      }
      totals.flush()
      return true
    },
    forget(): void {
      round = []
      at = 0
    },
  }
}

/** The steps that every change of an address consists of, forwards, backwards and when the index is made anew. */
export interface Bookkeeping {
  /** an unspent output came (1) or went (-1): balance, counts and totals move; the rows are the caller's */
  entry(account: Account, value: bigint, by: 1 | -1): void
  /** gathers a row of address_deltas */
  delta(account: Account, txNum: number, io: number, value: bigint): void
  /** gathers a row of address_unspent */
  unspent(account: Account, output: number, value: bigint): void
}

export function createBookkeeping(accounts: Accounts, totals: TotalsTracker): Bookkeeping {
  return {
    entry(account, value, by) {
      const before = account.balance
      account.balance = by === 1 ? before + value : before - value
      account.utxos += by
      if (value === 0n) account.zeros += by
      totals.move({ type: account.type, value, by, before, after: account.balance })
    },
    delta(account, txNum, io, value) {
      account.newDeltas.push(txNum, io, satoshiCell(value))
      account.deltas++
      accounts.touch(account)
    },
    unspent(account, output, value) {
      accounts.unwritten.set(output, satoshiCell(value))
      account.newUnspent.push(output)
    },
  }
}

/** Takes a block's changes back, directly in the tables. */
function createUndo(accounts: Accounts, book: Bookkeeping, { removeAddress, removeDelta, unspent, gone }: Tables) {
  function forget(account: Account, txNum: number, io: number): void {
    removeDelta.run(account.id, txNum, io)
    account.deltas--
    if (account.counted !== -txNum) {
      account.counted = -txNum
      account.txs--
    }
    if (account.deltas > 0) {
      accounts.touch(account)
      return
    }
    removeAddress.run(account.id)
    accounts.remove(account)
  }

  /** Exactly the steps of connecting backwards, so that addresses vanish in the opposite order of their appearance. */
  return ({ tx, txNum, spent }: ConnectedTx): void => {
    for (let index = tx.vout.length - 1; index >= 0; index--) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      gone.add(account.id, txNum + index)
      account.received -= value
      book.entry(account, value, -1)
      forget(account, txNum, receiptAt(index))
    }
    for (let index = spent.length - 1; index >= 0; index--) {
      const { scriptPubKey, value, txNum: maker, outpoint } = spent[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      unspent.add(account.id, maker + outpoint.index, satoshiCell(value))
      book.entry(account, value, 1)
      forget(account, txNum, spendAt(index))
    }
    // Before the next transaction is undone: it may have made what this one had spent.
    gone.finish()
    unspent.finish()
  }
}

/**
 * Keeps the tables of addresses while blocks connect and disconnect. Connecting gathers in memory until `flush`;
 * disconnecting, which is rare, works on the tables.
 */
export function createObserver(db: Database, accounts: Accounts, totals: TotalsTracker): Required<BlockObserver> {
  const tables = createTables(db)
  const book = createBookkeeping(accounts, totals)
  const undo = createUndo(accounts, book, tables)
  const writer = createWriter(accounts, tables, totals)
  const flush = writer.all

  function addDelta(account: Account, txNum: number, io: number, value: bigint): void {
    book.delta(account, txNum, io, value)
    if (account.counted === txNum) return
    account.counted = txNum
    account.txs++
  }

  function connectTx({ tx, txNum, spent }: ConnectedTx): void {
    for (let index = 0; index < spent.length; index++) {
      const { scriptPubKey, value, txNum: maker, outpoint } = spent[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      addDelta(account, txNum, spendAt(index), -value)
      book.entry(account, value, -1)
      // An output that was made since the last flush never reaches the table.
      const output = maker + outpoint.index
      if (!accounts.unwritten.delete(output)) account.goneUnspent.push(output)
    }
    for (let index = 0; index < tx.vout.length; index++) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      addDelta(account, txNum, receiptAt(index), value)
      book.entry(account, value, 1)
      account.received += value
      book.unspent(account, txNum + index, value)
    }
  }

  return {
    name: 'addressIndex',
    connect({ entry, txs }: ConnectedBlock) {
      // The genesis output is not part of the chain's state (chain-params.md §5).
      if (entry.height > 0) for (const tx of txs) connectTx(tx)
    },
    disconnect({ txs }: ConnectedBlock) {
      flush()
      for (let at = txs.length - 1; at >= 0; at--) undo(txs[at]!)
      flush()
    },
    flush,
    write: writer.some,
    discard() {
      writer.forget()
      const { addresses, standings, deltas, unspent, gone } = tables
      for (const rows of [addresses, standings, deltas, unspent, gone]) rows.clear()
      accounts.clear()
      totals.discard()
    },
  }
}
