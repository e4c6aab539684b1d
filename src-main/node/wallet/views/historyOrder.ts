import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/** A transaction with its time in the history. */
export interface Place {
  /** unix seconds: when it was first seen, or the time of its block if that is earlier */
  readonly time: number
  readonly wtx: WalletTx
}

/** A position in the history, which stays valid when its transaction is gone. */
export type PlaceKey = Readonly<{ time: number; position: number }>

export interface HistoryOrder {
  size(): number
  /** how many places come before the key; the place itself need not exist */
  below(key: PlaceKey): number
  /** oldest first */
  at(index: number): Place | undefined
}

export const keyOf = ({ time, wtx }: Place): PlaceKey => ({ time, position: wtx.position })

const timeOf = ({ block, received }: WalletTx) => (block ? Math.min(received, block.time) : received)

/**
 * The wallet's transactions ordered by time. Made when it is first asked for, then kept up to date one transaction at a time:
 * what enters or leaves a block moves, nothing is sorted again.
 */
export function createHistoryOrder(ledger: WalletLedger): HistoryOrder {
  let places: Place[] | undefined
  let placed = new Map<WalletTx, number>()
  let revision = 0

  const concernsKeys = ({ tx }: WalletTx) => tx.vout.some((output) => ledger.isMine(output)) || ledger.debit(tx) > 0n
  /** The first index whose place is not below the key. */
  const search = (list: readonly Place[], { time, position }: PlaceKey): number => {
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
  const insert = (list: Place[], wtx: WalletTx) => {
    const place = { time: timeOf(wtx), wtx }
    placed.set(wtx, place.time)
    list.splice(search(list, keyOf(place)), 0, place)
  }
  const current = (): readonly Place[] => {
    if (places && revision === ledger.ownershipRevision()) return places
    revision = ledger.ownershipRevision()
    places = ledger
      .transactions()
      .filter(concernsKeys)
      .map((wtx) => ({ time: timeOf(wtx), wtx }))
      .sort((a, b) => a.time - b.time || a.wtx.position - b.wtx.position)
    placed = new Map(places.map(({ wtx, time }) => [wtx, time]))
    return places
  }
  ledger.listen((wtx) => {
    // Nobody has asked yet, or everything will be sorted again.
    if (!places || revision !== ledger.ownershipRevision()) return
    const time = placed.get(wtx)
    if (time !== undefined) {
      if (time === timeOf(wtx)) return
      places.splice(search(places, { time, position: wtx.position }), 1)
      insert(places, wtx)
    } else if (concernsKeys(wtx)) insert(places, wtx)
  })

  return {
    size: () => current().length,
    below: (key) => search(current(), key),
    at: (index) => current()[index],
  }
}
