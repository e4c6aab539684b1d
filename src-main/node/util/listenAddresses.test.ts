import { describe, expect, it } from 'vitest'
import { distinctAddresses } from './listenAddresses.ts'

async function distinct(hosts: readonly (string | undefined)[], dualStack = false) {
  const given = hosts.map((host) => ({ host, port: 5 }))
  return (await distinctAddresses(given, { dualStack })).map(({ host }) => host)
}

describe('distinctAddresses', () => {
  it('keeps an address once in any spelling', async () => {
    expect(await distinct(['127.0.0.1', '127.0.0.1', '10.0.0.1'])).toEqual(['127.0.0.1', '10.0.0.1'])
    expect(await distinct(['::1', '0:0:0:0:0:0:0:1'])).toEqual(['::1'])
    expect(await distinct(['FE80::1', 'fe80::1'])).toEqual(['FE80::1'])
    expect(await distinct([undefined, undefined])).toEqual([undefined])
  })

  it('resolves a name, and keeps one that has no address', async () => {
    const [only, ...others] = await distinct(['localhost', '127.0.0.1', '::1', 'localhost'])
    expect(only).toBe('localhost')
    // The system's hosts file decides to which of the two addresses localhost resolves.
    expect(others).toHaveLength(1)
    expect(await distinct(['..', '127.0.0.1', 'fe80::1%lo'])).toEqual(['..', '127.0.0.1', 'fe80::1%lo'])
  })

  it('omits addresses that the wildcard address of their family covers, in any order', async () => {
    expect(await distinct(['127.0.0.1', '0.0.0.0', '10.0.0.1'])).toEqual(['0.0.0.0'])
    expect(await distinct(['::', '::1', '127.0.0.1'])).toEqual(['::', '127.0.0.1'])
    expect(await distinct(['0.0.0.0', '::'])).toEqual(['0.0.0.0', '::'])
  })

  it('treats the IPv6 wildcard as that of both families if its sockets are dual-stack', async () => {
    expect(await distinct(['0.0.0.0', '::', '127.0.0.1'], true)).toEqual(['::'])
    expect(await distinct(['::1', undefined, '::'], true)).toEqual([undefined])
  })

  it('keeps an address with two ports twice', async () => {
    const given = [5, 6, 5].map((port) => ({ host: '127.0.0.1', port }))
    expect(await distinctAddresses(given, { dualStack: false })).toEqual(given.slice(0, 2))
  })
})
