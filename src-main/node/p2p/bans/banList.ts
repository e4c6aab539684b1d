import type { Database } from 'better-sqlite3'
import type { BanEntry, BanReason, Clock } from '../../core/index.ts'
import { compareBytes } from '../../util/index.ts'
import { BanLookup, banKey } from './banLookup.ts'
import { BanTable } from './banTable.ts'
import { formatSubnet } from './subnet.ts'
import type { StoredBan, Subnet } from './types.ts'

/** Maximum number of entries: misbehaving peers may have many addresses. */
const MAX_BANS = 50_000
const MAX_NOTE_LENGTH = 200

export interface BanListDeps {
  /** a database that commits at once (openNetworkDatabase) */
  readonly db: Database
  readonly clock: Clock
  readonly limit?: number
}

/** List of banned addresses. Changes are on disk when a call returns; entries survive a restart and expire. */
export class BanList {
  readonly #clock: Clock
  readonly #limit: number
  readonly #table: BanTable
  readonly #lookup = new BanLookup()
  readonly #listeners = new Set<() => void>()
  /** time at which the next ban ends, in unix seconds */
  #expiry: number

  /** Loads the list from `db` and creates its table if needed. */
  constructor({ db, clock, limit = MAX_BANS }: BanListDeps) {
    this.#clock = clock
    this.#limit = limit
    this.#table = new BanTable(db)
    for (const ban of this.#table.load()) this.#lookup.add(ban)
    this.#expiry = this.#lookup.nextExpiry()
  }

  isBanned(ip: Uint8Array): boolean {
    this.expire()
    return this.#lookup.covers(ip)
  }

  /**
   * Bans a subnet. A subnet that is already banned gets the new time, reason and note. In a full list, an automatic ban
   * replaces the automatic ban that ends first, if any.
   * @throws RangeError for a manual ban if the list is full
   */
  add(subnet: Subnet, until: number, reason: BanReason, note = ''): void {
    this.expire()
    this.#put({ ...subnet, until, created: this.#clock.now(), reason, note: shortenNote(note) })
    this.#notify()
  }

  /**
   * Restores earlier entries unchanged. Skips entries that have ended, are on the list, or do not fit. Returns the
   * number of restored entries.
   */
  restore(entries: readonly (Subnet & Omit<BanEntry, 'subnet'>)[]): number {
    this.expire()
    const now = this.#clock.now()
    const restored = new Map<string, StoredBan>()
    for (const { network, mask, until, created, reason, note } of entries) {
      const ban: StoredBan = { network, mask, until, created: Math.min(created, now), reason, note: shortenNote(note) }
      const hasRoom = this.#lookup.size + restored.size < this.#limit
      if (hasRoom && until > now && !this.#lookup.has(ban)) restored.set(banKey(ban), ban)
    }
    this.#table.putAll(restored.values())
    for (const ban of restored.values()) this.#keep(ban)
    if (restored.size > 0) this.#notify()
    return restored.size
  }

  /** Removes a ban. Returns false if exactly this subnet is not on the list. */
  remove(subnet: Subnet): boolean {
    this.expire()
    if (!this.#lookup.remove(subnet)) return false
    this.#table.remove(subnet)
    this.#notify()
    return true
  }

  clear(): void {
    this.#table.clear()
    this.#lookup.clear()
    this.#expiry = Number.POSITIVE_INFINITY
    this.#notify()
  }

  /** Removes ended entries. All other methods do this first. */
  expire(): void {
    const now = this.#clock.now()
    if (now < this.#expiry) return
    for (const ban of this.#lookup.all()) if (ban.until <= now) this.#lookup.remove(ban)
    try {
      this.#table.expire(now)
    } catch {
      // A read must not fail because of a disk error. The rows expire again at the next start.
    }
    this.#expiry = this.#lookup.nextExpiry()
    this.#notify()
  }

  /** Returns the entries sorted by network, then by mask. */
  list(): readonly BanEntry[] {
    this.expire()
    return this.#lookup
      .all()
      .sort((a, b) => compareBytes(a.network, b.network) || compareBytes(a.mask, b.mask))
      .map((ban) => {
        const { until, created, reason, note } = ban
        return { subnet: formatSubnet(ban), until, created, reason, note }
      })
  }

  /** Calls the listener after every change including expiry. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #put(ban: StoredBan): void {
    if (!this.#lookup.has(ban) && this.#lookup.size >= this.#limit && !this.#makeRoom(ban.reason)) return
    this.#table.put(ban)
    this.#keep(ban)
  }

  #keep(ban: StoredBan): void {
    this.#lookup.add(ban)
    this.#expiry = Math.min(this.#expiry, ban.until)
  }

  /** In a full list, a manual ban is an error, and an automatic ban replaces the automatic ban that ends first. */
  #makeRoom(reason: BanReason): boolean {
    if (reason === 'manual') throw new RangeError(`The ban list is full: ${this.#limit} entries`)
    const own = this.#lookup.all().filter((ban) => ban.reason === 'misbehaving')
    const first = own.reduce<StoredBan | undefined>((a, b) => (a && a.until <= b.until ? a : b), undefined)
    if (!first) return false
    this.#table.remove(first)
    return this.#lookup.remove(first)
  }
}

const shortenNote = (note: string) => [...note].slice(0, MAX_NOTE_LENGTH).join('')
