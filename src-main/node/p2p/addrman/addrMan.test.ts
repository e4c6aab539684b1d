import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Random } from '../../core/index.ts'
import { sha256, sha256d } from '../../crypto/index.ts'
import { nightly, silentLogger } from '../../testing/index.ts'
import { concat, DecodeError } from '../../util/index.ts'
import { ipFromText, isRoutable, type TimedAddress } from '../wire/index.ts'
import { AddrMan, loadAddrMan, saveAddrMan } from './index.ts'
import { decodeAddrMan } from './savedAddrMan.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const FILES = nightly() ? 20_000 : 300

/** Deterministic random numbers with an even distribution. */
function seededRandom(seed: number): Random {
  let counter = 0
  return {
    bytes(length) {
      const block = sha256(Uint8Array.of(seed, counter & 255, (counter >> 8) & 255, (counter++ >> 16) & 255))
      if (length > block.length) throw new RangeError('too many bytes at once')
      return block.slice(0, length)
    },
  }
}

function setUp(seed = 1) {
  let now = NOW
  const clock = { now: () => now, millis: () => 0 }
  const random = seededRandom(seed)
  const deps = { clock, random, logger: silentLogger }
  return { deps, addrMan: new AddrMan(deps), advance: (seconds: number) => (now += seconds) }
}

const at = (ip: string, time = NOW - DAY, port = 8233): TimedAddress => ({
  ip: ipFromText(ip)!,
  port,
  services: 1n,
  time,
})
const source = (ip: string) => ipFromText(ip)!
/** Returns address number n; addresses are in different /16 groups as far as possible. */
const spread = (n: number) => `${20 + (n % 60)}.${Math.floor(n / 60) % 256}.${Math.floor(n / 15_360)}.${1 + (n % 250)}`

describe('AddrMan', () => {
  it('subtracts the penalty from the time of an address, except for the address of the sender', () => {
    const { addrMan } = setUp(2)
    expect(addrMan.add([at('8.8.8.8'), at('8.8.4.4')], source('8.8.4.4'), 7200)).toBe(2)
    expect(addrMan.get(at('8.8.8.8'))).toMatchObject({ time: NOW - DAY - 7200, tried: false, attempts: 0 })
    expect(addrMan.get(at('8.8.4.4'))).toMatchObject({ time: NOW - DAY })
    expect(addrMan.add([at('8.8.8.8')], source('9.9.9.9'), 0)).toBe(0)
    expect(addrMan.size).toBe(2)
  })

  it('ignores unroutable addresses and port 0', () => {
    const { addrMan } = setUp()
    const none = ['10.0.0.1', '127.0.0.1', '192.168.1.1', '0.0.0.0', '::', '::1', 'fe80::1', 'fd00::1', '2001:db8::1']
    expect(addrMan.add([...none.map((ip) => at(ip)), at('8.8.8.8', NOW, 0)], source('8.8.4.4'), 0)).toBe(0)
    expect(addrMan.add([at('2a01:4f8::1'), at('expyuzz4wqqyqhjn.onion')], source('8.8.4.4'), 0)).toBe(2)
  })

  it('moves an address to the tried table after a handshake', () => {
    const { addrMan } = setUp()
    addrMan.add([at('8.8.8.8')], source('9.9.9.9'), 0)
    addrMan.attempt(at('8.8.8.8'))
    expect(addrMan.get(at('8.8.8.8'))).toMatchObject({ attempts: 1, lastTry: NOW, lastSuccess: 0 })
    addrMan.good(at('8.8.8.8'))
    expect(addrMan.get(at('8.8.8.8'))).toMatchObject({ attempts: 0, lastSuccess: NOW, tried: true })
    expect(addrMan.select(true)).toBeUndefined()
    expect(addrMan.select()?.tried).toBe(true)
    // An address that no peer sent is not added by a handshake.
    addrMan.good(at('8.8.4.4'))
    expect(addrMan.size).toBe(1)
  })

  it('updates the time of a connected address at most every twenty minutes', () => {
    const { addrMan, advance } = setUp()
    addrMan.add([at('8.8.8.8', NOW - 600)], source('9.9.9.9'), 0)
    addrMan.connected(at('8.8.8.8'))
    expect(addrMan.get(at('8.8.8.8'))?.time).toBe(NOW - 600)
    advance(601)
    addrMan.connected(at('8.8.8.8'))
    expect(addrMan.get(at('8.8.8.8'))?.time).toBe(NOW + 601)
  })

  it('selects fresh addresses more often than failed ones', () => {
    const { addrMan, advance } = setUp()
    addrMan.add([at('8.8.8.8'), at('9.9.9.9')], source('1.1.1.1'), 0)
    for (let i = 0; i < 4; i++) addrMan.attempt(at('8.8.8.8'))
    advance(3600)
    let failed = 0
    for (let i = 0; i < 400; i++) if (addrMan.select()?.ip[12] === 8) failed++
    expect(failed).toBeGreaterThan(10)
    expect(failed).toBeLessThan(150)
  })

  it('returns undefined and an empty sample without addresses', () => {
    expect(setUp().addrMan.select()).toBeUndefined()
    expect(setUp().addrMan.sample()).toEqual([])
  })

  it('samples 23 %, at most 2500, and leaves out terrible addresses', () => {
    const { addrMan, advance } = setUp()
    addrMan.add(
      Array.from({ length: 1000 }, (_, n) => at(spread(n))),
      source('1.1.1.1'),
      0,
    )
    const size = addrMan.size
    const sampled = addrMan.sample()
    expect(sampled).toHaveLength(Math.ceil(size * 0.23))
    expect(new Set(sampled.map(({ ip }) => ip.join('.'))).size).toBe(sampled.length)
    advance(31 * DAY)
    expect(addrMan.sample()).toEqual([])
  })

  it('treats a new address as terrible after three failures', () => {
    const { addrMan, advance } = setUp()
    addrMan.add([at('8.8.8.8')], source('9.9.9.9'), 0)
    for (let i = 0; i < 3; i++) addrMan.attempt(at('8.8.8.8'))
    // An address is not terrible within a minute of an attempt.
    expect(addrMan.sample()).toHaveLength(1)
    advance(61)
    expect(addrMan.sample()).toEqual([])
  })
})

describe('AddrMan under a flood of addresses', () => {
  it('limits one source to 64 of the 1024 new buckets', () => {
    const { addrMan } = setUp()
    for (let n = 0; n < 12_000; n += 1000) {
      addrMan.add(
        Array.from({ length: 1000 }, (_, i) => at(spread(n + i))),
        source('66.66.1.1'),
        0,
      )
    }
    expect(addrMan.size).toBeLessThanOrEqual(64 * 64)
    expect(addrMan.size).toBeGreaterThan(1000)
  })

  it('keeps addresses of other sources, and selects them as often as before', () => {
    const { addrMan } = setUp()
    const honest = Array.from({ length: 300 }, (_, n) => `${90 + (n % 30)}.${n % 256}.7.7`)
    for (const [n, ip] of honest.entries()) addrMan.add([at(ip)], source(`${120 + (n % 50)}.${n % 200}.1.1`), 0)
    const before = honest.filter((ip) => addrMan.get(at(ip))).length
    for (let n = 0; n < 10_000; n += 1000) {
      addrMan.add(
        Array.from({ length: 1000 }, (_, i) => at(spread(n + i))),
        source('66.66.1.1'),
        0,
      )
    }
    expect(honest.filter((ip) => addrMan.get(at(ip)))).toHaveLength(before)
    let chosen = 0
    for (let i = 0; i < 500; i++) if (addrMan.select()?.ip[14] === 7) chosen++
    expect(chosen).toBeGreaterThan(300)
  })

  it('limits one group of addresses to 8 of the 256 tried buckets', () => {
    const { addrMan } = setUp()
    for (let n = 0; n < 4000; n++) {
      const one = at(`77.77.${n >> 8}.${n & 255}`)
      addrMan.add([one], source(`${20 + (n % 60)}.${n % 250}.1.1`), 0)
      addrMan.good(one)
    }
    let tried = 0
    for (let n = 0; n < 4000; n++) if (addrMan.get(at(`77.77.${n >> 8}.${n & 255}`))?.tried) tried++
    expect(tried).toBeLessThanOrEqual(8 * 64)
    expect(tried).toBeGreaterThan(100)
  })

  it('gives an address that all sources send at most 8 positions', () => {
    const { addrMan } = setUp()
    for (let n = 0; n < 2000; n++) addrMan.add([at('8.8.8.8', NOW - DAY + n)], source(spread(n)), 0)
    const { buckets } = addrMan.get(at('8.8.8.8')) as unknown as { buckets: readonly number[] }
    expect([new Set(buckets).size, buckets.length <= 8]).toEqual([buckets.length, true])
  })
})

describe('AddrMan after random operations', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'good', 'attempt', 'connected', 'time'),
    n: fc.nat(400),
    from: fc.nat(5),
  })

  it('saves and restores the same state within the limits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const { addrMan, deps, advance } = setUp(7)
        for (const { what, n, from } of steps) {
          const one = at(spread(n), deps.clock.now() - 60)
          if (what === 'add') addrMan.add([one], source(`${130 + from}.1.1.1`), 0)
          else if (what === 'time') advance(n * 100)
          else addrMan[what](one)
        }
        const again = new AddrMan(deps, undefined)
        expect(again.size).toBe(0)
        const saved = loadSaved(addrMan.serialise(), deps)
        const all = Array.from({ length: 401 }, (_, n) => at(spread(n)))
        expect(all.map((one) => strip(saved.get(one)))).toEqual(all.map((one) => strip(addrMan.get(one))))
        expect(saved.size).toBe(addrMan.size)
        expect(addrMan.sample().every(({ ip }) => isRoutable(ip))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

type Deps = ReturnType<typeof setUp>['deps']

function loadSaved(bytes: Uint8Array, deps: Deps) {
  const directory = mkdtempSync(join(tmpdir(), 'book-'))
  try {
    writeFileSync(join(directory, 'book'), bytes)
    return loadAddrMan(join(directory, 'book'), deps)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Returns the fields that must survive saving; the choice among several positions may differ. */
function strip(entry: unknown) {
  if (entry === undefined) return undefined
  const { time, lastTry, lastSuccess, attempts, tried } = entry as Record<string, unknown>
  return { time, lastTry, lastSuccess, attempts, tried }
}

describe('address file', () => {
  it('stores a complete state that can be loaded', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'book-'))
    const path = join(directory, 'addresses.dat')
    const { addrMan, deps } = setUp()
    addrMan.add([at('8.8.8.8'), at('2a01:4f8::1')], source('9.9.9.9'), 0)
    await saveAddrMan(path, addrMan)
    await saveAddrMan(path, addrMan)
    expect(readdirSync(directory)).toEqual(['addresses.dat'])
    expect(loadAddrMan(path, deps).get(at('2a01:4f8::1'))).toMatchObject({ time: NOW - DAY, services: 1n })
    rmSync(directory, { recursive: true })
  })

  it('loads as empty if a byte is wrong or the end is missing', () => {
    const { addrMan, deps } = setUp()
    addrMan.add([at('8.8.8.8'), at('9.9.9.9')], source('1.1.1.1'), 0)
    const bytes = addrMan.serialise()
    for (let i = 0; i < bytes.length; i += 3) {
      const damaged = bytes.slice()
      damaged[i] = (damaged[i] ?? 0) ^ 1
      expect(loadSaved(damaged, deps).size).toBe(0)
    }
    for (const length of [0, 1, 31, 32, bytes.length - 1]) expect(loadSaved(bytes.slice(0, length), deps).size).toBe(0)
    expect(loadSaved(bytes, deps).size).toBe(2)
  })

  it(`decodes to a state or DecodeError for mutated contents with a valid checksum (${FILES} files)`, () => {
    const { addrMan, deps } = setUp()
    for (let n = 0; n < 20; n++) addrMan.add([at(spread(n))], source(spread(n + 50)), 0)
    for (let n = 0; n < 8; n++) addrMan.good(at(spread(n)))
    const sound = addrMan.serialise()
    const body = sound.subarray(0, sound.length - 32)
    const { bytes } = seededRandom(99)
    const below = (limit: number) => new DataView(bytes(4).buffer).getUint32(0) % limit
    for (let n = 0; n < FILES; n++) {
      const damaged = body.slice(0, below(8) === 0 ? below(body.length) : body.length)
      for (let flips = below(6); flips >= 0 && damaged.length > 0; flips--) damaged[below(damaged.length)] = below(256)
      try {
        const again = new AddrMan(deps, decodeAddrMan(concat(damaged, sha256d(damaged))))
        expect(again.size).toBeLessThanOrEqual(20)
        again.select()
        again.sample()
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError)
      }
    }
  })

  it('loads as empty if the file is missing', () => {
    expect(loadAddrMan(join(tmpdir(), 'no', 'such', 'book'), setUp().deps).size).toBe(0)
  })
})
