import { describe, expect, it } from 'vitest'
import { distinctAddresses } from './listenAddresses.ts'

async function distinct(hosts: readonly (string | undefined)[], dualStack = false) {
  const given = hosts.map((host) => ({ host, port: 5 }))
  return (await distinctAddresses(given, { dualStack })).map(({ host }) => host)
}

describe('distinctAddresses', () => {
  it('keeps an address once, however it is spelled', async () => {
    expect(await distinct(['127.0.0.1', '127.0.0.1', '10.0.0.1'])).toEqual(['127.0.0.1', '10.0.0.1'])
    expect(await distinct(['::1', '0:0:0:0:0:0:0:1'])).toEqual(['::1'])
    expect(await distinct(['FE80::1', 'fe80::1'])).toEqual(['FE80::1'])
    expect(await distinct([undefined, undefined])).toEqual([undefined])
  })

  it('looks a name up, and keeps one that has no address', async () => {
    const [only, ...others] = await distinct(['localhost', '127.0.0.1', '::1', 'localhost'])
    expect(only).toBe('localhost')
    // The system's table of hosts decides which of the two localhost is.
    expect(others).toHaveLength(1)
    expect(await distinct(['..', '127.0.0.1', 'fe80::1%lo'])).toEqual(['..', '127.0.0.1', 'fe80::1%lo'])
  })

  it('leaves out addresses that all addresses of their family include, wherever these stand', async () => {
    expect(await distinct(['127.0.0.1', '0.0.0.0', '10.0.0.1'])).toEqual(['0.0.0.0'])
    expect(await distinct(['::', '::1', '127.0.0.1'])).toEqual(['::', '127.0.0.1'])
    expect(await distinct(['0.0.0.0', '::'])).toEqual(['0.0.0.0', '::'])
  })

  it('takes all addresses of IPv6 for all of both families if its sockets have them', async () => {
    expect(await distinct(['0.0.0.0', '::', '127.0.0.1'], true)).toEqual(['::'])
    expect(await distinct(['::1', undefined, '::'], true)).toEqual([undefined])
  })

  it('keeps the same address with another port', async () => {
    const given = [5, 6, 5].map((port) => ({ host: '127.0.0.1', port }))
    expect(await distinctAddresses(given, { dualStack: false })).toEqual(given.slice(0, 2))
  })
})
