import type { Transaction } from '../../primitives/types.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

export interface Place {
  /** unix seconds: when it was first seen, or its block's time if that is earlier */
  readonly time: number
  readonly wtx: WalletTx
}

/** Position in the history, which stays valid if its transaction is removed. */
export type PlaceKey = Readonly<{ time: number; position: number }>

export const toPlaceKey = ({ time, wtx }: Place): PlaceKey => ({ time, position: wtx.position })

/** Wallet transactions that the ledger lacks. */
export interface UnrecordedTransactions {
  /** Does the slow part of `list` in advance, yielding to the event loop. */
  prepare(pause: () => Promise<void>): Promise<void>
  /**
   * Lists the transactions. Returns the identical object for a transaction while it stays in its block or in the
   * mempool.
   */
  list(): ReadonlySet<WalletTx>
  /** Returns true for a transaction that `list` would include if it were not in the ledger. */
  paysWallet(tx: Transaction): boolean
}

const historyTime = ({ block, received }: WalletTx) => (block ? Math.min(received, block.time) : received)

/** Returns the first index whose place is not below the key. */
function firstAtOrAfter(list: readonly Place[], { time, position }: PlaceKey): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = list[middle] as Place
    const before = place.time < time || (place.time === time && place.wtx.position < position)
    if (before) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The wallet's transactions ordered by time. Sorted on first use, then updated per transaction: a connected or
 * disconnected transaction moves, without sorting again.
 */
export class HistoryOrder {
  readonly #ledger: WalletLedger
  readonly #others: UnrecordedTransactions
  #places: Place[] | undefined
  #placed = new Map<WalletTx, number>()
  /** other transactions that have been placed */
  #placedOthers: ReadonlySet<WalletTx> = new Set()
  #revision = 0

  constructor(ledger: WalletLedger, others: UnrecordedTransactions) {
    this.#ledger = ledger
    this.#others = others
    ledger.listen((wtx) => this.#follow(wtx))
  }

  /** Updates the transactions that are not in the ledger, because no event announces them. */
  async refresh(pause: () => Promise<void>): Promise<void> {
    await this.#others.prepare(pause)
    this.#placeOthers(this.#current())
  }

  size(): number {
    return this.#current().length
  }

  /** Returns the number of places before the key, which need not be in the list. */
  below(key: PlaceKey): number {
    return firstAtOrAfter(this.#current(), key)
  }

  /** Returns a place by its index, oldest first. */
  at(index: number): Place | undefined {
    return this.#current()[index]
  }

  #current(): Place[] {
    const ledger = this.#ledger
    if (this.#places && this.#revision === ledger.ownershipRevision()) return this.#places
    this.#revision = ledger.ownershipRevision()
    this.#places = ledger
      .transactions()
      .filter((wtx) => this.#concernsKeys(wtx))
      .map((wtx) => ({ time: historyTime(wtx), wtx }))
      .sort((a, b) => a.time - b.time || a.wtx.position - b.wtx.position)
    this.#placed = new Map(this.#places.map(({ wtx, time }) => [wtx, time]))
    this.#placedOthers = new Set()
    this.#placeOthers(this.#places)
    return this.#places
  }

  #follow(wtx: WalletTx): void {
    const places = this.#places
    // Skip if nothing was requested yet, or if everything will be sorted again.
    if (!places || this.#revision !== this.#ledger.ownershipRevision()) return
    const time = this.#placed.get(wtx)
    if (time === undefined) {
      if (this.#concernsKeys(wtx)) this.#insert(places, wtx)
    } else if (time !== historyTime(wtx)) {
      this.#remove(places, wtx)
      this.#insert(places, wtx)
    }
  }

  #placeOthers(places: Place[]): void {
    const others = this.#others.list()
    for (const wtx of this.#placedOthers) if (!others.has(wtx)) this.#remove(places, wtx)
    for (const wtx of others) if (!this.#placedOthers.has(wtx)) this.#insert(places, wtx)
    this.#placedOthers = others
  }

  #remove(places: Place[], wtx: WalletTx): void {
    const time = this.#placed.get(wtx)
    if (time === undefined) return
    this.#placed.delete(wtx)
    places.splice(firstAtOrAfter(places, { time, position: wtx.position }), 1)
  }

  #insert(places: Place[], wtx: WalletTx): void {
    const place = { time: historyTime(wtx), wtx }
    this.#placed.set(wtx, place.time)
    places.splice(firstAtOrAfter(places, toPlaceKey(place)), 0, place)
  }

  #concernsKeys({ tx }: WalletTx): boolean {
    const ledger = this.#ledger
    return tx.vout.some((output) => ledger.isMine(output)) || ledger.debit(tx) > 0n || this.#others.paysWallet(tx)
  }
}
