import type { Database } from 'better-sqlite3'
import type { BanReason, Clock } from '../../core/index.ts'
import { compareBytes } from '../../util/index.ts'
import {
  addBan,
  allBans,
  type BanMemory,
  banKey,
  clearBans,
  countBans,
  createBanMemory,
  deleteBan,
  hasBan,
  isCovered,
  nextExpiry,
} from './banLookup.ts'
import { type BanTable, createBanTable } from './banTable.ts'
import { formatSubnet } from './subnet.ts'
import type { BanList, StoredBan } from './types.ts'

/** Bound on what misbehaving peers with many addresses can make us keep. */
const MOST_BANS = 50_000
const MOST_NOTE = 200

export interface BanListDeps {
  /** written at once: see openNetworkDatabase */
  readonly db: Database
  readonly clock: Clock
  readonly most?: number
}

interface BanState {
  readonly db: Database
  readonly clock: Clock
  readonly most: number
  readonly table: BanTable
  readonly memory: BanMemory
  readonly listeners: Set<() => void>
  /** unix seconds; nothing ends before */
  expiry: number
}

/** Opens the list in `db`, making its table if there is none. */
export function createBanList({ db, clock, most = MOST_BANS }: BanListDeps): BanList {
  const table = createBanTable(db)
  const memory = createBanMemory()
  for (const ban of table.load()) addBan(memory, ban)
  const state: BanState = { db, clock, most, table, memory, listeners: new Set(), expiry: nextExpiry(memory) }
  return {
    isBanned(ip) {
      expire(state)
      return isCovered(memory, ip)
    },
    add(subnet, until, reason, note = '') {
      expire(state)
      put(state, { ...subnet, until, created: clock.now(), reason, note: shortened(note) })
      notify(state)
    },
    restore(entries) {
      expire(state)
      const count = restore(state, entries)
      if (count > 0) notify(state)
      return count
    },
    expire: () => expire(state),
    remove(subnet) {
      expire(state)
      if (!deleteBan(memory, subnet)) return false
      table.remove(subnet)
      notify(state)
      return true
    },
    clear() {
      table.clear()
      clearBans(memory)
      state.expiry = Number.POSITIVE_INFINITY
      notify(state)
    },
    list() {
      expire(state)
      return allBans(memory)
        .sort((a, b) => compareBytes(a.network, b.network) || compareBytes(a.mask, b.mask))
        .map((ban) => {
          const { until, created, reason, note } = ban
          return { subnet: formatSubnet(ban), until, created, reason, note }
        })
    },
    onChange(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
  }
}

const shortened = (note: string) => [...note].slice(0, MOST_NOTE).join('')

function notify({ listeners }: BanState): void {
  for (const listener of listeners) listener()
}

/** Removes bans that have ended. Called before every look at the list. */
function expire(state: BanState): void {
  const { clock, memory, table } = state
  const now = clock.now()
  if (now < state.expiry) return
  for (const ban of allBans(memory)) if (ban.until <= now) deleteBan(memory, ban)
  try {
    table.expire(now)
  } catch {
    // A read must not fail because the disk does. The rows expire again at the next start.
  }
  state.expiry = nextExpiry(memory)
  notify(state)
}

/** In a full list a manual ban is an error; one for misbehaving replaces the one of its kind that ends first. */
function makeRoom({ most, memory, table }: BanState, reason: BanReason): boolean {
  if (reason === 'manual') throw new RangeError(`The ban list is full: ${most} entries`)
  const own = allBans(memory).filter((ban) => ban.reason === 'misbehaving')
  const first = own.reduce<StoredBan | undefined>((a, b) => (a && a.until <= b.until ? a : b), undefined)
  if (!first) return false
  table.remove(first)
  return deleteBan(memory, first)
}

function put(state: BanState, ban: StoredBan): void {
  const { memory, table, most } = state
  if (!hasBan(memory, ban) && countBans(memory) >= most && !makeRoom(state, ban.reason)) return
  table.put(ban)
  addBan(memory, ban)
  state.expiry = Math.min(state.expiry, ban.until)
}

function restore(state: BanState, entries: Parameters<BanList['restore']>[0]): number {
  const { db, clock, memory, table, most } = state
  const now = clock.now()
  const restored = new Map<string, StoredBan>()
  for (const { network, mask, until, created, reason, note } of entries) {
    const ban: StoredBan = { network, mask, until, created: Math.min(created, now), reason, note: shortened(note) }
    const room = countBans(memory) + restored.size < most
    if (room && until > now && !hasBan(memory, ban)) restored.set(banKey(ban), ban)
  }
  db.transaction(() => {
    for (const ban of restored.values()) table.put(ban)
  }).immediate()
  for (const ban of restored.values()) {
    addBan(memory, ban)
    state.expiry = Math.min(state.expiry, ban.until)
  }
  return restored.size
}
