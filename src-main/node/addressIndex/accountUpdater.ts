import { satoshiCell } from '../storage/index.ts'
import type { Account, Accounts } from './accounts.ts'
import type { TotalsTracker } from './totals.ts'

/** Bookkeeping steps shared by connecting, disconnecting and rebuilding the address index. */
export class AccountUpdater {
  readonly #accounts: Accounts
  readonly #totals: TotalsTracker

  constructor(accounts: Accounts, totals: TotalsTracker) {
    this.#accounts = accounts
    this.#totals = totals
  }

  /**
   * Counts an unspent output that was added (1) or removed (-1): updates balance, counts and totals. The caller writes
   * the rows.
   */
  entry(account: Account, value: bigint, by: 1 | -1): void {
    const before = account.balance
    account.balance = by === 1 ? before + value : before - value
    account.utxos += by
    if (value === 0n) account.zeros += by
    this.#totals.move({ type: account.type, value, by, before, after: account.balance })
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
