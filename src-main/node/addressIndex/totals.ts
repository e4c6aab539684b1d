import type { Statement } from 'better-sqlite3'
import type { AddressType } from '../core/index.ts'
import type { Cell, Database } from '../storage/index.ts'
import { fromSumCell, toSumCell } from './sums.ts'

/** The row of address_totals: what getsnapshot sums up. */
export interface Totals {
  holders: number
  entries: number
  satoshis: bigint
  ccEntries: number
  ccSatoshis: bigint
}

/** An unspent output of an address came or went, and its balance moved. */
export interface EntryMove {
  readonly type: AddressType
  readonly value: bigint
  /** 1: it came, -1: it went */
  readonly by: 1 | -1
  /** the address's balance before and after */
  readonly before: bigint
  readonly after: bigint
}

interface TotalsRow {
  readonly holders: bigint
  readonly entries: bigint
  readonly satoshis: unknown
  readonly cc_entries: bigint
  readonly cc_satoshis: unknown
}

const countHolder = (balance: bigint): number => (balance > 0n ? 1 : 0)

/** Keeps the totals in memory between flushes. */
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

  move({ type, value, by, before, after }: EntryMove): void {
    // Entries of no value are left out, and they move nothing.
    if (value === 0n) return
    const totals = this.#current()
    this.#changed = true
    if (type === 3) {
      totals.ccEntries += by
      totals.ccSatoshis += after - before
      return
    }
    totals.entries += by
    totals.satoshis += after - before
    totals.holders += countHolder(after) - countHolder(before)
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

  /** Forgets what was not written. */
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
