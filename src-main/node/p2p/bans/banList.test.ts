import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { processorMillis, silentLogger } from '../../testing/index.ts'
import { openNetworkDatabase } from '../networkDatabase.ts'
import { ipFromText } from '../wire/index.ts'
import { BanList, parseSubnet } from './index.ts'

const NOW = 1_700_000_000
const subnet = (text: string) => parseSubnet(text)!
const ip = (text: string) => ipFromText(text)!

describe('BanList', () => {
  let directory: string
  let db: Database
  let now: number
  const clock = { now: () => now, millis: () => 0 }
  const open = (limit?: number): BanList => new BanList({ db, clock, ...(limit !== undefined && { limit }) })
  const restart = () => {
    db.close()
    db = openNetworkDatabase(directory, silentLogger)
    return open()
  }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'bans-'))
    db = openNetworkDatabase(directory, silentLogger)
    now = NOW
  })
  afterEach(() => {
    db.close()
    rmSync(directory, { recursive: true })
  })

  it('bans an address or a range until the ban ends', () => {
    const bans = open()
    bans.add(subnet('10.0.0.1'), NOW + 10, 'manual', 'rude')
    bans.add(subnet('2a01::/16'), NOW + 20, 'misbehaving')
    expect(bans.isBanned(ip('10.0.0.1'))).toBe(true)
    expect(bans.isBanned(ip('10.0.0.2'))).toBe(false)
    expect(bans.isBanned(ip('2a01:4f8::9'))).toBe(true)
    now += 10
    expect(bans.isBanned(ip('10.0.0.1'))).toBe(false)
    expect(bans.list().map((entry) => entry.subnet)).toEqual(['2a01::/ffff:0:0:0:0:0:0:0'])
    now += 10
    expect(bans.list()).toEqual([])
  })

  it('bans no IPv4 address by an IPv6 range of any width', () => {
    const bans = open()
    bans.add(subnet('::/0'), NOW + 10, 'manual')
    expect([bans.isBanned(ip('10.0.0.1')), bans.isBanned(ip('2a01::1'))]).toEqual([false, true])
    bans.add(subnet('0.0.0.0/0'), NOW + 10, 'manual')
    expect(bans.isBanned(ip('10.0.0.1'))).toBe(true)
  })

  it('keeps bans over a restart, except those that ended', () => {
    const bans = open()
    bans.add(subnet('10.0.0.0/8'), NOW + 100, 'manual', 'noisy')
    bans.add(subnet('10.0.0.1'), NOW + 5, 'misbehaving')
    now += 5
    const again = restart()
    expect(again.list()).toEqual([
      { subnet: '10.0.0.0/255.0.0.0', until: NOW + 100, created: NOW, reason: 'manual', note: 'noisy' },
    ])
    expect(db.prepare('SELECT count(*) FROM bans').pluck().get()).toBe(1)
  })

  it('answers lookups while the database cannot be written', () => {
    const bans = open()
    bans.add(subnet('1.2.3.4'), now + 10, 'manual')
    db.pragma('query_only = 1')
    now += 20
    expect([bans.isBanned(ip('1.2.3.4')), bans.list()]).toEqual([false, []])
    expect(() => bans.add(subnet('1.2.3.4'), now + 100, 'manual')).toThrow()
    expect(bans.isBanned(ip('1.2.3.4'))).toBe(false)
  })

  it('lists bans by network, then by mask', () => {
    const bans = open()
    for (const text of ['2a01::/16', '10.4.0.1', '10.0.0.0/16', '10.0.0.0/8', '9.0.0.1']) {
      bans.add(subnet(text), NOW + 1, 'manual')
    }
    expect(bans.list().map((entry) => entry.subnet)).toEqual([
      '9.0.0.1/255.255.255.255',
      '10.0.0.0/255.0.0.0',
      '10.0.0.0/255.255.0.0',
      '10.4.0.1/255.255.255.255',
      '2a01::/ffff:0:0:0:0:0:0:0',
    ])
  })

  it('replaces time and note at a second ban of the same subnet', () => {
    const bans = open(1)
    bans.add(subnet('10.0.0.1'), NOW + 5, 'misbehaving')
    bans.add(subnet('10.0.0.1'), NOW + 50, 'manual', 'x'.repeat(300))
    expect(bans.list()).toMatchObject([{ until: NOW + 50, reason: 'manual', note: 'x'.repeat(200) }])
  })

  it('removes a ban only for exactly the same subnet', () => {
    const bans = open()
    bans.add(subnet('10.0.0.0/24'), NOW + 5, 'manual')
    expect(bans.remove(subnet('10.0.0.7'))).toBe(false)
    expect(bans.remove(subnet('10.0.0.0/25'))).toBe(false)
    expect(bans.remove(subnet('10.0.0.99/24'))).toBe(true)
    expect(bans.remove(subnet('10.0.0.0/24'))).toBe(false)
    bans.add(subnet('10.0.0.1'), NOW + 5, 'manual')
    bans.clear()
    expect(restart().list()).toEqual([])
  })

  it('restores entries unchanged, except those that ended, exist already or do not fit', () => {
    const bans = open(3)
    const entry = (text: string, until = NOW + 50) => ({
      ...subnet(text),
      ...{ until, created: NOW - 100, reason: 'misbehaving' as const, note: 'x'.repeat(300) },
    })
    bans.add(subnet('10.0.0.1'), NOW + 5, 'manual', 'kept')
    let notified = 0
    bans.onChange(() => notified++)
    const given = [
      entry('10.0.0.2'),
      entry('10.0.0.2'),
      entry('10.0.0.1'),
      entry('10.0.0.3', NOW),
      entry('10.0.0.0/24'),
    ]
    expect([bans.restore(given), notified]).toEqual([2, 1])
    expect([bans.restore([entry('10.0.0.9')]), bans.restore([]), notified]).toEqual([0, 0, 1])
    const back = { until: NOW + 50, created: NOW - 100, reason: 'misbehaving', note: 'x'.repeat(200) }
    const list = [
      { subnet: '10.0.0.0/255.255.255.0', ...back },
      { subnet: '10.0.0.1/255.255.255.255', until: NOW + 5, created: NOW, reason: 'manual', note: 'kept' },
      { subnet: '10.0.0.2/255.255.255.255', ...back },
    ]
    expect(bans.list()).toEqual(list)
    expect(restart().list()).toEqual(list)
    expect(bans.isBanned(ip('10.0.0.77'))).toBe(true)
  })

  it('notifies listeners once when expire() removes an ended ban', () => {
    const bans = open()
    bans.add(subnet('10.0.0.1'), NOW + 5, 'manual')
    let notified = 0
    bans.onChange(() => notified++)
    bans.expire()
    now += 5
    bans.expire()
    bans.expire()
    expect(notified).toBe(1)
  })

  it('rejects a manual ban while the list is full', () => {
    const bans = open(2)
    bans.add(subnet('10.0.0.1'), NOW + 5, 'manual')
    bans.add(subnet('10.0.0.2'), NOW + 9, 'manual')
    expect(() => bans.add(subnet('10.0.0.3'), NOW + 9, 'manual')).toThrow(RangeError)
    now += 5
    bans.add(subnet('10.0.0.3'), NOW + 9, 'manual')
    expect(bans.list()).toHaveLength(2)
  })

  it('replaces the automatic ban that ends first in a full list, never a manual one', () => {
    const bans = open(3)
    bans.add(subnet('10.0.0.1'), NOW + 9, 'misbehaving')
    bans.add(subnet('10.0.0.2'), NOW + 5, 'misbehaving')
    bans.add(subnet('10.0.0.3'), NOW + 1, 'manual')
    bans.add(subnet('10.0.0.4'), NOW + 20, 'misbehaving')
    const list = () => bans.list().map((entry) => entry.subnet.split('/')[0])
    expect(list()).toEqual(['10.0.0.1', '10.0.0.3', '10.0.0.4'])
    expect(restart().list()).toHaveLength(3)
    const full = open(1)
    full.clear()
    full.add(subnet('10.0.0.3'), NOW + 1, 'manual')
    full.add(subnet('10.0.0.4'), NOW + 20, 'misbehaving')
    expect(full.list().map((entry) => entry.reason)).toEqual(['manual'])
  })

  it('notifies listeners of every change including expiry', () => {
    const bans = open()
    let notified = 0
    const stop = bans.onChange(() => notified++)
    bans.add(subnet('10.0.0.1'), NOW + 5, 'manual')
    now += 5
    bans.isBanned(ip('10.0.0.9'))
    bans.clear()
    expect(notified).toBe(3)
    stop()
    bans.add(subnet('10.0.0.1'), NOW + 9, 'manual')
    expect(notified).toBe(3)
  })

  it('finds bans among twenty thousand single addresses', () => {
    const bans = open()
    db.transaction(() => {
      for (let i = 0; i < 20_000; i++) bans.add(subnet(`10.${i >> 8}.${i & 255}.1`), NOW + 9, 'misbehaving')
    })()
    expect(bans.isBanned(ip('10.78.31.1'))).toBe(true)
    expect(bans.isBanned(ip('11.0.0.1'))).toBe(false)
    expect(bans.list()).toHaveLength(20_000)
  })

  it('finds a ban among twenty thousand ranges within the time limit, after a restart too', () => {
    let bans = open()
    db.transaction(() => {
      for (let i = 0; i < 20_000; i++) bans.add(subnet(`10.${i >> 8}.${i & 255}.0/24`), NOW + 9, 'manual')
    })()
    bans.add(subnet('2001:db8::/32'), NOW + 9, 'manual')
    bans.add(subnet('8.8.0.0/255.255.0.7'), NOW + 9, 'manual')
    bans = restart()
    let banned = 0
    const took = processorMillis(() => {
      for (let i = 0; i < 5_000; i++) if (bans.isBanned(ip(`11.${i >> 8}.${i & 255}.1`))) banned++
    })
    // Compared one by one, this would be a hundred million comparisons.
    expect([banned, took < 1_000]).toEqual([0, true])
    const of = (...texts: readonly string[]) => texts.map((text) => bans.isBanned(ip(text)))
    expect(of('10.78.31.77', '2001:db8:7::1', '8.8.4.8', '8.8.4.9', '2001:db9::1')).toEqual([
      ...[true, true, true, false, false],
    ])
    bans.remove(subnet('10.78.31.0/24'))
    expect(of('10.78.31.77', '10.78.30.77')).toEqual([false, true])
    bans.clear()
    expect(of('10.78.30.77', '2001:db8:7::1')).toEqual([false, false])
  })

  it('starts empty if the file is damaged, and renames the damaged file', () => {
    open().add(subnet('10.0.0.1'), NOW + 5, 'manual')
    db.close()
    writeFileSync(join(directory, 'peers.db'), 'this is no database, but long enough to look at'.repeat(100))
    rmSync(join(directory, 'peers.db-wal'), { force: true })
    db = openNetworkDatabase(directory, silentLogger)
    expect(open().list()).toEqual([])
    expect(readdirSync(directory)).toContain('peers.db.damaged')
  })

  it.skipIf(process.platform === 'win32')('creates a file that other users cannot read', () => {
    expect(statSync(join(directory, 'peers.db')).mode & 0o077).toBe(0)
  })
})
