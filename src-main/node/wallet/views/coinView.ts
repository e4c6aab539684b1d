import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { findScriptAddress, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, fromDisplayHex, toDisplayHex } from '../../util/index.ts'
import { type AddressBook, isTimeLocked } from '../ownership/index.ts'
import type { CoinLocks } from '../spending/index.ts'
import type { Holding, WalletLedger } from '../transactions/index.ts'
import { CoinOrder } from './coinOrder.ts'
import { type CoinSort, comparePlaces, computeRank, firstNotBelow, type RankedPlace } from './rankedPlaces.ts'

export type CoinState = 'spendable' | 'locked' | 'immature' | 'pending' | 'protected'

/** Unspent output of the wallet's keys that is never spent as coins, such as a token output. */
export interface ProtectedCoin extends TxOut {
  readonly outpoint: OutPoint
  /** height of its block, or undefined if unconfirmed */
  readonly height: number | undefined
}

export interface CoinRow extends ProtectedCoin {
  readonly state: CoinState
  /** reason why it cannot be spent now, for users */
  readonly reason: string | undefined
}

export interface CoinLine extends CoinRow {
  readonly address: string | undefined
  readonly label: string | undefined
}

export interface CoinQuery {
  /** minimum 1 */
  readonly limit: number
  /** `next` of the previous page */
  readonly cursor?: string | undefined
  readonly sort: CoinSort
  /** true for largest or oldest first */
  readonly descending: boolean
}

export interface CoinPage {
  readonly rows: readonly CoinLine[]
  readonly next: string | undefined
  readonly total: number
}

export interface CoinViewDeps {
  readonly ledger: WalletLedger
  readonly locks: CoinLocks
  readonly book: AddressBook
  readonly ccEnabled: boolean
  /** changes with the wallet's coins, including unconfirmed ones */
  readonly revision: () => number
  /** outputs of the wallet's keys that are not coins */
  readonly protectedCoins: () => readonly ProtectedCoin[]
}

function readCursor(text: string): RankedPlace | undefined {
  const [, rank, txid, index] = /^(-?\d{1,20})\.([0-9a-f]{64})\.(\d{1,10})$/.exec(text) ?? []
  if (rank === undefined || txid === undefined || index === undefined) return undefined
  return { rank: BigInt(rank), hash: fromDisplayHex(txid), index: Number(index) }
}

const writeCursor = ({ rank, hash, index }: RankedPlace) => `${rank}.${toDisplayHex(hash)}.${index}`

/** Merges two sorted lists from after the cursor, up to `limit` places. */
function mergePlaces<P extends RankedPlace>(
  lists: readonly [readonly P[], readonly P[]],
  from: RankedPlace | undefined,
  { limit, descending }: Pick<CoinQuery, 'limit' | 'descending'>,
): P[] {
  const step = descending ? -1 : 1
  const next = lists.map((list) => {
    if (from === undefined) return descending ? list.length - 1 : 0
    const index = firstNotBelow(list, from)
    if (descending) return index - 1
    const there = list[index]
    return there !== undefined && comparePlaces(there, from) === 0 ? index + 1 : index
  }) as [number, number]
  const taken: P[] = []
  while (taken.length < limit) {
    const [one, other] = [lists[0][next[0]], lists[1][next[1]]]
    if (!one && !other) break
    const which = !other || (one && comparePlaces(one, other) * step < 0) ? 0 : 1
    taken.push(lists[which][next[which]] as P)
    next[which] += step
  }
  return taken
}

interface ProtectedPlace extends RankedPlace {
  readonly coin: ProtectedCoin
}

const toProtectedRow = (coin: ProtectedCoin): CoinRow => ({
  ...coin,
  state: 'protected',
  reason: 'It holds tokens: spending it as coins would destroy them.',
})

/**
 * Pages of a wallet's unspent outputs. Their order is kept up to date (`coinOrder.ts`); row details are read per page.
 * Outputs that are not coins are few, so they are listed again after each change.
 */
export class CoinView {
  readonly #deps: CoinViewDeps
  readonly #order: CoinOrder
  #protected: { readonly revision: number; readonly coins: readonly ProtectedCoin[] } | undefined

  constructor(deps: CoinViewDeps) {
    this.#deps = deps
    this.#order = new CoinOrder(deps.ledger, deps.revision)
  }

  /** Returns the satoshis of `balance().trusted` that are locked or behind a lock time. */
  lockedSum(): bigint {
    const { locks } = this.#deps
    const byHand = locks.list().length > 0
    let sum = 0n
    for (const { source, index, output } of this.#trustedHoldings()) {
      const locked = byHand && locks.isLocked({ hash: source.txid, index })
      if (locked || isTimeLocked(output.scriptPubKey)) sum += output.value
    }
    return sum
  }

  /** Returns the satoshis of `balance().trusted` at one key. */
  heldBy(pubkey: Uint8Array): bigint {
    const scripts = [p2pkScript(pubkey), p2pkhScript(hash160(pubkey))]
    let sum = 0n
    for (const { output } of this.#trustedHoldings()) {
      if (scripts.some((script) => equal(script, output.scriptPubKey))) sum += output.value
    }
    return sum
  }

  /** Does the slow work for a first page in this order, in slices with the caller's pause in between. */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void> {
    return this.#order.prepare(sort, pause)
  }

  /** Returns one page of the current coins, or undefined if the cursor is invalid. */
  page({ limit, cursor, sort, descending }: CoinQuery): CoinPage | undefined {
    const from = cursor === undefined ? undefined : readCursor(cursor)
    if (cursor !== undefined && !from) return undefined
    const lists = [this.#order.sorted(sort), this.#sortedProtected(sort)] as const
    // Take one extra row to know if there is a next page.
    const places = mergePlaces<RankedPlace | ProtectedPlace>(lists, from, { limit: limit + 1, descending })
    const last = places.length > limit ? places[limit - 1] : undefined
    return {
      rows: places.slice(0, limit).flatMap((place) => this.#line(place) ?? []),
      next: last && writeCursor(last),
      total: lists[0].length + lists[1].length,
    }
  }

  *#trustedHoldings(): Generator<Holding> {
    const { ledger } = this.#deps
    for (const holding of ledger.holdings()) {
      if (!holding.immature && (holding.depth > 0 || ledger.isTrusted(holding.source))) yield holding
    }
  }

  #sortedProtected(sort: CoinSort): ProtectedPlace[] {
    const revision = this.#deps.revision()
    if (this.#protected?.revision !== revision) this.#protected = { revision, coins: this.#deps.protectedCoins() }
    return this.#protected.coins
      .map((coin) => ({ ...coin.outpoint, rank: computeRank(sort, coin.value, coin.height), coin }))
      .sort(comparePlaces)
  }

  #line(place: RankedPlace | ProtectedPlace): CoinLine | undefined {
    const { ledger, book, ccEnabled } = this.#deps
    const holding = 'coin' in place ? undefined : ledger.holding(place)
    const row = 'coin' in place ? toProtectedRow(place.coin) : holding && this.#row(holding)
    if (!row) return undefined
    const address = findScriptAddress(row.scriptPubKey, { cc: ccEnabled })
    return { ...row, address, label: (address === undefined ? undefined : book.labelOf(address)) ?? undefined }
  }

  #row({ source, index, output, immature }: Holding): CoinRow {
    const { ledger, locks } = this.#deps
    const outpoint = { hash: source.txid, index }
    const row = { outpoint, value: output.value, scriptPubKey: output.scriptPubKey, height: source.block?.height }
    if (immature) {
      const blocks = ledger.blocksToMaturity(source)
      const reason = `It was mined and can be spent after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}.`
      return { ...row, state: 'immature', reason }
    }
    if (locks.isLocked(outpoint)) return { ...row, state: 'locked', reason: 'It was locked manually.' }
    if (isTimeLocked(output.scriptPubKey)) return { ...row, state: 'locked', reason: 'It has a lock time.' }
    if (!ledger.isTrusted(source)) return { ...row, state: 'pending', reason: 'It is unconfirmed.' }
    return { ...row, state: 'spendable', reason: undefined }
  }
}
