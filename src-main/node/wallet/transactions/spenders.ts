import { outpointKey } from '../../util/index.ts'
import type { LedgerEntry } from './ledgerEntry.ts'

/** The wallet's transactions by the outpoints that they spend, conflicted ones included. */
export class Spenders {
  /** by outpoint key; the lists change in place, because `follow` has handed them out */
  readonly #lists = new Map<string, LedgerEntry[]>()

  /** Returns the transactions that spend an outpoint, as a list that later changes are made to. */
  follow(key: string): readonly LedgerEntry[] {
    return this.#list(key)
  }

  get(key: string): readonly LedgerEntry[] {
    return this.#lists.get(key) ?? []
  }

  add(entry: LedgerEntry): void {
    // Coinbases spend nothing: they must not conflict with each other.
    for (const { prevout } of entry.coinbase ? [] : entry.tx.vin) this.#list(outpointKey(prevout)).push(entry)
  }

  remove(entries: ReadonlySet<LedgerEntry>): void {
    for (const { tx, coinbase } of entries) {
      for (const { prevout } of coinbase ? [] : tx.vin) {
        keepInPlace(this.#lists.get(outpointKey(prevout)) ?? [], (entry) => !entries.has(entry))
      }
    }
  }

  #list(key: string): LedgerEntry[] {
    const list = this.#lists.get(key) ?? []
    if (list.length === 0) this.#lists.set(key, list)
    return list
  }
}

/** Removes the other entries from the list itself. */
export function keepInPlace(list: LedgerEntry[], isKept: (entry: LedgerEntry) => boolean): void {
  const kept = list.filter(isKept)
  list.length = 0
  for (const entry of kept) list.push(entry)
}
