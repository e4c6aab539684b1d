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

/** Keeps the totals in memory between flushes. */
export interface TotalsTracker {
  move(move: EntryMove): void
  read(): Readonly<Totals>
  flush(): void
  /** forgets what was not written */
  discard(): void
}

const HOLDS = (balance: bigint): number => (balance > 0n ? 1 : 0)

export function createTotalsTracker(db: Database): TotalsTracker {
  const select = db
    .prepare<[], { holders: bigint; entries: bigint; satoshis: unknown; cc_entries: bigint; cc_satoshis: unknown }>(
      'SELECT holders, entries, satoshis, cc_entries, cc_satoshis FROM address_totals',
    )
    .safeIntegers()
  const update = db.prepare<Cell[]>(
    'UPDATE address_totals SET holders = ?, entries = ?, satoshis = ?, cc_entries = ?, cc_satoshis = ?',
  )
  let known: Totals | undefined
  let changed = false

  function load(): Totals {
    const row = select.get()!
    return {
      holders: Number(row.holders),
      entries: Number(row.entries),
      satoshis: fromSumCell(row.satoshis),
      ccEntries: Number(row.cc_entries),
      ccSatoshis: fromSumCell(row.cc_satoshis),
    }
  }

  function current(): Totals {
    known ??= load()
    return known
  }

  return {
    move({ type, value, by, before, after }) {
      // Entries of no value are left out, and they move nothing.
      if (value === 0n) return
      const totals = current()
      changed = true
      if (type === 3) {
        totals.ccEntries += by
        totals.ccSatoshis += after - before
        return
      }
      totals.entries += by
      totals.satoshis += after - before
      totals.holders += HOLDS(after) - HOLDS(before)
    },
    read: current,
    flush() {
      if (known === undefined || !changed) return
      const { holders, entries, satoshis, ccEntries, ccSatoshis } = known
      update.run(holders, entries, toSumCell(satoshis), ccEntries, toSumCell(ccSatoshis))
      changed = false
    },
    discard() {
      known = undefined
      changed = false
    },
  }
}
