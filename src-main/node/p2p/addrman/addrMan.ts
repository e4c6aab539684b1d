import type { Clock, Random } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import { addressKey, isRoutable, type NetAddress, type TimedAddress } from '../wire/index.ts'
import { type AddrInfo, chanceOf, looksDead } from './addrInfo.ts'
import { createPlacement, NEW_BUCKETS, type Placement } from './bucketSelector.ts'
import { type Buckets, createBuckets, createRandomBelow, type RandomBelow } from './buckets.ts'
import { encodeAddrMan, type SavedAddrMan } from './savedAddrMan.ts'
import type { AddrMan } from './types.ts'

/** Places in the new table that one address may have, so that one sent by many peers is selected more often. */
const MOST_BUCKETS = 8
const HOUR = 3600
const DAY = 24 * HOUR
/** Minimum seconds between two updates of the time of a connected peer; a shorter interval would reveal our peers. */
const REFRESH = 20 * 60
const SAMPLE_PART = 0.23
const SAMPLE_MOST = 2500

export interface AddrManDeps {
  readonly clock: Clock
  readonly random: Random
}

interface State {
  readonly entries: Map<string, AddrInfo>
  readonly fresh: Buckets
  readonly tried: Buckets
  readonly placement: Placement
  readonly randomBelow: RandomBelow
}

/** From a saved state, or empty with a new secret key. */
export function createAddrMan(deps: AddrManDeps, saved?: SavedAddrMan): AddrMan {
  const { clock, random } = deps
  const key = saved?.key ?? random.bytes(32)
  const randomBelow = createRandomBelow(random)
  const state: State = {
    entries: new Map(),
    fresh: createBuckets(randomBelow),
    tried: createBuckets(randomBelow),
    placement: createPlacement(key),
    randomBelow,
  }
  if (saved) restore(state, saved, clock.now())
  const { entries } = state
  const find = (address: NetAddress) => entries.get(addressKey(address))

  return {
    get size() {
      return entries.size
    },
    add(addresses, source, penalty) {
      let added = 0
      const kept = source.slice()
      for (const address of addresses) if (addOne(state, address, kept, penalty, clock)) added++
      return added
    },
    good(address) {
      const entry = find(address)
      if (!entry) return
      entry.lastSuccess = clock.now()
      entry.lastTry = entry.lastSuccess
      entry.attempts = 0
      if (!entry.tried) makeTried(state, entry)
    },
    attempt(address) {
      const entry = find(address)
      if (!entry) return
      entry.lastTry = clock.now()
      entry.attempts++
    },
    connected(address) {
      const entry = find(address)
      if (entry && clock.now() - entry.time > REFRESH) entry.time = clock.now()
    },
    select: (newOnly = false) => select(state, newOnly, clock),
    sample: () => sample(state, clock),
    get: find,
    serialise: () => encodeAddrMan(key, entries.values(), entries.size),
  }
}

function addOne(state: State, address: TimedAddress, source: Uint8Array, penalty: number, clock: Clock): boolean {
  if (!isRoutable(address.ip) || address.port === 0) return false
  const now = clock.now()
  // A node knows its own address first-hand.
  const late = equal(address.ip, source) ? 0 : penalty
  const key = addressKey(address)
  const known = state.entries.get(key)
  if (known && !worthRepeating(known, address, late, now, state.randomBelow)) return false
  const entry: AddrInfo = known ?? {
    key,
    ip: address.ip,
    port: address.port,
    services: address.services,
    time: Math.max(0, address.time - late),
    lastTry: 0,
    lastSuccess: 0,
    attempts: 0,
    tried: false,
    source,
    buckets: [],
  }
  const placed = placeFresh(state, entry, state.placement.newBucket(entry, source), now)
  if (placed && !known) state.entries.set(key, entry)
  return placed && !known
}

/** Takes over a newer time. Returns true if the address gets one more place: half as likely with each that it has already. */
function worthRepeating(
  entry: AddrInfo,
  told: TimedAddress,
  penalty: number,
  now: number,
  randomBelow: RandomBelow,
): boolean {
  const before = entry.time
  const interval = now - told.time < DAY ? HOUR : DAY
  if (told.time > 0 && before < told.time - interval - penalty) entry.time = Math.max(0, told.time - penalty)
  entry.services |= told.services
  if (told.time === 0 || told.time <= before || entry.tried || entry.buckets.length >= MOST_BUCKETS) return false
  return randomBelow(2 ** entry.buckets.length) === 0
}

/** Puts it into a bucket of the new table unless its place there is held by a better address. */
function placeFresh(state: State, entry: AddrInfo, bucket: number, now: number): boolean {
  const { fresh, placement } = state
  const place = placement.newPlace(bucket, entry)
  const there = fresh.at(bucket, place)
  if (there === entry) return false
  if (there) {
    const spare = there.buckets.length > 1 && entry.buckets.length === 0
    if (!looksDead(there, now) && !spare) return false
    leaveFresh(state, there, bucket, place)
  }
  fresh.put(bucket, place, entry)
  entry.buckets.push(bucket)
  return true
}

/** Removes an address from one place; without any place left it is forgotten. */
function leaveFresh({ entries, fresh }: State, entry: AddrInfo, bucket: number, place: number): void {
  fresh.take(bucket, place)
  entry.buckets.splice(entry.buckets.indexOf(bucket), 1)
  if (entry.buckets.length === 0) entries.delete(entry.key)
}

/** Moves it to the tried table. An address that it replaces there goes back to the new table, whatever stands in its place. */
function makeTried(state: State, entry: AddrInfo): void {
  const { fresh, tried, placement } = state
  for (const bucket of entry.buckets) fresh.take(bucket, placement.newPlace(bucket, entry))
  entry.buckets.length = 0
  const bucket = placement.triedBucket(entry)
  const place = placement.triedPlace(bucket, entry)
  const there = tried.at(bucket, place)
  if (there) {
    tried.take(bucket, place)
    there.tried = false
    const back = placement.newBucket(there, there.source)
    const taken = fresh.at(back, placement.newPlace(back, there))
    if (taken) leaveFresh(state, taken, back, placement.newPlace(back, there))
    fresh.put(back, placement.newPlace(back, there), there)
    there.buckets.push(back)
  }
  tried.put(bucket, place, entry)
  entry.tried = true
}

function select({ fresh, tried, randomBelow }: State, newOnly: boolean, clock: Clock): AddrInfo | undefined {
  const now = clock.now()
  const fromTried = !newOnly && tried.size > 0 && (fresh.size === 0 || randomBelow(2) === 0)
  const table = fromTried ? tried : fresh
  // Every rejected candidate raises the chance of the next one, so the loop ends.
  for (let factor = 1; ; factor *= 1.2) {
    const entry = table.random()
    if (!entry || randomBelow(2 ** 30) < factor * chanceOf(entry, now) * 2 ** 30) return entry
  }
}

function sample({ entries, randomBelow }: State, clock: Clock): TimedAddress[] {
  const now = clock.now()
  const pool = [...entries.values()]
  const most = Math.min(SAMPLE_MOST, Math.ceil(pool.length * SAMPLE_PART))
  const chosen: TimedAddress[] = []
  for (let left = pool.length; left > 0 && chosen.length < most; left--) {
    const at = randomBelow(left)
    const entry = pool[at]
    const last = pool[left - 1]
    if (last) pool[at] = last
    if (entry && !looksDead(entry, now)) {
      const { ip, port, services, time } = entry
      chosen.push({ ip, port, services, time })
    }
  }
  return chosen
}

/** Tried ones first; of two that claim the same place, the second goes to the new table. */
function restore(state: State, { entries }: SavedAddrMan, now: number): void {
  const { placement, tried } = state
  for (const saved of [...entries].sort((a, b) => Number(b.tried) - Number(a.tried))) {
    const entry: AddrInfo = { ...saved, key: addressKey(saved), tried: false, buckets: [] }
    if (state.entries.has(entry.key) || !isRoutable(entry.ip)) continue
    const bucket = placement.triedBucket(entry)
    const place = placement.triedPlace(bucket, entry)
    if (saved.tried && !tried.at(bucket, place)) {
      tried.put(bucket, place, entry)
      entry.tried = true
    } else {
      const buckets = saved.buckets.length > 0 ? saved.buckets : [placement.newBucket(entry, entry.source)]
      for (const number of buckets.slice(0, MOST_BUCKETS)) {
        if (number < NEW_BUCKETS) placeFresh(state, entry, number, now)
      }
    }
    if (entry.tried || entry.buckets.length > 0) state.entries.set(entry.key, entry)
  }
}
