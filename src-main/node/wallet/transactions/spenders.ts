import { outpointKey } from '../../util/index.ts'
import type { LedgerEntry } from './ledgerEntry.ts'

/** Wallet transactions by the outpoints that they spend, including conflicted ones. */
export class Spenders {
  /** by outpoint key; lists are changed in place, because `follow` has returned them */
  readonly #lists = new Map<string, LedgerEntry[]>()

  /** Returns the list of transactions that spend an outpoint. Later changes update this list. */
  follow(key: string): readonly LedgerEntry[] {
    return this.#list(key)
  }

  get(key: string): readonly LedgerEntry[] {
    return this.#lists.get(key) ?? []
  }

  add(entry: LedgerEntry): void {
    // Coinbases spend nothing and must not conflict with each other.
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

/** Removes entries from the list in place. */
export function keepInPlace(list: LedgerEntry[], isKept: (entry: LedgerEntry) => boolean): void {
  const kept = list.filter(isKept)
  list.length = 0
  for (const entry of kept) list.push(entry)
}
