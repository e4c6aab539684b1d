import { satoshiCell } from '../storage/index.ts'
import type { Account, Accounts } from './accounts.ts'

/** Bookkeeping steps shared by connecting, disconnecting and rebuilding the address index. */
export class AccountUpdater {
  readonly #accounts: Accounts

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /**
   * Counts an unspent output that was added (1) or removed (-1): updates balance and counts. The caller writes the rows.
   */
  entry(account: Account, value: bigint, by: 1 | -1): void {
    account.balance = by === 1 ? account.balance + value : account.balance - value
    account.utxos += by
    if (value === 0n) account.zeros += by
  }

  /** Queues a row of address_deltas. */
  delta(account: Account, txNum: number, io: number, value: bigint): void {
    account.newDeltas.push(txNum, io, satoshiCell(value))
    account.deltas++
    this.#accounts.touch(account)
  }

  /** Queues a row of address_unspent. */
  unspent(account: Account, output: number, value: bigint): void {
    this.#accounts.unwritten.add(output, satoshiCell(value))
    account.newUnspent.push(output)
  }
}
