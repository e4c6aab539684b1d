import type { Statement } from 'better-sqlite3'
import type { AddressType } from '../core/index.ts'
import type { Cell, Database } from '../storage/index.ts'
import { fromSumCell, toSumCell } from './sums.ts'

/** Row of address_totals: the sums of getsnapshot. */
export interface Totals {
  holders: number
  entries: number
  satoshis: bigint
  ccEntries: number
  ccSatoshis: bigint
}

/** An address as the totals see it. */
interface CountedAddress {
  readonly type: AddressType
  readonly balance: bigint
  readonly utxos: number
  readonly zeros: number
  includedBalance: bigint
  includedEntries: number
}

interface TotalsRow {
  readonly holders: bigint
  readonly entries: bigint
  readonly satoshis: unknown
  readonly cc_entries: bigint
  readonly cc_satoshis: unknown
}

const countHolder = (balance: bigint): number => (balance > 0n ? 1 : 0)

/** Caches the totals between flushes. */
export class TotalsTracker {
  readonly #select: Statement<[], TotalsRow>
  readonly #update: Statement<Cell[]>
  #known: Totals | undefined
  #changed = false

  constructor(db: Database) {
    this.#select = db
      .prepare<[], TotalsRow>('SELECT holders, entries, satoshis, cc_entries, cc_satoshis FROM address_totals')
      .safeIntegers()
    this.#update = db.prepare<Cell[]>(
      'UPDATE address_totals SET holders = ?, entries = ?, satoshis = ?, cc_entries = ?, cc_satoshis = ?',
    )
  }

  /**
   * Includes the changes of an address since it was last included. This is done when its row is written or removed, not
   * for each output.
   */
  include(address: CountedAddress): void {
    const { type, balance, utxos, zeros, includedBalance, includedEntries } = address
    // Outputs with value 0 are not counted and do not change a balance.
    const entries = utxos - zeros
    address.includedBalance = balance
    address.includedEntries = entries
    if (balance === includedBalance && entries === includedEntries) return
    const totals = this.#current()
    this.#changed = true
    if (type === 3) {
      totals.ccEntries += entries - includedEntries
      totals.ccSatoshis += balance - includedBalance
      return
    }
    totals.entries += entries - includedEntries
    totals.satoshis += balance - includedBalance
    totals.holders += countHolder(balance) - countHolder(includedBalance)
  }

  read(): Readonly<Totals> {
    return this.#current()
  }

  flush(): void {
    if (this.#known === undefined || !this.#changed) return
    const { holders, entries, satoshis, ccEntries, ccSatoshis } = this.#known
    this.#update.run(holders, entries, toSumCell(satoshis), ccEntries, toSumCell(ccSatoshis))
    this.#changed = false
  }

  /** Discards changes that were not written. */
  discard(): void {
    this.#known = undefined
    this.#changed = false
  }

  #current(): Totals {
    this.#known ??= this.#load()
    return this.#known
  }

  #load(): Totals {
    const row = this.#select.get()!
    return {
      holders: Number(row.holders),
      entries: Number(row.entries),
      satoshis: fromSumCell(row.satoshis),
      ccEntries: Number(row.cc_entries),
      ccSatoshis: fromSumCell(row.cc_satoshis),
    }
  }
}
