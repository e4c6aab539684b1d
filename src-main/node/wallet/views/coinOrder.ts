import type { OutPoint } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import { runToEnd, type Steps, sorted, withPauses } from '../../util/runInSlices.ts'
import type { Holding, WalletLedger, WalletTx } from '../transactions/index.ts'
import { type CoinSort, comparePlaces, computeRank, firstNotBelow, type RankedPlace } from './rankedPlaces.ts'

/** Unspent coin with the fields that determine its position in each order. */
interface Member {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly height: number | undefined
}

/** Coins read or placed per event-loop slice: a few milliseconds. */
const COINS_PER_SLICE = 1_000
/** Number of changes above which reading everything again is faster than moving single coins. */
const MANY_CHANGES = 2_000
/** Maximum tries to prepare a list: changes during the preparation may invalidate it. */
const MAX_TRIES = 3

const toPlace = ({ outpoint, value, height }: Member, sort: CoinSort): RankedPlace => ({
  hash: outpoint.hash,
  index: outpoint.index,
  rank: computeRank(sort, value, height),
})

const toMember = ({ source, index, output }: Holding): Member => ({
  outpoint: { hash: source.txid, index },
  value: output.value,
  height: source.block?.height,
})

/**
 * Sorted lists of the wallet's unspent coins. Created on first use, then updated from the changed transactions: only
 * the coins they pay and spend move, without sorting again.
 */
export class CoinOrder {
  readonly #ledger: WalletLedger
  /** changes whenever the coins may change, including unconfirmed ones */
  readonly #revision: () => number
  /** by outpoint key; undefined before first use, or if too many changes require reading everything again */
  #members: Map<string, Member> | undefined
  /** wallet revision of `#members`; undefined if later changes are possible */
  #seen: number | undefined
  /** ledger's ownership revision of `#members` */
  #ownership = 0
  /** increases with each change of members and lists */
  #edits = 0
  /** true while `#members` is being filled in slices */
  #partial = false
  readonly #lists = new Map<CoinSort, RankedPlace[]>()
  /** transactions changed since `#seen` */
  readonly #changed = new Set<WalletTx>()
  /** Unconfirmed transactions, checked on each read: no event reports that one leaves or re-enters the mempool. */
  readonly #unconfirmed = new Set<WalletTx>()
  #preparing: Promise<unknown> = Promise.resolve()

  constructor(ledger: WalletLedger, revision: () => number) {
    this.#ledger = ledger
    this.#revision = revision
    ledger.listen((wtx) => {
      if (!this.#members) return
      this.#changed.add(wtx)
      if (this.#changed.size > MANY_CHANGES) this.#forget()
    })
  }

  /**
   * Does the work of the first `sorted` in advance, in slices of a few milliseconds. `sorted` applies changes that
   * happen in between; after too many changes, `sorted` does the work.
   */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void> {
    // Run one preparation at a time: the previous one may have done everything.
    const mine = this.#preparing.then(() => this.#prepare(sort, pause))
    this.#preparing = mine.catch(() => undefined)
    return mine
  }

  /** Returns the unspent coins by ascending rank; valid until the wallet changes. */
  sorted(sort: CoinSort): readonly RankedPlace[] {
    const members = this.#currentMembers()
    const list =
      this.#lists.get(sort) ?? [...members.values()].map((member) => toPlace(member, sort)).sort(comparePlaces)
    this.#lists.set(sort, list)
    return list
  }

  async #prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (this.#isStale()) await this.#readInSlices(pause)
      if (!this.#isStale() && !this.#lists.has(sort)) await this.#sortInSlices(sort, pause)
      if (!this.#isStale() && this.#lists.has(sort)) return
    }
  }

  async #sortInSlices(sort: CoinSort, pause: () => Promise<void>): Promise<void> {
    const before = this.#edits
    const places: RankedPlace[] = []
    for (const member of this.#members?.values() ?? []) {
      places.push(toPlace(member, sort))
      if (places.length % COINS_PER_SLICE !== 0) continue
      await pause()
      if (this.#edits !== before) return
    }
    const list = await withPauses(sorted(places, comparePlaces, COINS_PER_SLICE), pause)
    if (this.#edits === before) this.#lists.set(sort, list)
  }

  /** Reads all coins in slices. Later changes of a coin are in `#changed` or `#unconfirmed`, and are read again. */
  async #readInSlices(pause: () => Promise<void>): Promise<void> {
    const members = this.#begin()
    this.#partial = true
    this.#seen = undefined
    let read = 0
    for (const _ of this.#readAll(members)) {
      if (++read % COINS_PER_SLICE !== 0) continue
      await pause()
      if (this.#members !== members || this.#ownership !== this.#ledger.ownershipRevision()) return
    }
    this.#partial = false
  }

  #currentMembers(): ReadonlyMap<string, Member> {
    const revision = this.#revision()
    if (this.#isStale()) runToEnd(this.#readAll(this.#begin()))
    else if (this.#seen !== revision) this.#follow(this.#members as Map<string, Member>)
    this.#seen = revision
    return this.#members as Map<string, Member>
  }

  /** Returns true if everything has to be read again. */
  #isStale(): boolean {
    return !this.#members || this.#partial || this.#ownership !== this.#ledger.ownershipRevision()
  }

  #forget(): void {
    this.#edits++
    this.#partial = false
    this.#members = undefined
    for (const part of [this.#lists, this.#changed, this.#unconfirmed]) part.clear()
  }

  #begin(): Map<string, Member> {
    this.#forget()
    this.#ownership = this.#ledger.ownershipRevision()
    this.#members = new Map()
    return this.#members
  }

  /** Reads every coin and every transaction, one per step. */
  *#readAll(members: Map<string, Member>): Steps<void> {
    for (const holding of this.#ledger.holdings()) {
      const member = toMember(holding)
      members.set(outpointKey(member.outpoint), member)
      yield
    }
    for (const wtx of this.#ledger.transactions()) {
      if (!wtx.block) this.#unconfirmed.add(wtx)
      yield
    }
  }

  /** Updates the coins that changed transactions pay and spend. */
  #follow(members: Map<string, Member>): void {
    for (const wtx of new Set([...this.#changed, ...this.#unconfirmed])) {
      for (const index of wtx.tx.vout.keys()) this.#readAgain(members, { hash: wtx.txid, index })
      for (const { prevout } of wtx.coinbase ? [] : wtx.tx.vin) this.#readAgain(members, prevout)
      if (wtx.block) this.#unconfirmed.delete(wtx)
      else this.#unconfirmed.add(wtx)
    }
    this.#changed.clear()
  }

  #readAgain(members: Map<string, Member>, outpoint: OutPoint): void {
    const key = outpointKey(outpoint)
    const before = members.get(key)
    const holding = this.#ledger.holding(outpoint)
    const now = holding && toMember(holding)
    if (before && now && before.height === now.height) return
    if (before || now) this.#edits++
    if (before) this.#removeFromLists(before)
    if (now) {
      this.#insertIntoLists(now)
      members.set(key, now)
    } else members.delete(key)
  }

  #removeFromLists(member: Member): void {
    for (const [sort, list] of this.#lists) list.splice(firstNotBelow(list, toPlace(member, sort)), 1)
  }

  #insertIntoLists(member: Member): void {
    for (const [sort, list] of this.#lists) {
      const place = toPlace(member, sort)
      list.splice(firstNotBelow(list, place), 0, place)
    }
  }
}
