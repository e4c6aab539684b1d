import { sorted, withPauses } from '../../util/runInSlices.ts'
import type { WalletLedger } from '../transactions/index.ts'
import {
  COINS_AT_A_TIME,
  type CoinOrderState,
  currentMembers,
  isStale,
  type Members,
  openCoinOrderState,
  placeOf,
  readInTurns,
} from './coinOrderState.ts'
import { type CoinSort, comparePlaces, type RankedPlace } from './rankedPlaces.ts'

export interface CoinOrder {
  /**
   * Does the work of `sorted` ahead, for a list that was not asked for yet, in parts of a few milliseconds. `sorted` notices
   * what changes meanwhile; if too much does, the work is left to it.
   */
  prepare(sort: CoinSort, pause: () => Promise<void>): Promise<void>
  /** unspent coins, smallest rank first; good until the wallet changes */
  sorted(sort: CoinSort): readonly RankedPlace[]
}

/** Changes while a list is prepared may make it worthless. */
const MOST_TRIES = 3

async function sortInTurns(
  state: CoinOrderState,
  { members, sort, pause }: { members: Members; sort: CoinSort; pause: () => Promise<void> },
): Promise<void> {
  const before = state.edits
  const places: RankedPlace[] = []
  for (const member of members.values()) {
    places.push(placeOf(member, sort))
    if (places.length % COINS_AT_A_TIME !== 0) continue
    await pause()
    if (state.edits !== before) return
  }
  const list = await withPauses(sorted(places, comparePlaces, COINS_AT_A_TIME), pause)
  if (state.edits === before) state.lists.set(sort, list)
}

async function prepare(state: CoinOrderState, sort: CoinSort, pause: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (isStale(state)) await readInTurns(state, pause)
    const { members } = state
    if (members && !isStale(state) && !state.lists.has(sort)) await sortInTurns(state, { members, sort, pause })
    if (!isStale(state) && state.lists.has(sort)) return
  }
}

/**
 * The wallet's unspent coins in order. Made when it is first asked for, then kept up to date by the transactions that
 * changed: what they pay and spend moves, and nothing is sorted again.
 * @param revision changes with everything that may change the coins, unconfirmed ones included
 */
export function createCoinOrder(ledger: WalletLedger, revision: () => number): CoinOrder {
  const state = openCoinOrderState(ledger)
  let preparing: Promise<unknown> = Promise.resolve()

  return {
    prepare(sort, pause) {
      // One at a time: each may find everything done by the one before.
      const mine = preparing.then(() => prepare(state, sort, pause))
      preparing = mine.catch(() => undefined)
      return mine
    },
    sorted(sort) {
      const members = currentMembers(state, revision())
      const list =
        state.lists.get(sort) ?? [...members.values()].map((member) => placeOf(member, sort)).sort(comparePlaces)
      state.lists.set(sort, list)
      return list
    },
  }
}
