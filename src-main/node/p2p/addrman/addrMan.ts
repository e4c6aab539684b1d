import type { Clock, Random } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import { addressKey, isRoutable, type NetAddress, type TimedAddress } from '../wire/index.ts'
import { type AddrInfo, isTerrible, selectionChance } from './addrInfo.ts'
import { BucketSelector, NEW_BUCKETS } from './bucketSelector.ts'
import { Buckets, RandomNumbers } from './buckets.ts'
import { encodeAddrMan, type SavedAddrMan } from './savedAddrMan.ts'
import type { KnownAddress } from './types.ts'

/**
 * Maximum number of positions of one address in the new table. With several positions, an address that many peers sent
 * is selected more often.
 */
const MAX_BUCKETS = 8
const HOUR = 3600
const DAY = 24 * HOUR
/**
 * Minimum number of seconds between two updates of the time of a connected peer; a shorter interval would reveal our
 * peers.
 */
const REFRESH = 20 * 60
const SAMPLE_PART = 0.23
const MAX_SAMPLE = 2500

export interface AddrManDeps {
  readonly clock: Clock
  readonly random: Random
}

/**
 * Addresses of other nodes: the tried table has addresses that worked, the new table addresses that peers sent (see
 * index.ts).
 */
export class AddrMan {
  readonly #clock: Clock
  readonly #key: Uint8Array
  readonly #numbers: RandomNumbers
  readonly #entries = new Map<string, AddrInfo>()
  readonly #fresh: Buckets
  readonly #tried: Buckets
  readonly #selector: BucketSelector

  /** Restores a saved state, or starts empty with a new secret key. */
  constructor({ clock, random }: AddrManDeps, saved?: SavedAddrMan) {
    this.#clock = clock
    this.#key = saved?.key ?? random.bytes(32)
    this.#numbers = new RandomNumbers(random)
    this.#fresh = new Buckets(this.#numbers)
    this.#tried = new Buckets(this.#numbers)
    this.#selector = new BucketSelector(this.#key)
    if (saved) this.#restore(saved)
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Adds addresses that `source` sent, and keeps their arrays. Subtracts `penalty` seconds (2 h for addr messages) from
   * their times, except for the source's own address. Returns the number of new addresses.
   */
  add(addresses: readonly TimedAddress[], source: Uint8Array, penalty: number): number {
    let added = 0
    const kept = source.slice()
    for (const address of addresses) if (this.#addOne(address, kept, penalty)) added++
    return added
  }

  /** Records a successful handshake with the address. */
  good(address: NetAddress): void {
    const entry = this.#find(address)
    if (!entry) return
    entry.lastSuccess = this.#clock.now()
    entry.lastTry = entry.lastSuccess
    entry.attempts = 0
    if (!entry.tried) this.#makeTried(entry)
  }

  /** Records the start of a connection attempt. */
  attempt(address: NetAddress): void {
    const entry = this.#find(address)
    if (!entry) return
    entry.lastTry = this.#clock.now()
    entry.attempts++
  }

  /** Records the end of a connection: updates the address's time, at most every 20 minutes. */
  connected(address: NetAddress): void {
    const entry = this.#find(address)
    if (entry && this.#clock.now() - entry.time > REFRESH) entry.time = this.#clock.now()
  }

  /**
   * Selects a random address to connect to; fresh and successful addresses are more likely. Returns `undefined` if the
   * tables are empty.
   * @param newOnly leaves out the tried table
   */
  select(newOnly = false): KnownAddress | undefined {
    const now = this.#clock.now()
    const fromTried = !newOnly && this.#tried.size > 0 && (this.#fresh.size === 0 || this.#numbers.below(2) === 0)
    const table = fromTried ? this.#tried : this.#fresh
    // Each rejected candidate increases the chance of the next, so the loop ends.
    for (let factor = 1; ; factor *= 1.2) {
      const entry = table.random()
      if (!entry || this.#numbers.below(2 ** 30) < factor * selectionChance(entry, now) * 2 ** 30) return entry
    }
  }

  /** Returns a random sample for getaddr: 23 %, at most 2500, without terrible addresses. */
  sample(): TimedAddress[] {
    const now = this.#clock.now()
    const pool = [...this.#entries.values()]
    const limit = Math.min(MAX_SAMPLE, Math.ceil(pool.length * SAMPLE_PART))
    const chosen: TimedAddress[] = []
    for (let left = pool.length; left > 0 && chosen.length < limit; left--) {
      const index = this.#numbers.below(left)
      const entry = pool[index]
      const last = pool[left - 1]
      if (last) pool[index] = last
      if (entry && !isTerrible(entry, now)) {
        const { ip, port, services, time } = entry
        chosen.push({ ip, port, services, time })
      }
    }
    return chosen
  }

  get(address: NetAddress): KnownAddress | undefined {
    return this.#find(address)
  }

  /** Encodes the complete state, with a checksum. */
  serialise(): Uint8Array {
    return encodeAddrMan(this.#key, this.#entries.values(), this.#entries.size)
  }

  #find(address: NetAddress): AddrInfo | undefined {
    return this.#entries.get(addressKey(address))
  }

  #addOne(address: TimedAddress, source: Uint8Array, penalty: number): boolean {
    if (!isRoutable(address.ip) || address.port === 0) return false
    const now = this.#clock.now()
    // No penalty: a node knows its own address first-hand.
    const late = equal(address.ip, source) ? 0 : penalty
    const key = addressKey(address)
    const known = this.#entries.get(key)
    if (known && !this.#worthRepeating(known, address, late, now)) return false
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
    const placed = this.#placeFresh(entry, this.#selector.newBucket(entry, source), now)
    if (placed && !known) this.#entries.set(key, entry)
    return placed && !known
  }

  /**
   * Updates the time and services of a known address. Returns true if the address gets one more position; each position
   * halves that chance.
   */
  #worthRepeating(entry: AddrInfo, told: TimedAddress, penalty: number, now: number): boolean {
    const before = entry.time
    const interval = now - told.time < DAY ? HOUR : DAY
    if (told.time > 0 && before < told.time - interval - penalty) entry.time = Math.max(0, told.time - penalty)
    entry.services |= told.services
    if (told.time === 0 || told.time <= before || entry.tried || entry.buckets.length >= MAX_BUCKETS) return false
    return this.#numbers.below(2 ** entry.buckets.length) === 0
  }

  /** Puts an entry into a bucket of the new table. Does nothing if a better address occupies its position. */
  #placeFresh(entry: AddrInfo, bucket: number, now: number): boolean {
    const position = this.#selector.newPosition(bucket, entry)
    const holder = this.#fresh.get(bucket, position)
    if (holder === entry) return false
    if (holder) {
      const spare = holder.buckets.length > 1 && entry.buckets.length === 0
      if (!isTerrible(holder, now) && !spare) return false
      this.#leaveFresh(holder, bucket, position)
    }
    this.#fresh.put(bucket, position, entry)
    entry.buckets.push(bucket)
    return true
  }

  /** Removes an entry from one position of the new table, and deletes an entry without positions. */
  #leaveFresh(entry: AddrInfo, bucket: number, position: number): void {
    this.#fresh.remove(bucket, position)
    entry.buckets.splice(entry.buckets.indexOf(bucket), 1)
    if (entry.buckets.length === 0) this.#entries.delete(entry.key)
  }

  /**
   * Moves an entry to the tried table. The entry that it replaces there returns to the new table, even if that evicts
   * another.
   */
  #makeTried(entry: AddrInfo): void {
    const selector = this.#selector
    for (const bucket of entry.buckets) this.#fresh.remove(bucket, selector.newPosition(bucket, entry))
    entry.buckets.length = 0
    const bucket = selector.triedBucket(entry)
    const position = selector.triedPosition(bucket, entry)
    const replaced = this.#tried.get(bucket, position)
    if (replaced) {
      this.#tried.remove(bucket, position)
      replaced.tried = false
      const back = selector.newBucket(replaced, replaced.source)
      const backPosition = selector.newPosition(back, replaced)
      const holder = this.#fresh.get(back, backPosition)
      if (holder) this.#leaveFresh(holder, back, backPosition)
      this.#fresh.put(back, backPosition, replaced)
      replaced.buckets.push(back)
    }
    this.#tried.put(bucket, position, entry)
    entry.tried = true
  }

  /**
   * Restores saved entries, tried ones first. If two tried entries claim the same position, the second goes to the new
   * table.
   */
  #restore({ entries }: SavedAddrMan): void {
    const selector = this.#selector
    const now = this.#clock.now()
    for (const saved of [...entries].sort((a, b) => Number(b.tried) - Number(a.tried))) {
      const entry: AddrInfo = { ...saved, key: addressKey(saved), tried: false, buckets: [] }
      if (this.#entries.has(entry.key) || !isRoutable(entry.ip)) continue
      const bucket = selector.triedBucket(entry)
      const position = selector.triedPosition(bucket, entry)
      if (saved.tried && !this.#tried.get(bucket, position)) {
        this.#tried.put(bucket, position, entry)
        entry.tried = true
      } else {
        const buckets = saved.buckets.length > 0 ? saved.buckets : [selector.newBucket(entry, entry.source)]
        for (const number of buckets.slice(0, MAX_BUCKETS)) {
          if (number < NEW_BUCKETS) this.#placeFresh(entry, number, now)
        }
      }
      if (entry.tried || entry.buckets.length > 0) this.#entries.set(entry.key, entry)
    }
  }
}
