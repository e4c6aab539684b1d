import { satoshiCell } from '../storage/index.ts'
import type { Account, Accounts } from './accounts.ts'
import type { TotalsTracker } from './totals.ts'

/** The steps that every change of an address consists of, forwards, backwards and when the index is made again. */
export class AccountUpdater {
  readonly #accounts: Accounts
  readonly #totals: TotalsTracker

  constructor(accounts: Accounts, totals: TotalsTracker) {
    this.#accounts = accounts
    this.#totals = totals
  }

  /** An unspent output came (1) or went (-1): moves balance, counts and totals; the rows are the caller's. */
  entry(account: Account, value: bigint, by: 1 | -1): void {
    const before = account.balance
    account.balance = by === 1 ? before + value : before - value
    account.utxos += by
    if (value === 0n) account.zeros += by
    this.#totals.move({ type: account.type, value, by, before, after: account.balance })
  }

  /** Gathers a row of address_deltas. */
  delta(account: Account, txNum: number, io: number, value: bigint): void {
    account.newDeltas.push(txNum, io, satoshiCell(value))
    account.deltas++
    this.#accounts.touch(account)
  }

  /** Gathers a row of address_unspent. */
  unspent(account: Account, output: number, value: bigint): void {
    this.#accounts.unwritten.set(output, satoshiCell(value))
    account.newUnspent.push(output)
  }
}
