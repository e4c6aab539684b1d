import type { Database } from 'better-sqlite3'
import type { BanEntry, BanReason, Clock } from '../../interfaces.ts'
import { compareBytes, hashKey } from '../../util/index.ts'
import { formatSubnet, isSingleAddress, subnetContains } from './subnet.ts'
import type { BanList, Subnet } from './types.ts'

/** What a hostile crowd of addresses may make us remember. */
const MOST_BANS = 50_000
const MOST_NOTE = 200

interface Row {
  readonly network: Uint8Array
  readonly mask: Uint8Array
  readonly until: number
  readonly created: number
  readonly reason: string
  readonly note: string
}

interface Ban extends Subnet, Omit<BanEntry, 'subnet'> {}

export interface BanListDeps {
  /** written at once: see openNetworkDatabase */
  readonly db: Database
  readonly clock: Clock
  readonly most?: number
}

/** Bans by key. Single addresses are looked up, and so are ranges, once for each mask: the masks of thousands are few. */
interface Memory {
  readonly singles: Map<string, Ban>
  readonly ranges: Map<string, Ban>
  /** masks of the ranges, by their hex, and how many ranges have each: people may choose any mask at all */
  readonly masks: Map<string, { readonly mask: Uint8Array; ranges: number }>
}

const shortened = (note: string) => [...note].slice(0, MOST_NOTE).join('')
const keyOf = ({ network, mask }: Subnet) => `${hashKey(network)}/${hashKey(mask)}`
const shelf = ({ singles, ranges }: Memory, subnet: Subnet) => (isSingleAddress(subnet) ? singles : ranges)
const placeOf = (subnet: Subnet) => (isSingleAddress(subnet) ? hashKey(subnet.network) : keyOf(subnet))

/** Opens the list in `db`, making its table if there is none. */
export function createBanList({ db, clock, most = MOST_BANS }: BanListDeps): BanList {
  const table = createTable(db)
  const memory: Memory = { singles: new Map(), ranges: new Map(), masks: new Map() }
  const listeners = new Set<() => void>()
  for (const ban of table.load()) keep(memory, ban)
  let nextExpiry = earliest(memory)

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const all = () => [...memory.singles.values(), ...memory.ranges.values()]

  /** What has expired is gone before anybody looks. */
  function expire(): void {
    const now = clock.now()
    if (now < nextExpiry) return
    for (const ban of all()) if (ban.until <= now) drop(memory, ban)
    try {
      table.expire(now)
    } catch {
      // Looking must not fail, whatever is wrong with the disk. The rows expire again at the next start.
    }
    nextExpiry = earliest(memory)
    tell()
  }

  /** A person is told that the list is full; the score's bans push out the one of their own that ends first. */
  function makeRoom(reason: BanReason): boolean {
    if (reason === 'manual') throw new RangeError(`The ban list is full: ${most} entries`)
    const own = all().filter((ban) => ban.reason === 'misbehaving')
    const first = own.reduce<Ban | undefined>((a, b) => (a && a.until <= b.until ? a : b), undefined)
    if (!first) return false
    table.remove(first)
    return drop(memory, first)
  }

  function put(subnet: Subnet, until: number, reason: BanReason, note: string): void {
    const bans = shelf(memory, subnet)
    const place = placeOf(subnet)
    if (!bans.has(place) && memory.singles.size + memory.ranges.size >= most && !makeRoom(reason)) return
    const ban: Ban = { ...subnet, until, created: clock.now(), reason, note: shortened(note) }
    table.put(ban)
    keep(memory, ban)
    nextExpiry = Math.min(nextExpiry, until)
  }

  function restore(entries: readonly Ban[]): number {
    const now = clock.now()
    const back = new Map<string, Ban>()
    for (const { network, mask, until, created, reason, note } of entries) {
      const ban: Ban = { network, mask, until, created: Math.min(created, now), reason, note: shortened(note) }
      const room = memory.singles.size + memory.ranges.size + back.size < most
      if (room && until > now && !shelf(memory, ban).has(placeOf(ban))) back.set(keyOf(ban), ban)
    }
    db.transaction(() => {
      for (const ban of back.values()) table.put(ban)
    }).immediate()
    for (const ban of back.values()) {
      keep(memory, ban)
      nextExpiry = Math.min(nextExpiry, ban.until)
    }
    return back.size
  }

  return {
    isBanned(ip) {
      expire()
      if (memory.singles.has(hashKey(ip))) return true
      return inRange(memory, ip)
    },
    add(subnet, until, reason, note = '') {
      expire()
      put(subnet, until, reason, note)
      tell()
    },
    restore(entries) {
      expire()
      const count = restore(entries)
      if (count > 0) tell()
      return count
    },
    expire,
    remove(subnet) {
      expire()
      if (!drop(memory, subnet)) return false
      table.remove(subnet)
      tell()
      return true
    },
    clear() {
      table.clear()
      memory.singles.clear()
      memory.ranges.clear()
      memory.masks.clear()
      nextExpiry = Number.POSITIVE_INFINITY
      tell()
    },
    list() {
      expire()
      return all()
        .sort((a, b) => compareBytes(a.network, b.network) || compareBytes(a.mask, b.mask))
        .map((ban) => {
          const { until, created, reason, note } = ban
          return { subnet: formatSubnet(ban), until, created, reason, note }
        })
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function keep(memory: Memory, ban: Ban): void {
  const bans = shelf(memory, ban)
  const place = placeOf(ban)
  const isNew = !bans.has(place)
  bans.set(place, ban)
  if (!isNew || isSingleAddress(ban)) return
  const name = hashKey(ban.mask)
  const known = memory.masks.get(name)
  if (known === undefined) memory.masks.set(name, { mask: ban.mask, ranges: 1 })
  else known.ranges++
}

/** whether it was there */
function drop(memory: Memory, subnet: Subnet): boolean {
  if (!shelf(memory, subnet).delete(placeOf(subnet))) return false
  if (isSingleAddress(subnet)) return true
  const name = hashKey(subnet.mask)
  const known = memory.masks.get(name)
  if (known !== undefined && --known.ranges === 0) memory.masks.delete(name)
  return true
}

function inRange({ ranges, masks }: Memory, ip: Uint8Array): boolean {
  for (const { mask } of masks.values()) {
    const network = ip.map((byte, index) => byte & (mask[index] ?? 0))
    const ban = ranges.get(keyOf({ network, mask }))
    if (ban !== undefined && subnetContains(ban, ip)) return true
  }
  return false
}

function earliest({ singles, ranges }: Memory): number {
  let time = Number.POSITIVE_INFINITY
  for (const { until } of singles.values()) time = Math.min(time, until)
  for (const { until } of ranges.values()) time = Math.min(time, until)
  return time
}

function createTable(db: Database) {
  db.exec(`CREATE TABLE IF NOT EXISTS bans (
    network BLOB NOT NULL, mask BLOB NOT NULL, until INTEGER NOT NULL, created INTEGER NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (network, mask)) STRICT, WITHOUT ROWID`)
  const select = db.prepare<[], Row>('SELECT network, mask, until, created, reason, note FROM bans')
  const insert = db.prepare<[Uint8Array, Uint8Array, number, number, string, string]>(
    'INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[Uint8Array, Uint8Array]>('DELETE FROM bans WHERE network = ? AND mask = ?')
  const expire = db.prepare<[number]>('DELETE FROM bans WHERE until <= ?')
  const clear = db.prepare('DELETE FROM bans')
  return {
    load: (): Ban[] =>
      select.all().map(({ reason, ...row }) => ({ ...row, reason: reason === 'misbehaving' ? reason : 'manual' })),
    put: ({ network, mask, until, created, reason, note }: Ban) =>
      insert.run(network, mask, until, created, reason, note),
    remove: ({ network, mask }: Subnet) => remove.run(network, mask),
    expire: (now: number) => expire.run(now),
    clear: () => clear.run(),
  }
}
