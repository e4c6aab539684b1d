import { describe, expect, it } from 'vitest'
import type { Peer } from '../peer/index.ts'
import { ipFromText } from '../wire/index.ts'
import { chooseEviction } from './eviction.ts'
import { listenAddresses } from './listener.ts'
import { OwnAddresses } from './ownAddresses.ts'
import { Retries } from './retries.ts'

const SALT = new Uint8Array(32).fill(1)

function peer(id: number, host: string, changes: Partial<Peer> = {}) {
  const address = { ip: ipFromText(host)!, port: 1 }
  return { id, inbound: true, whitelisted: false, closed: false, address, minPing: undefined, ...changes }
}

describe('chooseEviction', () => {
  it('evicts the youngest peer of the largest group, never an old, quick or trusted one', () => {
    const old = Array.from({ length: 40 }, (_, index) => peer(index + 1, `${index + 1}.1.1.1`))
    const crowd = Array.from({ length: 20 }, (_, index) => peer(100 + index, `8.8.0.${index}`))
    const quick = peer(200, '8.8.9.9', { minPing: 0.001 })
    const trusted = peer(300, '8.8.9.8', { whitelisted: true })
    const outbound = peer(400, '8.8.9.7', { inbound: false })
    const evicted = chooseEviction([...old, ...crowd, quick, trusted, outbound], SALT)
    expect(evicted?.id).toBe(119)
  })

  it('returns undefined for a few peers, which are all protected', () => {
    const few = Array.from({ length: 12 }, (_, index) => peer(index + 1, '8.8.8.8'))
    expect(chooseEviction(few, SALT)).toBeUndefined()
    expect(chooseEviction([], SALT)).toBeUndefined()
  })
})

describe('Retries', () => {
  it('doubles the delay after each failure, and resets it after a handshake', () => {
    let now = 0
    const retries = new Retries({ millis: () => now, longest: 4_000 })
    expect(retries.isDue('a')).toBe(true)
    const waits: number[] = []
    for (let i = 0; i < 5; i++) {
      retries.begin('a')
      expect(retries.isDue('a')).toBe(false)
      retries.failed('a', 'refused')
      const from = now
      while (!retries.isDue('a')) now += 100
      waits.push(now - from)
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 4_000])
    retries.begin('a')
    retries.connected('a')
    expect(retries.isDue('a')).toBe(false)
    retries.worked('a')
    retries.lost('a', undefined)
    now += 500
    expect(retries.isDue('a')).toBe(true)
  })
})

describe('listenAddresses', () => {
  it('returns all addresses by default, or the named ones with the default port', async () => {
    expect(await listenAddresses({ bind: [], whiteBind: [] }, 8000)).toEqual([
      { host: undefined, port: 8000, whitelisted: false },
    ])
    expect(await listenAddresses({ bind: ['127.0.0.1', '[::1]:9'], whiteBind: ['1.2.3.4'] }, 8000)).toEqual([
      { host: '1.2.3.4', port: 8000, whitelisted: true },
      { host: '127.0.0.1', port: 8000, whitelisted: false },
      { host: '::1', port: 9, whitelisted: false },
    ])
  })

  it('returns an address once, whitelisted if one of its options says so', async () => {
    const bind = ['127.0.0.1', '127.0.0.1:8000', '10.0.0.1']
    expect(await listenAddresses({ bind, whiteBind: ['10.0.0.1', '10.0.0.1'] }, 8000)).toEqual([
      { host: '10.0.0.1', port: 8000, whitelisted: true },
      { host: '127.0.0.1', port: 8000, whitelisted: false },
    ])
  })

  it('rejects a -bind to all addresses that would take the peers of -whitebind', async () => {
    await expect(listenAddresses({ bind: ['0.0.0.0'], whiteBind: ['127.0.0.1'] }, 8000)).rejects.toThrow(
      '-whitebind=127.0.0.1:8000: peers at this address are already accepted by -bind=0.0.0.0.',
    )
  })
})

describe('OwnAddresses', () => {
  const interfaces = () =>
    ({ lo: [{ address: '127.0.0.1' }], eth: [{ address: '10.0.0.4' }, { address: '8.8.4.4' }] }) as never

  it('lists routable interface addresses, and prefers addresses set by the user', () => {
    const settings = { externalIp: ['9.9.9.9', '[2600::1]:7'], discover: true, port: 8000 }
    const own = new OwnAddresses(settings, interfaces)
    expect(own.list()).toEqual([
      { address: '8.8.4.4', port: 8000, score: 1 },
      { address: '9.9.9.9', port: 8000, score: 4 },
      { address: '2600::1', port: 7, score: 4 },
    ])
    expect(own.best()?.ip).toEqual(ipFromText('9.9.9.9'))
    expect(own.isOwn({ ip: ipFromText('8.8.4.4')!, port: 8000 })).toBe(true)
  })

  it('returns no address without -externalip and -discover', () => {
    expect(new OwnAddresses({ externalIp: [], discover: false, port: 1 }, interfaces).best()).toBeUndefined()
  })
})
