import { rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { type NetworkNode, REGTEST_CHAIN, startNetworkNode, until } from '../support/network.ts'
import { outsideAddress } from '../support/outsideAddress.ts'
import { connectRaw, type RawPeer } from '../support/rawPeer.ts'

const outside = outsideAddress()
const hasIpv6 = Object.values(networkInterfaces()).some((infos) => infos?.some(({ address }) => address === '::1'))
const noIpv6 = leaveOut('bans of IPv6 ranges', hasIpv6 ? undefined : 'this machine has no IPv6')

let folder = ''
let node: NetworkNode | undefined
let raw: RawPeer[] = []
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const peer of raw) peer.end()
  raw = []
  await node?.stop()
  node = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function start(args: readonly string[] = []): Promise<NetworkNode> {
  node = await startNetworkNode({ dataDir: folder, args })
  return node
}

async function again(before: NetworkNode, args: readonly string[] = []): Promise<NetworkNode> {
  await before.stop()
  node = await before.restart(args)
  return node
}

const banned = async (of: NetworkNode) =>
  (await of.rpc.call<readonly { address: string }[]>('listbanned')).map(({ address }) => address)

/** Returns true if the connection is refused, seen by a missing reply. */
async function isRefused(of: NetworkNode, host = '127.0.0.1'): Promise<boolean> {
  const peer = await connectRaw(of.p2pPort, REGTEST_CHAIN, { host })
  raw.push(peer)
  peer.send({ type: 'ping', nonce: 1n })
  return (await peer.next('pong')) === undefined
}

describe('bans', () => {
  it('persist across a restart, except those that expired before it', async () => {
    const first = await start()
    await first.rpc.call('setban', '127.0.0.0/8', 'add', 3600)
    await first.rpc.call('setban', '::ffff:1.2.3.4', 'add', 3600)
    await first.rpc.call('setban', '2600:1234::/32', 'add', 3600)
    await first.rpc.call('setban', '5.6.7.8', 'add', 1)
    expect(await isRefused(first)).toBe(true)
    const second = await again(first, [`-mocktime=${Math.floor(Date.now() / 1000) + 2}`])
    const kept = ['1.2.3.4/255.255.255.255', '127.0.0.0/255.0.0.0', '2600:1234::/ffff:ffff:0:0:0:0:0:0']
    expect([...(await banned(second))].sort()).toEqual(kept)
    expect(await isRefused(second)).toBe(true)
    await second.rpc.call('setban', '127.0.0.0/8', 'remove')
    expect(await isRefused(second)).toBe(false)
    const third = await again(second)
    expect(await banned(third)).toHaveLength(2)
    await third.rpc.call('clearbanned')
    expect(await banned(await again(third))).toEqual([])
  })

  it.skipIf(noIpv6)('of an IPv6 range disconnect and reject its addresses only', async () => {
    const first = await start(['-bind=[::1]'])
    const second = await startNetworkNode()
    try {
      const target = `[::1]:${first.p2pPort}`
      await second.rpc.call('addnode', target, 'onetry')
      const addresses = async (of: NetworkNode) =>
        (await of.rpc.call<readonly { addr: string; subver: string }[]>('getpeerinfo'))
          .filter(({ subver }) => subver !== '')
          .map(({ addr }) => addr)
      await until('a connection', async () => (await addresses(second)).includes(target))
      expect(await addresses(first)).toEqual([expect.stringMatching(/^\[::1\]:\d+$/)])
      await first.rpc.call('setban', '::1/127', 'add', 60)
      await until('the end', async () => (await addresses(second)).length === 0)
      expect(await banned(first)).toEqual(['::/ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe'])
      expect([await isRefused(first, '::1'), await isRefused(first)]).toEqual([true, false])
      await first.rpc.call('setban', '::/127', 'remove')
      expect(await isRefused(first, '::1')).toBe(false)
    } finally {
      await second.stop()
    }
  })

  it.skipIf(outside === undefined)(
    'by misbehavior score disconnect a peer and reject its address, also after a restart',
    async () => {
      const host = outside ?? ''
      const first = await start([`-bind=${host}`])
      const bad = await connectRaw(first.p2pPort, REGTEST_CHAIN, { host })
      raw.push(bad)
      for (let i = 0; i < 2; i++) bad.send({ type: 'filteradd', data: new Uint8Array(5) })
      await until('the end', async () => bad.closed)
      expect(await banned(first)).toEqual([`${host}/255.255.255.255`])
      expect([await isRefused(first, host), await isRefused(first)]).toEqual([true, false])
      const second = await again(first)
      expect([await isRefused(second, host), await isRefused(second)]).toEqual([true, false])
      await second.rpc.call('setban', host, 'remove')
      expect(await isRefused(second, host)).toBe(false)
    },
  )
})
