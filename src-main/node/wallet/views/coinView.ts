import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { addressOf, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, fromDisplayHex, toDisplayHex } from '../../util/index.ts'
import { type AddressBook, isTimeLocked } from '../ownership/index.ts'
import type { CoinLocks } from '../spending/index.ts'
import type { Holding, WalletLedger } from '../transactions/index.ts'
import { createCoinOrder } from './coinOrder.ts'
import { type CoinSort, comparePlaces, firstNotBelow, type RankedPlace, rankOf } from './rankedPlaces.ts'

export type CoinState = 'spendable' | 'locked' | 'immature' | 'pending' | 'protected'

/** An unspent output of the wallet's keys that is never spent as coins, such as one of a token. */
export interface ProtectedCoin extends TxOut {
  readonly outpoint: OutPoint
  /** height of its block; undefined: unconfirmed */
  readonly height: number | undefined
}

export interface CoinRow extends ProtectedCoin {
  readonly state: CoinState
  /** why it cannot be spent now, for people */
  readonly reason: string | undefined
}

/** A row as it is listed. */
export interface CoinLine extends CoinRow {
  readonly address: string | undefined
  readonly label: string | undefined
}

export interface CoinQuery {
  /** at least 1 */
  readonly limit: number
  /** `next` of the page before */
  readonly cursor?: string | undefined
  readonly sort: CoinSort
  /** the largest or the oldest first */
  readonly descending: boolean
}

export interface CoinPage {
  readonly rows: readonly CoinLine[]
  readonly next: string | undefined
  readonly total: number
}

export interface CoinView {
  /** satoshis of `balance().trusted` that are not available, because they are locked or behind a lock time */
  lockedSum(): bigint
  /** satoshis of `balance().trusted` at one key */
  heldBy(pubkey: Uint8Array): bigint
  /** does the slow work for a first page in this order, in steps with the caller's pause between them */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void>
  /** One page of the coins as they are now. Undefined: the cursor is invalid. */
  page(query: CoinQuery): CoinPage | undefined
}

interface Deps {
  readonly ledger: WalletLedger
  readonly locks: CoinLocks
  readonly book: AddressBook
  readonly ccEnabled: boolean
  /** changes with the coins of the wallet, unconfirmed ones included */
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

/** Merges so many places of two sorted lists, starting behind the cursor. */
function takePlaces<P extends RankedPlace>(
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

/**
 * The unspent outputs of a wallet in pages. Their order is kept up to date (`coinOrder.ts`); the details of a row are read when
 * its page is asked for. Outputs that are not coins are few: they are listed anew after each change.
 */
export function createCoinView({ ledger, locks, book, ccEnabled, revision, protectedCoins }: Deps): CoinView {
  interface Protected extends RankedPlace {
    readonly coin: ProtectedCoin
  }
  const order = createCoinOrder(ledger, revision)
  let kept: { readonly revision: number; readonly coins: readonly ProtectedCoin[] } | undefined

  const rowOf = ({ source, index, output, immature }: Holding): CoinRow => {
    const outpoint = { hash: source.txid, index }
    const row = { outpoint, value: output.value, scriptPubKey: output.scriptPubKey, height: source.block?.height }
    if (immature) {
      const blocks = ledger.blocksToMaturity(source)
      const reason = `It was mined and can be spent after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}.`
      return { ...row, state: 'immature', reason }
    }
    if (locks.isLocked(outpoint)) return { ...row, state: 'locked', reason: 'It was locked by hand.' }
    if (isTimeLocked(output.scriptPubKey)) return { ...row, state: 'locked', reason: 'It is behind a lock time.' }
    if (!ledger.isTrusted(source)) return { ...row, state: 'pending', reason: 'It waits for a block.' }
    return { ...row, state: 'spendable', reason: undefined }
  }
  const protectedRow = (coin: ProtectedCoin): CoinRow => ({
    ...coin,
    state: 'protected',
    reason: 'It holds tokens: spending it as coins would destroy them.',
  })
  const sortedProtected = (sort: CoinSort): Protected[] => {
    const now = revision()
    if (kept?.revision !== now) kept = { revision: now, coins: protectedCoins() }
    return kept.coins
      .map((coin) => ({ ...coin.outpoint, rank: rankOf(sort, coin.value, coin.height), coin }))
      .sort(comparePlaces)
  }
  const rowAt = (place: RankedPlace | Protected): CoinRow[] => {
    if ('coin' in place) return [protectedRow(place.coin)]
    const holding = ledger.holding(place)
    return holding ? [rowOf(holding)] : []
  }
  const lineOf = (row: CoinRow): CoinLine => {
    const address = addressOf(row.scriptPubKey, { cc: ccEnabled })
    return { ...row, address, label: (address === undefined ? undefined : book.labelOf(address)) ?? undefined }
  }

  return {
    lockedSum() {
      const byHand = locks.list().length > 0
      let sum = 0n
      for (const { source, index, output, depth, immature } of ledger.holdings()) {
        if (immature || (depth === 0 && !ledger.isTrusted(source))) continue
        const locked = byHand && locks.isLocked({ hash: source.txid, index })
        if (locked || isTimeLocked(output.scriptPubKey)) sum += output.value
      }
      return sum
    },
    heldBy(pubkey) {
      const scripts = [p2pkScript(pubkey), p2pkhScript(hash160(pubkey))]
      let sum = 0n
      for (const { source, output, depth, immature } of ledger.holdings()) {
        if (immature || (depth === 0 && !ledger.isTrusted(source))) continue
        if (scripts.some((script) => equal(script, output.scriptPubKey))) sum += output.value
      }
      return sum
    },
    prepare: order.prepare,
    page({ limit, cursor, sort, descending }) {
      const from = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !from) return undefined
      const lists = [order.sorted(sort), sortedProtected(sort)] as const
      // One row more than the page tells whether there is a next page.
      const places = takePlaces<RankedPlace | Protected>(lists, from, { limit: limit + 1, descending })
      const last = places.length > limit ? places[limit - 1] : undefined
      return {
        rows: places.slice(0, limit).flatMap(rowAt).map(lineOf),
        next: last && writeCursor(last),
        total: lists[0].length + lists[1].length,
      }
    },
  }
}
