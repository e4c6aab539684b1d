import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { addressOf } from '../../script/index.ts'
import { compareBytes, fromDisplayHex, toDisplayHex } from '../../util/index.ts'
import type { AddressBook } from '../addressBook.ts'
import type { Ledger, WalletCoin } from '../ledger.ts'
import type { CoinLocks } from '../locks.ts'
import { isTimeLocked } from '../ownership.ts'

export type CoinState = 'spendable' | 'locked' | 'immature' | 'pending' | 'protected'

/** An unspent output of the wallet's keys that is never spent as coins, such as one of a token. */
export interface ProtectedCoin extends TxOut {
  readonly outpoint: OutPoint
  /** of its block; undefined without one */
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
  readonly sort: 'amount' | 'age'
  /** the largest or the oldest first */
  readonly descending: boolean
}

export interface CoinPage {
  readonly rows: readonly CoinLine[]
  readonly next: string | undefined
  readonly total: number
}

export interface CoinView {
  /** satoshis of `balance().trusted` that are kept back, by hand or by a lock time */
  lockedSum(): bigint
  /** undefined: the cursor is none */
  page(query: CoinQuery): CoinPage | undefined
}

interface Deps {
  readonly ledger: Ledger
  readonly locks: CoinLocks
  readonly book: AddressBook
  readonly ccEnabled: boolean
  /** changes with the coins of the wallet */
  readonly revision: () => number
  /** outputs of the wallet's keys that are no coins */
  readonly protectedCoins: () => readonly ProtectedCoin[]
}

/** Where a row is in a list, also when it is not there any more. */
interface RowKey extends OutPoint {
  readonly value: bigint
}

const UNCONFIRMED_HEIGHT = 2n ** 31n

const compareKeys = (a: RowKey, b: RowKey) =>
  a.value < b.value ? -1 : a.value > b.value ? 1 : compareBytes(a.hash, b.hash) || a.index - b.index

function readCursor(text: string): RowKey | undefined {
  const [, value, txid, index] = /^(-?\d{1,20})\.([0-9a-f]{64})\.(\d{1,10})$/.exec(text) ?? []
  if (value === undefined || txid === undefined || index === undefined) return undefined
  return { value: BigInt(value), hash: fromDisplayHex(txid), index: Number(index) }
}

const writeCursor = ({ value, hash, index }: RowKey) => `${value}.${toDisplayHex(hash)}.${index}`

/** The unspent outputs of a wallet in pages. They are looked through once after each change, and sorted once for each order. */
export function createCoinView({ ledger, locks, book, ccEnabled, revision, protectedCoins }: Deps): CoinView {
  interface Kept {
    readonly revision: string
    readonly rows: readonly CoinRow[]
    readonly sorted: Map<CoinQuery['sort'], readonly (readonly [RowKey, CoinRow])[]>
  }
  let kept: Kept | undefined

  const rowOf = (coin: WalletCoin): CoinRow => {
    const trusted = ledger.isTrusted(coin.source)
    const row = {
      outpoint: coin.outpoint,
      value: coin.value,
      scriptPubKey: coin.scriptPubKey,
      height: coin.source.block?.height,
    }
    if (locks.isLocked(coin.outpoint)) return { ...row, state: 'locked', reason: 'It was locked by hand.' }
    if (isTimeLocked(coin.scriptPubKey)) return { ...row, state: 'locked', reason: 'It is behind a lock time.' }
    if (!trusted) return { ...row, state: 'pending', reason: 'It waits for a block.' }
    return { ...row, state: 'spendable', reason: undefined }
  }
  const immatureOf = ({ outpoint, value, scriptPubKey, source }: WalletCoin): CoinRow => {
    const blocks = ledger.blocksToMaturity(source)
    const reason = `It was mined and can be spent after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}.`
    return { outpoint, value, scriptPubKey, height: source.block?.height, state: 'immature', reason }
  }
  const protectedOf = (coin: ProtectedCoin): CoinRow => ({
    ...coin,
    state: 'protected',
    reason: 'It holds tokens: spending it as coins would destroy them.',
  })
  const current = (): Kept => {
    const now = `${revision()} ${locks.revision()}`
    if (kept?.revision !== now) {
      const rows = [
        ...ledger.coins().map(rowOf),
        ...ledger.immature().map(immatureOf),
        ...protectedCoins().map(protectedOf),
      ]
      kept = { revision: now, rows, sorted: new Map() }
    }
    return kept
  }
  const sortedBy = (sort: CoinQuery['sort']) => {
    const { rows, sorted } = current()
    const known = sorted.get(sort)
    if (known) return known
    const made = rows
      .map((row) => {
        const value = sort === 'amount' ? row.value : -BigInt(row.height ?? UNCONFIRMED_HEIGHT)
        return [{ ...row.outpoint, value }, row] as const
      })
      .sort(([a], [b]) => compareKeys(a, b))
    sorted.set(sort, made)
    return made
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
    page({ limit, cursor, sort, descending }) {
      const from = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !from) return undefined
      const sorted = sortedBy(sort)
      // How many rows come before the page in the order that was asked for.
      let [low, high] = [0, from ? sorted.length : 0]
      while (low < high) {
        const middle = (low + high) >>> 1
        const index = descending ? sorted.length - 1 - middle : middle
        const place = compareKeys((sorted[index] as readonly [RowKey, CoinRow])[0], from as RowKey)
        if ((descending ? -place : place) <= 0) low = middle + 1
        else high = middle
      }
      const end = Math.min(low + limit, sorted.length)
      const page = descending
        ? sorted.slice(sorted.length - end, sorted.length - low).reverse()
        : sorted.slice(low, end)
      const last = page.at(-1)
      return {
        rows: page.map(([, row]) => lineOf(row)),
        next: last && end < sorted.length ? writeCursor(last[0]) : undefined,
        total: sorted.length,
      }
    },
  }
}
