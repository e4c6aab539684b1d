import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes, outpointKey } from '../../util/index.ts'
import type { Holding, WalletLedger, WalletTx } from '../transactions/index.ts'

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
  /**
   * Does what `sorted` would have to do for a list that was not asked for yet, in parts of a few milliseconds. What changes
   * meanwhile is noticed by `sorted`; where that is very much, the work is left to it.
   */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void>
  /** unspent coins, smallest rank first; good until the wallet changes */
  sorted(sort: CoinSort): readonly RankedPlace[]
}

interface Member {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly height: number | undefined
}

/** Looked at or sorted before others have their turn: a few milliseconds. */
const PART = 1_000
/** Changes while a list is prepared may make it worthless. */
const MOST_TRIES = 3

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

function* mapped<T>(items: Iterable<T>, work: (item: T) => void): Generator<void> {
  for (const item of items) yield work(item)
}

/** Two sorted lists as one. */
async function merged(
  one: readonly RankedPlace[],
  other: readonly RankedPlace[],
  pause: () => Promise<void>,
): Promise<RankedPlace[]> {
  const all: RankedPlace[] = []
  for (let [i, j] = [0, 0]; i < one.length || j < other.length; ) {
    const [left, right] = [one[i], other[j]]
    if (left && (!right || comparePlaces(left, right) <= 0)) {
      all.push(left)
      i++
    } else {
      all.push(right as RankedPlace)
      j++
    }
    if (all.length % (4 * PART) === 0) await pause()
  }
  return all
}

/** The same as sort(comparePlaces), in turns with everything else. */
async function sortedInTurns(places: readonly RankedPlace[], pause: () => Promise<void>): Promise<RankedPlace[]> {
  let lists: RankedPlace[][] = []
  for (let at = 0; at < places.length; at += PART) {
    lists.push(places.slice(at, at + PART).sort(comparePlaces))
    await pause()
  }
  while (lists.length > 1) {
    const pairs: RankedPlace[][] = []
    for (let at = 0; at < lists.length; at += 2) pairs.push(await merged(lists[at] ?? [], lists[at + 1] ?? [], pause))
    lists = pairs
  }
  return lists[0] ?? []
}

/**
 * The wallet's unspent coins in order. Made when it is first asked for, then kept up to date by the transactions that
 * changed: what they pay and spend moves, and nothing is sorted again.
 * @param revision changes with everything that may change the coins, what waits for a block among it
 */
export function createCoinOrder(ledger: WalletLedger, revision: () => number): CoinOrder {
  let members: Map<string, Member> | undefined
  /** undefined: something may have changed since */
  let seen: number | undefined
  let ownership = 0
  /** grows with every change of members and lists */
  let edits = 0
  let preparing: Promise<unknown> = Promise.resolve()
  /** `members` has not everything yet */
  let partial = false
  const lists = new Map<CoinSort, RankedPlace[]>()
  const changed = new Set<WalletTx>()
  /** Without a block: nobody tells when one of them leaves the mempool, or comes back. */
  const waiting = new Set<WalletTx>()

  const forget = () => {
    edits++
    partial = false
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

  const take = (known: Map<string, Member>, holding: Holding) => {
    const member = memberOf(holding)
    known.set(outpointKey(member.outpoint), member)
  }
  const wait = (wtx: WalletTx) => {
    if (!wtx.block) waiting.add(wtx)
  }
  const begin = () => {
    forget()
    ownership = ledger.ownershipRevision()
    members = new Map()
    return members
  }
  const lookAtAll = () => {
    const known = begin()
    for (const holding of ledger.holdings()) take(known, holding)
    for (const wtx of ledger.transactions()) wait(wtx)
  }
  /** Each is looked at at its own time: what changes later is among `changed` or `waiting`, and looked at again. */
  const lookInTurns = async (pause: () => Promise<void>) => {
    const known = begin()
    partial = true
    seen = undefined
    const alone = () => members === known && ownership === ledger.ownershipRevision()
    let looked = 0
    for (const work of [
      () => mapped(ledger.holdings(), (holding) => take(known, holding)),
      () => mapped(ledger.transactions(), wait),
    ]) {
      for (const _ of work()) {
        if (++looked % PART !== 0) continue
        await pause()
        if (!alone()) return
      }
    }
    partial = false
  }
  const arrange = async (known: Map<string, Member>, sort: CoinSort, pause: () => Promise<void>) => {
    const before = edits
    const places: RankedPlace[] = []
    for (const member of known.values()) {
      places.push(placeOf(member, sort))
      if (places.length % PART !== 0) continue
      await pause()
      if (edits !== before) return
    }
    const list = await sortedInTurns(places, pause)
    if (edits === before) lists.set(sort, list)
  }
  const stale = () => !members || partial || ownership !== ledger.ownershipRevision()
  const prepare = async (sort: CoinSort, pause: () => Promise<void>) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (stale()) await lookInTurns(pause)
      if (members && !stale() && !lists.has(sort)) await arrange(members, sort, pause)
      if (!stale() && lists.has(sort)) return
    }
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
    if (before || now) edits++
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
    if (stale()) lookAtAll()
    else if (seen !== now) follow(members as Map<string, Member>)
    seen = now
    return members as Map<string, Member>
  }

  return {
    prepare(sort, pause) {
      // One at a time: each may find everything done by the one before.
      const mine = preparing.then(() => prepare(sort, pause))
      preparing = mine.catch(() => undefined)
      return mine
    },
    sorted(sort) {
      const known = current()
      const list = lists.get(sort) ?? [...known.values()].map((member) => placeOf(member, sort)).sort(comparePlaces)
      lists.set(sort, list)
      return list
    },
  }
}
