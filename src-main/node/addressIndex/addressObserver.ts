import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../core/index.ts'
import { type Database, satoshiCell } from '../storage/index.ts'
import type { Account, Accounts } from './accounts.ts'
import type { AccountUpdater } from './accountUpdater.ts'
import { AccountWriter, type AddressTables, createAddressTables } from './accountWriter.ts'
import type { TotalsTracker } from './totals.ts'

/** Returns address_deltas.io of an output. */
export const receiptAt = (index: number): number => 2 * index
/** Returns address_deltas.io of an input. */
export const spendAt = (index: number): number => 2 * index + 1

export interface AddressObserverDeps {
  readonly db: Database
  readonly accounts: Accounts
  readonly totals: TotalsTracker
  readonly updater: AccountUpdater
}

/**
 * Maintains the address tables while blocks connect and disconnect. Connecting collects rows in memory until `flush`.
 * Disconnecting, which is rare, modifies the tables directly.
 */
export class AddressObserver implements Required<BlockObserver> {
  readonly name = 'addressIndex'
  readonly #accounts: Accounts
  readonly #totals: TotalsTracker
  readonly #updater: AccountUpdater
  readonly #tables: AddressTables
  readonly #writer: AccountWriter

  constructor({ db, accounts, totals, updater }: AddressObserverDeps) {
    this.#accounts = accounts
    this.#totals = totals
    this.#updater = updater
    this.#tables = createAddressTables(db)
    this.#writer = new AccountWriter(accounts, this.#tables, totals)
  }

  connect({ entry, txs }: ConnectedBlock): void {
    // The genesis output is not part of the chain's state (chain-params.md §5).
    if (entry.height > 0) for (const tx of txs) this.#connectTx(tx)
  }

  disconnect({ txs }: ConnectedBlock): void {
    this.flush()
    for (let at = txs.length - 1; at >= 0; at--) this.#disconnectTx(txs[at]!)
    this.flush()
  }

  flush(): void {
    this.#writer.writeAll()
  }

  write(goOn: () => boolean, dense?: boolean): boolean {
    return this.#writer.writeSome(goOn, dense)
  }

  discard(): void {
    this.#writer.forget()
    const { addresses, totals, deltas, unspent, gone } = this.#tables
    for (const rows of [addresses, totals, deltas, unspent, gone]) rows.clear()
    this.#accounts.clear()
    this.#totals.discard()
  }

  #connectTx({ tx, txNum, spent }: ConnectedTx): void {
    const [accounts, updater] = [this.#accounts, this.#updater]
    for (let index = 0; index < spent.length; index++) {
      const { scriptPubKey, value, txNum: maker, outpoint } = spent[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      this.#addDelta(account, txNum, spendAt(index), -value)
      updater.entry(account, value, -1)
      // An output created since the last flush was never written to the table.
      const output = maker + outpoint.index
      if (!accounts.unwritten.delete(output)) account.goneUnspent.push(output)
    }
    for (let index = 0; index < tx.vout.length; index++) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      this.#addDelta(account, txNum, receiptAt(index), value)
      updater.entry(account, value, 1)
      account.received += value
      updater.unspent(account, txNum + index, value)
    }
  }

  #addDelta(account: Account, txNum: number, io: number, value: bigint): void {
    this.#updater.delta(account, txNum, io, value)
    if (account.counted === txNum) return
    account.counted = txNum
    account.txs++
  }

  /**
   * Reverses the steps of connecting exactly, so that addresses disappear in the opposite order of their appearance.
   */
  #disconnectTx({ tx, txNum, spent }: ConnectedTx): void {
    const [accounts, updater] = [this.#accounts, this.#updater]
    const { unspent, gone } = this.#tables
    for (let index = tx.vout.length - 1; index >= 0; index--) {
      const { scriptPubKey, value } = tx.vout[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      gone.add(account.id, txNum + index)
      account.received -= value
      updater.entry(account, value, -1)
      this.#removeDelta(account, txNum, receiptAt(index))
    }
    for (let index = spent.length - 1; index >= 0; index--) {
      const { scriptPubKey, value, txNum: maker, outpoint } = spent[index]!
      const account = accounts.ofScript(scriptPubKey)
      if (account === undefined) continue
      unspent.add(account.id, maker + outpoint.index, satoshiCell(value))
      updater.entry(account, value, 1)
      this.#removeDelta(account, txNum, spendAt(index))
    }
    // Finish before the next transaction is undone: it may have created outputs that this one spent.
    gone.finish()
    unspent.finish()
  }

  #removeDelta(account: Account, txNum: number, io: number): void {
    const { removeAddress, removeDelta } = this.#tables
    removeDelta.run(account.id, txNum, io)
    account.deltas--
    if (account.counted !== -txNum) {
      account.counted = -txNum
      account.txs--
    }
    if (account.deltas > 0) {
      this.#accounts.touch(account)
      return
    }
    this.#totals.include(account)
    removeAddress.run(account.id)
    this.#accounts.remove(account)
  }
}
