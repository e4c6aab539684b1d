import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/** A transaction with its time in the history. */
export interface Place {
  /** unix seconds: when it was first seen, or the time of its block if that is earlier */
  readonly time: number
  readonly wtx: WalletTx
}

/** A position in the history, which stays valid when its transaction is gone. */
export type PlaceKey = Readonly<{ time: number; position: number }>

export const toPlaceKey = ({ time, wtx }: Place): PlaceKey => ({ time, position: wtx.position })

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
 * The wallet's transactions ordered by time. Made when it is first asked for, then kept up to date one transaction at a time:
 * what enters or leaves a block moves, nothing is sorted again.
 */
export class HistoryOrder {
  readonly #ledger: WalletLedger
  #places: Place[] | undefined
  #placed = new Map<WalletTx, number>()
  #revision = 0

  constructor(ledger: WalletLedger) {
    this.#ledger = ledger
    ledger.listen((wtx) => this.#follow(wtx))
  }

  size(): number {
    return this.#current().length
  }

  /** Returns the number of places before the key; the place itself need not exist. */
  below(key: PlaceKey): number {
    return firstAtOrAfter(this.#current(), key)
  }

  /** Returns a place by its index, oldest first. */
  at(index: number): Place | undefined {
    return this.#current()[index]
  }

  #current(): readonly Place[] {
    const ledger = this.#ledger
    if (this.#places && this.#revision === ledger.ownershipRevision()) return this.#places
    this.#revision = ledger.ownershipRevision()
    this.#places = ledger
      .transactions()
      .filter((wtx) => this.#concernsKeys(wtx))
      .map((wtx) => ({ time: historyTime(wtx), wtx }))
      .sort((a, b) => a.time - b.time || a.wtx.position - b.wtx.position)
    this.#placed = new Map(this.#places.map(({ wtx, time }) => [wtx, time]))
    return this.#places
  }

  #follow(wtx: WalletTx): void {
    const places = this.#places
    // Nothing has asked yet, or everything will be sorted again.
    if (!places || this.#revision !== this.#ledger.ownershipRevision()) return
    const time = this.#placed.get(wtx)
    if (time === undefined) {
      if (this.#concernsKeys(wtx)) this.#insert(places, wtx)
    } else if (time !== historyTime(wtx)) {
      places.splice(firstAtOrAfter(places, { time, position: wtx.position }), 1)
      this.#insert(places, wtx)
    }
  }

  #insert(places: Place[], wtx: WalletTx): void {
    const place = { time: historyTime(wtx), wtx }
    this.#placed.set(wtx, place.time)
    places.splice(firstAtOrAfter(places, toPlaceKey(place)), 0, place)
  }

  #concernsKeys({ tx }: WalletTx): boolean {
    return tx.vout.some((output) => this.#ledger.isMine(output)) || this.#ledger.debit(tx) > 0n
  }
}
