import type { OutPoint } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import { atOnce, type Steps } from '../../util/runInSlices.ts'
import type { Holding, WalletLedger, WalletTx } from '../transactions/index.ts'
import { type CoinSort, firstNotBelow, type RankedPlace, rankOf } from './rankedPlaces.ts'

/** An unspent coin with what its place in each order depends on. */
interface Member {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly height: number | undefined
}

export type Members = ReadonlyMap<string, Member>

/** The unspent coins by outpoint key, and the orders that were asked for. */
export interface CoinOrderState {
  readonly ledger: WalletLedger
  /** undefined: nobody has asked yet, or so much changed that everything has to be read again */
  members: Map<string, Member> | undefined
  /** the wallet's revision that `members` agrees with; undefined: something may have changed since */
  seen: number | undefined
  /** the ledger's ownership revision that `members` agrees with */
  ownership: number
  /** grows with every change of members and lists */
  edits: number
  /** `members` is being filled step by step */
  partial: boolean
  readonly lists: Map<CoinSort, RankedPlace[]>
  /** transactions that changed since `seen` */
  readonly changed: Set<WalletTx>
  /** Unconfirmed transactions: no event says when one of them leaves the mempool, or comes back. */
  readonly unconfirmed: Set<WalletTx>
}

/** Coins that are read or placed between two pauses: a few milliseconds. */
export const COINS_AT_A_TIME = 1_000
/** With so many changes at a time it is quicker to read everything again than to move coins one by one. */
const MANY_CHANGES = 2_000

export const placeOf = ({ outpoint, value, height }: Member, sort: CoinSort): RankedPlace => ({
  hash: outpoint.hash,
  index: outpoint.index,
  rank: rankOf(sort, value, height),
})

const memberOf = ({ source, index, output }: Holding): Member => ({
  outpoint: { hash: source.txid, index },
  value: output.value,
  height: source.block?.height,
})

function forget(state: CoinOrderState): void {
  state.edits++
  state.partial = false
  state.members = undefined
  for (const part of [state.lists, state.changed, state.unconfirmed]) part.clear()
}

export function openCoinOrderState(ledger: WalletLedger): CoinOrderState {
  const state: CoinOrderState = {
    ...{ ledger, members: undefined, seen: undefined, ownership: 0, edits: 0, partial: false },
    ...{ lists: new Map(), changed: new Set(), unconfirmed: new Set() },
  }
  ledger.listen((wtx) => {
    if (!state.members) return
    state.changed.add(wtx)
    if (state.changed.size > MANY_CHANGES) forget(state)
  })
  return state
}

/** Whether everything has to be read again. */
export const isStale = ({ members, partial, ownership, ledger }: CoinOrderState): boolean =>
  !members || partial || ownership !== ledger.ownershipRevision()

function begin(state: CoinOrderState): Map<string, Member> {
  forget(state)
  state.ownership = state.ledger.ownershipRevision()
  state.members = new Map()
  return state.members
}

/** Reads every coin and every transaction, one at each step. */
function* readAll({ ledger, unconfirmed }: CoinOrderState, members: Map<string, Member>): Steps<void> {
  for (const holding of ledger.holdings()) {
    const member = memberOf(holding)
    members.set(outpointKey(member.outpoint), member)
    yield
  }
  for (const wtx of ledger.transactions()) {
    if (!wtx.block) unconfirmed.add(wtx)
    yield
  }
}

/** Each coin is read at its own time: what changes later is in `changed` or `unconfirmed`, and is read again. */
export async function readInTurns(state: CoinOrderState, pause: () => Promise<void>): Promise<void> {
  const members = begin(state)
  state.partial = true
  state.seen = undefined
  let read = 0
  for (const _ of readAll(state, members)) {
    if (++read % COINS_AT_A_TIME !== 0) continue
    await pause()
    if (state.members !== members || state.ownership !== state.ledger.ownershipRevision()) return
  }
  state.partial = false
}

function removeFromLists({ lists }: CoinOrderState, member: Member): void {
  for (const [sort, list] of lists) list.splice(firstNotBelow(list, placeOf(member, sort)), 1)
}

function insertIntoLists({ lists }: CoinOrderState, member: Member): void {
  for (const [sort, list] of lists) {
    const place = placeOf(member, sort)
    list.splice(firstNotBelow(list, place), 0, place)
  }
}

function readAgain(state: CoinOrderState, members: Map<string, Member>, outpoint: OutPoint): void {
  const key = outpointKey(outpoint)
  const before = members.get(key)
  const holding = state.ledger.holding(outpoint)
  const now = holding && memberOf(holding)
  if (before && now && before.height === now.height) return
  if (before || now) state.edits++
  if (before) removeFromLists(state, before)
  if (now) {
    insertIntoLists(state, now)
    members.set(key, now)
  } else members.delete(key)
}

/** Moves what the transactions that changed pay and spend. */
function follow(state: CoinOrderState, members: Map<string, Member>): void {
  const { changed, unconfirmed } = state
  for (const wtx of new Set([...changed, ...unconfirmed])) {
    for (const index of wtx.tx.vout.keys()) readAgain(state, members, { hash: wtx.txid, index })
    for (const { prevout } of wtx.coinbase ? [] : wtx.tx.vin) readAgain(state, members, prevout)
    if (wtx.block) unconfirmed.delete(wtx)
    else unconfirmed.add(wtx)
  }
  changed.clear()
}

/** The unspent coins of this moment. @param revision the wallet's */
export function currentMembers(state: CoinOrderState, revision: number): Members {
  if (isStale(state)) atOnce(readAll(state, begin(state)))
  else if (state.seen !== revision) follow(state, state.members as Map<string, Member>)
  state.seen = revision
  return state.members as Map<string, Member>
}
