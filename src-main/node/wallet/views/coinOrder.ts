import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes, outpointKey } from '../../util/index.ts'
import type { Holding, Ledger, WalletTx } from '../ledger.ts'

export type CoinSort = 'amount' | 'age'

/** Where a coin is in a list, also when it is not there any more: `rank` first, then transaction and output. */
export interface RankedPlace extends OutPoint {
  readonly rank: bigint
}

export const comparePlaces = (a: RankedPlace, b: RankedPlace) =>
  a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : compareBytes(a.hash, b.hash) || a.index - b.index

const UNCONFIRMED_HEIGHT = 2n ** 31n

/** @param height of its block; undefined without one */
export const rankOf = (sort: CoinSort, value: bigint, height: number | undefined): bigint =>
  sort === 'amount' ? value : -BigInt(height ?? UNCONFIRMED_HEIGHT)

/** The first index of a sorted list whose place is not below the one that is given. */
export function firstNotBelow(list: readonly RankedPlace[], place: RankedPlace): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(list[middle] as RankedPlace, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export interface CoinOrder {
  /** unspent coins, smallest rank first; good until the wallet changes */
  sorted(sort: CoinSort): readonly RankedPlace[]
}

interface Member {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly height: number | undefined
}

/** With so many changes at a time it is quicker to look at everything again than to move one by one. */
const MANY = 2_000

const placeOf = ({ outpoint, value, height }: Member, sort: CoinSort): RankedPlace => ({
  hash: outpoint.hash,
  index: outpoint.index,
  rank: rankOf(sort, value, height),
})

const memberOf = ({ source, index, output }: Holding): Member => ({
  outpoint: { hash: source.txid, index },
  value: output.value,
  height: source.block?.height,
})

/**
 * The wallet's unspent coins in order. Made when it is first asked for, then kept up to date by the transactions that
 * changed: what they pay and spend moves, and nothing is sorted again.
 * @param revision changes with everything that may change the coins, what waits for a block among it
 */
export function createCoinOrder(ledger: Ledger, revision: () => number): CoinOrder {
  let members: Map<string, Member> | undefined
  let seen = 0
  let ownership = 0
  const lists = new Map<CoinSort, RankedPlace[]>()
  const changed = new Set<WalletTx>()
  /** Without a block: nobody tells when one of them leaves the mempool, or comes back. */
  const waiting = new Set<WalletTx>()

  const forget = () => {
    members = undefined
    lists.clear()
    changed.clear()
    waiting.clear()
  }
  ledger.listen((wtx) => {
    if (!members) return
    changed.add(wtx)
    if (changed.size > MANY) forget()
  })

  const lookAtAll = () => {
    forget()
    ownership = ledger.ownershipRevision()
    members = new Map()
    for (const holding of ledger.holdings()) {
      const member = memberOf(holding)
      members.set(outpointKey(member.outpoint), member)
    }
    for (const wtx of ledger.transactions()) if (!wtx.block) waiting.add(wtx)
    return members
  }
  const leave = (member: Member) => {
    for (const [sort, list] of lists) list.splice(firstNotBelow(list, placeOf(member, sort)), 1)
  }
  const enter = (member: Member) => {
    for (const [sort, list] of lists) {
      const place = placeOf(member, sort)
      list.splice(firstNotBelow(list, place), 0, place)
    }
  }
  const lookAt = (known: Map<string, Member>, outpoint: OutPoint) => {
    const key = outpointKey(outpoint)
    const before = known.get(key)
    const holding = ledger.holding(outpoint)
    const now = holding && memberOf(holding)
    if (before && now && before.height === now.height) return
    if (before) leave(before)
    if (now) {
      enter(now)
      known.set(key, now)
    } else known.delete(key)
  }
  const follow = (known: Map<string, Member>) => {
    for (const wtx of new Set([...changed, ...waiting])) {
      for (const index of wtx.tx.vout.keys()) lookAt(known, { hash: wtx.txid, index })
      for (const { prevout } of wtx.coinbase ? [] : wtx.tx.vin) lookAt(known, prevout)
      if (wtx.block) waiting.delete(wtx)
      else waiting.add(wtx)
    }
    changed.clear()
  }
  const current = (): Map<string, Member> => {
    const now = revision()
    if (!members || ownership !== ledger.ownershipRevision()) lookAtAll()
    else if (seen !== now) follow(members)
    seen = now
    return members as Map<string, Member>
  }

  return {
    sorted(sort) {
      const known = current()
      const list = lists.get(sort) ?? [...known.values()].map((member) => placeOf(member, sort)).sort(comparePlaces)
      lists.set(sort, list)
      return list
    },
  }
}
