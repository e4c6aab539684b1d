import type { OutPoint } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import { atOnce, type Steps, sorted, withPauses } from '../../util/runInSlices.ts'
import type { Holding, WalletLedger, WalletTx } from '../transactions/index.ts'
import { type CoinSort, comparePlaces, firstNotBelow, type RankedPlace, rankOf } from './rankedPlaces.ts'

/** An unspent coin with everything that its position in each order depends on. */
interface Member {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly height: number | undefined
}

/** Coins that are read or placed between two pauses: a few milliseconds. */
const COINS_PER_SLICE = 1_000
/** Number of changes above which it is quicker to read everything again than to move coins one by one. */
const MANY_CHANGES = 2_000
/** Changes while a list is prepared may make it worthless. */
const MAX_TRIES = 3

const toPlace = ({ outpoint, value, height }: Member, sort: CoinSort): RankedPlace => ({
  hash: outpoint.hash,
  index: outpoint.index,
  rank: rankOf(sort, value, height),
})

const toMember = ({ source, index, output }: Holding): Member => ({
  outpoint: { hash: source.txid, index },
  value: output.value,
  height: source.block?.height,
})

/**
 * The wallet's unspent coins in order. Made when it is first asked for, then kept up to date by the transactions that
 * changed: what they pay and spend moves, and nothing is sorted again.
 */
export class CoinOrder {
  readonly #ledger: WalletLedger
  /** changes with everything that may change the coins, unconfirmed ones included */
  readonly #revision: () => number
  /** by outpoint key; undefined: not asked for yet, or so much changed that everything has to be read again */
  #members: Map<string, Member> | undefined
  /** the wallet's revision that `#members` agrees with; undefined: something may have changed since */
  #seen: number | undefined
  /** the ledger's ownership revision that `#members` agrees with */
  #ownership = 0
  /** grows with every change of members and lists */
  #edits = 0
  /** `#members` is being filled step by step */
  #partial = false
  readonly #lists = new Map<CoinSort, RankedPlace[]>()
  /** transactions that changed since `#seen` */
  readonly #changed = new Set<WalletTx>()
  /** Unconfirmed transactions: no event says when one of them leaves the mempool, or comes back. */
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
   * Does the work of `sorted` ahead, for a list that was not asked for yet, in parts of a few milliseconds. `sorted` notices
   * what changes in between; if too much does, the work is left to it.
   */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void> {
    // One at a time: each may find everything done by the one before.
    const mine = this.#preparing.then(() => this.#prepare(sort, pause))
    this.#preparing = mine.catch(() => undefined)
    return mine
  }

  /** Returns unspent coins, smallest rank first; valid until the wallet changes. */
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

  /** Each coin is read at its own time: what changes later is in `#changed` or `#unconfirmed`, and is read again. */
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

  /** Returns the unspent coins of this moment. */
  #currentMembers(): ReadonlyMap<string, Member> {
    const revision = this.#revision()
    if (this.#isStale()) atOnce(this.#readAll(this.#begin()))
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

  /** Reads every coin and every transaction, one at each step. */
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

  /** Moves what the transactions that changed pay and spend. */
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
