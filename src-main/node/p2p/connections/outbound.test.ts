import { describe, expect, it } from 'vitest'
import { sha256 } from '../../crypto/index.ts'
import { silentLogger } from '../../testing/index.ts'
import { AddrMan } from '../addrman/index.ts'
import { ipFromText } from '../wire/index.ts'
import type { DialledConnection } from './dialler.ts'
import { Outbound } from './outbound.ts'
import type { PeerSet } from './peerSet.ts'
import type { ConnectionSettings } from './settings.ts'

const NOW = 1_700_000_000
const SETTINGS = {
  ...{ port: 8000, maxConnections: 384, connect: undefined, addNode: [], seedNode: [], onlyNet: undefined },
  ...{ onionProxy: undefined, whitelist: [] },
} as unknown as ConnectionSettings

/** Records requested connections without making them; they stay pending unless the test fails them. */
function start(addresses: readonly string[], settings: Partial<ConnectionSettings> = {}) {
  let counter = 0
  let millis = 1_000_000
  const clock = { now: () => NOW, millis: () => millis }
  const random = { bytes: (length: number) => sha256(Uint8Array.of(counter++ & 255, counter >> 8)).slice(0, length) }
  const addrMan = new AddrMan({ clock, random })
  const entries = addresses.map((text) => ({ ip: ipFromText(text)!, port: 8000, services: 1n, time: NOW - 3600 }))
  addrMan.add(entries, ipFromText('9.9.9.9')!, 0)
  const dialled: string[] = []
  const failures: ((error: Error) => void)[] = []
  const outbound = new Outbound(
    { ...SETTINGS, ...settings },
    {
      set: { all: () => [], ready: () => [] } as unknown as PeerSet,
      ...{ addrMan, clock, logger: silentLogger, isBanned: () => false, isOwn: () => false },
      dialler: {
        dial({ host, port }) {
          dialled.push(`${host}:${port}`)
          return new Promise<DialledConnection>((_, reject) => void failures.push(reject))
        },
      },
      signal: new AbortController().signal,
    },
  )
  return {
    ...{ outbound, dialled },
    async failAll(error: Error = new Error('nobody there')) {
      for (const fail of failures.splice(0)) fail(error)
      await new Promise((done) => setImmediate(done))
    },
    pass: (span: number) => (millis += span),
  }
}

const systemError = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

describe('results of connecting to named nodes', () => {
  it('keep the reason of the last failure and the seconds until the next attempt', async () => {
    const { outbound, failAll, pass } = start([], { addNode: ['b'] })
    outbound.tick()
    expect(outbound.attempt('b')).toEqual({ state: 'connecting', failure: undefined, retryIn: undefined })
    await failAll(systemError('ECONNREFUSED'))
    expect(outbound.attempt('b')).toEqual({ state: 'waiting', failure: 'refused', retryIn: 1 })
    for (let tries = 0; tries < 5; tries++) {
      pass(20_000)
      outbound.tick()
      expect(outbound.attempt('b').state).toBe('connecting')
      await failAll(new Error('connect timeout'))
    }
    expect(outbound.attempt('b')).toEqual({ state: 'waiting', failure: 'timeout', retryIn: 16 })
  })

  it.each([
    [systemError('EHOSTUNREACH'), 'unreachable'],
    [systemError('ENOTFOUND'), 'unknown-name'],
    [new Error('Proxy connection timed out'), 'timeout'],
    [new Error('Socks5 proxy rejected connection - HostUnreachable'), 'unreachable'],
    [new Error('onion addresses require -onion or -proxy'), 'other'],
  ])('give the reason of %s', async (error, failure) => {
    const { outbound, failAll } = start([])
    outbound.once('b')
    await failAll(error)
    expect(outbound.tried()).toEqual([{ target: 'b', state: 'failed', failure, retryIn: undefined }])
  })

  it('keep the last 20 results of nodes tried once', async () => {
    const { outbound, failAll } = start([])
    for (let index = 0; index < 25; index++) outbound.once(`n${index}`)
    await failAll()
    expect(outbound.tried().map(({ target }) => target)).toEqual(
      Array.from({ length: 20 }, (_, index) => `n${index + 5}`),
    )
  })

  it('retry an added node at once on request, whatever its delay', async () => {
    const { outbound, dialled, failAll } = start([], { addNode: ['b'] })
    outbound.tick()
    await failAll()
    outbound.tick()
    expect(dialled).toHaveLength(1)
    outbound.once('b')
    outbound.tick()
    expect(dialled).toEqual(['b:8000', 'b:8000'])
    expect(outbound.tried()).toEqual([])
  })
})

describe('Outbound', () => {
  it('dials an address or its group only once at the same time', async () => {
    const { outbound, dialled, failAll, pass } = start(['8.8.1.1', '8.8.2.2'])
    for (let i = 0; i < 20; i++) outbound.tick()
    expect(dialled).toHaveLength(1)
    await failAll()
    pass(1_000)
    for (let i = 0; i < 20; i++) outbound.tick()
    expect(dialled).toHaveLength(2)
  })

  it('retries its only address at most once per second', async () => {
    const { outbound, dialled, failAll, pass } = start(['8.8.1.1'])
    for (let i = 0; i < 50; i++) {
      outbound.tick()
      await failAll()
      pass(100)
    }
    expect(dialled.length).toBeGreaterThan(1)
    expect(dialled.length).toBeLessThanOrEqual(6)
  })

  it('dials two addresses at a time, in different groups', () => {
    const { outbound, dialled } = start(['8.8.1.1', '9.8.2.2', '11.8.2.2'])
    for (let i = 0; i < 20; i++) outbound.tick()
    expect(new Set(dialled.map((text) => text.split('.')[0])).size).toBe(2)
    expect(dialled).toHaveLength(2)
  })

  it('selects only networks of -onlynet, and onion addresses only with a proxy', () => {
    const addresses = ['8.8.1.1', '2600::1', '5wyqrzbvrdsumnok.onion']
    const dial = (settings: Partial<ConnectionSettings>) => {
      const { outbound, dialled } = start(addresses, settings)
      for (let i = 0; i < 20; i++) outbound.tick()
      return [...dialled].sort()
    }
    const onionProxy = { host: '127.0.0.1', port: 9050 }
    expect(dial({ onlyNet: ['ipv6'] })).toEqual(['2600::1:8000'])
    expect(dial({ onlyNet: ['onion'] })).toEqual([])
    expect(dial({ onlyNet: ['onion'], onionProxy })).toEqual(['5wyqrzbvrdsumnok.onion:8000'])
    expect(dial({})).toEqual(['2600::1:8000', '8.8.1.1:8000'])
  })

  it('dials a name once at a time, even if requested repeatedly', async () => {
    const { outbound, dialled, failAll } = start([])
    for (let i = 0; i < 5; i++) outbound.once('8.8.8.8')
    expect(dialled).toEqual(['8.8.8.8:8000'])
    await failAll()
    outbound.once('8.8.8.8')
    expect(dialled).toHaveLength(2)
  })

  it('dials only -connect and added nodes, and each -seednode once', async () => {
    const { outbound, dialled, failAll, pass } = start(['8.8.1.1'], {
      ...{ connect: ['a:1'], addNode: ['b'], seedNode: ['c', 'd'] },
    })
    for (let i = 0; i < 20; i++) outbound.tick()
    expect(dialled.sort()).toEqual(['a:1', 'b:8000', 'c:8000', 'd:8000'])
    await failAll()
    pass(1_000_000)
    outbound.tick()
    expect(dialled.slice(4).sort()).toEqual(['a:1', 'b:8000'])
    expect([outbound.addNode('b'), outbound.addNode('d'), outbound.removeNode('x')]).toEqual([false, true, false])
  })

  it('waits longer after each failure of a named node, and stops after its removal', async () => {
    const { outbound, dialled, failAll, pass } = start([], { addNode: ['b'] })
    const waits: number[] = []
    for (let i = 0; i < 3; i++) {
      outbound.tick()
      await failAll()
      let waited = 0
      for (const count = dialled.length; dialled.length === count; waited += 100) {
        pass(100)
        outbound.tick()
      }
      waits.push(waited)
      await failAll()
    }
    expect(waits[0]).toBeLessThan(waits[2]!)
    outbound.removeNode('b')
    pass(1_000_000)
    const before = dialled.length
    outbound.tick()
    expect(dialled).toHaveLength(before)
  })
})
