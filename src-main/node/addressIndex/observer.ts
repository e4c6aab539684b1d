import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../interfaces.ts'
import { createRowInserter, type Database, satoshiCell } from '../storage/index.ts'
import { type Account, type Accounts, toSumCell } from './accounts.ts'
import { createRowBatch } from './rowBatch.ts'

/** address_deltas.io of an output; an input's is one more than twice its index. */
const receiptAt = (index: number): number => 2 * index
const spendAt = (index: number): number => 2 * index + 1

function createTables(db: Database) {
  return {
    addresses: createRowInserter(db, 'addresses (id, type, hash, balance, received, deltas)', 6),
    totals: createRowBatch(
      db,
      4,
      (rows) =>
        `UPDATE addresses SET balance = new.column2, received = new.column3, deltas = new.column4
         FROM (VALUES ${rows}) AS new WHERE addresses.id = new.column1`,
    ),
    removeAddress: db.prepare<[number]>('DELETE FROM addresses WHERE id = ?'),
    deltas: createRowInserter(db, 'address_deltas (address, tx, io, value)', 4),
    removeDelta: db.prepare<[number, number, number]>(
      'DELETE FROM address_deltas WHERE address = ? AND tx = ? AND io = ?',
    ),
    unspent: createRowInserter(db, 'address_unspent (address, output, value)', 3),
    gone: createRowBatch(db, 2, (rows) => `DELETE FROM address_unspent WHERE (address, output) IN (VALUES ${rows})`),
  }
}

type Tables = ReturnType<typeof createTables>

/** Writes what the accounts have gathered, each table in key order, and empties them. */
function writeTouched(accounts: Accounts, { addresses, totals, deltas, unspent, gone }: Tables): void {
  const touched = accounts.touched()
  if (touched.length === 0) return
  for (const account of touched) {
    const { id, type, hash, balance, received, deltas: count } = account
    const sums = [toSumCell(balance), toSumCell(received), count] as const
    if (account.stored) totals.add(id, ...sums)
    else addresses.add(id, type, hash, ...sums)
    account.stored = true
  }
  totals.finish()
  addresses.finish()
  for (const { id, newDeltas } of touched)
    for (let at = 0; at < newDeltas.length; at += 3)
      deltas.add(id, newDeltas[at]!, newDeltas[at + 1]!, newDeltas[at + 2]!)
  deltas.finish()
  for (const { id, newUnspent } of touched)
    for (const [output, value] of newUnspent) unspent.add(id, output, satoshiCell(value))
  unspent.finish()
  for (const { id, goneUnspent } of touched)
    for (const output of goneUnspent.sort((a, b) => a - b)) gone.add(id, output)
  gone.finish()
  for (const account of touched) {
    account.newDeltas.length = 0
    account.newUnspent.clear()
    account.goneUnspent.length = 0
  }
  accounts.settled()
}

/** Takes a block's changes back, directly in the tables. */
function createUndo(accounts: Accounts, { removeAddress, removeDelta, unspent, gone }: Tables) {
  function forget(account: Account, ordinal: number, io: number, value: bigint): void {
    removeDelta.run(account.id, ordinal, io)
    account.balance -= value
    account.deltas--
    if (account.deltas > 0) {
      accounts.touch(account)
      return
    }
    removeAddress.run(account.id)
    accounts.remove(account)
  }

  /** Exactly the steps of connecting backwards, so that addresses vanish in the opposite order of their appearance. */
  return ({ tx, ordinal, spent }: ConnectedTx): void => {
    for (let index = tx.vout.length - 1; index >= 0; index--) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      gone.add(account.id, ordinal + index)
      account.received -= value
      forget(account, ordinal, receiptAt(index), value)
    }
    for (let index = spent.length - 1; index >= 0; index--) {
      const coin = spent[index]!
      const account = accounts.ofScript(coin.scriptPubKey)
      if (account === undefined) continue
      unspent.add(account.id, coin.ordinal + coin.outpoint.index, satoshiCell(coin.value))
      forget(account, ordinal, spendAt(index), -coin.value)
    }
    // Before the next transaction is undone: it may have made what this one had spent.
    gone.finish()
    unspent.finish()
  }
}

/**
 * Keeps the three tables while blocks connect and disconnect. Connecting gathers in memory until `flush`; disconnecting,
 * which is rare, works on the tables.
 */
export function createObserver(db: Database, accounts: Accounts): Required<BlockObserver> {
  const tables = createTables(db)
  const undo = createUndo(accounts, tables)
  const flush = (): void => writeTouched(accounts, tables)

  function addDelta(account: Account, ordinal: number, io: number, value: bigint): void {
    account.newDeltas.push(ordinal, io, satoshiCell(value))
    account.balance += value
    account.deltas++
    accounts.touch(account)
  }

  function connectTx({ tx, ordinal, spent }: ConnectedTx): void {
    for (let index = 0; index < spent.length; index++) {
      const coin = spent[index]!
      const account = accounts.ofScript(coin.scriptPubKey)
      if (account === undefined) continue
      addDelta(account, ordinal, spendAt(index), -coin.value)
      // An output that was made since the last flush never reaches the table.
      const output = coin.ordinal + coin.outpoint.index
      if (!account.newUnspent.delete(output)) account.goneUnspent.push(output)
    }
    for (let index = 0; index < tx.vout.length; index++) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      addDelta(account, ordinal, receiptAt(index), value)
      account.received += value
      account.newUnspent.set(ordinal + index, value)
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
    discard() {
      const { addresses, totals, deltas, unspent, gone } = tables
      for (const rows of [addresses, totals, deltas, unspent, gone]) rows.clear()
      accounts.clear()
    },
  }
}
