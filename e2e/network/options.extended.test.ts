/** Tests the effect of each peer option on a real node. */
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ipFromText, SERVICE } from '../../src-main/node/p2p/wire/index.ts'
import { untilIdle } from '../support/daemon.ts'
import { type NetworkNode, REGTEST_CHAIN, startNetworkNode, until } from '../support/network.ts'
import { outsideAddress } from '../support/outsideAddress.ts'
import { freePort } from '../support/ports.ts'
import { connectRaw, listenRaw, type RawPeer } from '../support/rawPeer.ts'
import { startSocksProxy } from '../support/socksProxy.ts'

const outside = outsideAddress()
const ARRIVALS = 20
/** Connections of -maxconnections that are reserved for outbound connections. */
const OWN = 16

let nodes: NetworkNode[] = []
let raw: RawPeer[] = []
let servers: Server[] = []
afterEach(async () => {
  for (const peer of raw) peer.end()
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  for (const server of servers) server.close()
  nodes = []
  raw = []
  servers = []
})

async function start(...args: string[]): Promise<NetworkNode> {
  const node = await startNetworkNode({ args })
  nodes.push(node)
  return node
}

async function meet(node: NetworkNode, options?: Parameters<typeof connectRaw>[2]): Promise<RawPeer> {
  const peer = await connectRaw(node.p2pPort, REGTEST_CHAIN, options)
  raw.push(peer)
  return peer
}

interface PeerRecord {
  readonly id: number
  readonly whitelisted: boolean
  readonly banscore: number
}

const peers = (node: NetworkNode) => node.rpc.call<readonly PeerRecord[]>('getpeerinfo')
const bans = (node: NetworkNode) =>
  node.rpc.call<readonly { address: string; created: number; banned_until: number }[]>('listbans')

/** Returns true if the peer receives a reply to a ping. */
async function isAlive(peer: RawPeer): Promise<boolean> {
  const nonce = BigInt(Math.floor(Math.random() * 2 ** 50))
  peer.send({ type: 'ping', nonce })
  return (await peer.next('pong'))?.nonce === nonce
}

/** Misbehaves once, for a score of 100. */
const misbehave = (peer: RawPeer) => peer.send({ type: 'filteradd', data: new Uint8Array(5) })

describe('-maxconnections', () => {
  it('evicts the youngest peer of the largest group for a new connection at the limit', async () => {
    const node = await start(`-maxconnections=${OWN + ARRIVALS}`)
    for (let i = 0; i < ARRIVALS + 6; i++) expect(await isAlive(await meet(node))).toBe(true)
    await until('those that were put out', async () => raw.filter(({ closed }) => closed).length === 6)
    expect(await node.rpc.call('getconnectioncount')).toBe(ARRIVALS)
    // The first peers and the newest one remain.
    expect(raw.slice(0, 4).map(({ closed }) => closed)).toEqual([false, false, false, false])
    expect(raw.at(-1)?.closed).toBe(false)
  })

  it('rejects a new connection if all existing ones are protected', async () => {
    const node = await start(`-maxconnections=${OWN + 4}`)
    for (let i = 0; i < 4; i++) expect(await isAlive(await meet(node))).toBe(true)
    const fifth = await meet(node, { silent: true })
    await until('the refusal', async () => fifth.closed)
    expect(raw.filter(({ closed }) => closed)).toEqual([fifth])
  })
})

describe('-whitelist and -whitebind', () => {
  it.each([
    ['-whitelist=127.0.0.0/8', (port: number) => [`-bind=127.0.0.1:${port}`]],
    ['-whitebind', (port: number) => [`-whitebind=127.0.0.1:${port}`]],
  ])('%s: keeps such peers connected, even if they misbehave or are banned', async (name, place) => {
    const port = await freePort()
    const node = await start(...(name.includes('=') ? [name] : []), ...place(port))
    const peer = await connectRaw(port, REGTEST_CHAIN)
    raw.push(peer)
    for (let i = 0; i < 3; i++) misbehave(peer)
    expect(await isAlive(peer)).toBe(true)
    expect(await peers(node)).toMatchObject([{ whitelisted: true, banscore: 300 }])
    await node.rpc.call('setban', '127.0.0.1', 'add', 60)
    expect(await isAlive(peer)).toBe(true)
    expect((await connectRaw(port, REGTEST_CHAIN)).closed).toBe(false)
  })
})

describe('-banscore and -bantime', () => {
  it.skipIf(outside === undefined)('set the score at which a peer is banned, and the ban time', async () => {
    const host = outside ?? ''
    const node = await start(`-bind=${host}`, '-banscore=100', '-bantime=200')
    const bad = await meet(node, { host })
    misbehave(bad)
    await until('the end', async () => bad.closed)
    const [ban] = await bans(node)
    expect(ban).toMatchObject({ address: `${host}/255.255.255.255`, banned_until: ban!.created + 200 })
    await node.rpc.call('setmocktime', ban!.banned_until + 1)
    await until('the end of the ban', async () => (await bans(node)).length === 0)
    expect(await isAlive(await meet(node, { host }))).toBe(true)
    await node.rpc.call('setban', '203.0.113.9', 'add')
    const [usual] = await bans(node)
    expect(usual?.banned_until).toBe(usual!.created + 200)
  })
})

describe('-peerbloomfilters', () => {
  it('0: offers no filters, and scores a peer that sends one anyway', async () => {
    const node = await start('-peerbloomfilters=0')
    const { localservices } = await node.rpc.call<{ localservices: string }>('getnetworkinfo')
    expect(BigInt(`0x${localservices}`) & SERVICE.bloom).toBe(0n)
    const peer = await meet(node)
    peer.send({ type: 'filterclear' })
    peer.send({ type: 'filterload', data: new Uint8Array(8), hashFunctions: 2, tweak: 0, flags: 0 })
    await until('the score', async () => (await peers(node)).some(({ banscore }) => banscore === 100))
  })
})

describe('-externalip', () => {
  it('announces the address to outbound peers, and lists it', async () => {
    const port = await freePort()
    const met: RawPeer[] = []
    servers.push(await listenRaw(port, REGTEST_CHAIN, 0, (peer) => met.push(peer)))
    const node = await start('-externalip=8.8.4.4', '-externalip=[2600::7]:9', `-addnode=127.0.0.1:${port}`)
    await until('a connection', async () => met.length > 0)
    raw.push(...met)
    const version = await met[0]?.next('version')
    expect([version?.sender?.ip, version?.sender?.port]).toEqual([ipFromText('8.8.4.4'), node.p2pPort])
    expect(await node.rpc.call('getnetworkinfo')).toMatchObject({
      localaddresses: [
        { address: '8.8.4.4', port: node.p2pPort, score: 4 },
        { address: '2600::7', port: 9, score: 4 },
      ],
    })
  })
})

describe('-seednode', () => {
  it('requests addresses and disconnects, also together with -connect', async () => {
    const [seedPort, port] = [await freePort(), await freePort()]
    const seeds: RawPeer[] = []
    const others: RawPeer[] = []
    servers.push(await listenRaw(seedPort, REGTEST_CHAIN, 0, (peer) => seeds.push(peer)))
    servers.push(await listenRaw(port, REGTEST_CHAIN, 0, (peer) => others.push(peer)))
    const node = await start(`-seednode=127.0.0.1:${seedPort}`, `-connect=127.0.0.1:${port}`)
    await until('both', async () => seeds.length === 1 && others.length === 1)
    raw.push(...seeds, ...others)
    expect(await seeds[0]?.next('getaddr')).toBeDefined()
    expect(await others[0]?.next('getaddr')).toBeDefined()
    const time = Math.floor(Date.now() / 1000) - 3600
    const addresses = Array.from({ length: 20 }, (_, i) => ({
      ...{ ip: ipFromText(`8.${i}.8.8`) ?? new Uint8Array(16), port: 7, services: 1n, time },
    }))
    seeds[0]?.send({ type: 'addr', addresses })
    await until('the end', async () => seeds[0]?.closed ?? false)
    expect([others[0]?.closed, await node.rpc.call('getconnectioncount')]).toEqual([false, 1])
    // The received addresses are relayed to peers that request them.
    const curious = await meet(node)
    curious.send({ type: 'getaddr' })
    expect((await curious.next('addr'))?.addresses.length).toBeGreaterThan(0)
  })
})

describe('-listen', () => {
  it('0: accepts no connections from peers', async () => {
    const node = await start('-listen=0')
    await expect(connectRaw(node.p2pPort, REGTEST_CHAIN)).rejects.toThrow('ECONNREFUSED')
  })

  it('fails if another program uses the port', async () => {
    const port = await freePort()
    const server = createServer()
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await expect(startNetworkNode({ p2pPort: port })).rejects.toThrow(/the address is in use by another program/)
  })
})

describe('-timeout', () => {
  it('aborts a connection attempt without an answer, and makes the next one', async () => {
    let hanging = 0
    const silent = createServer(() => hanging++)
    servers.push(silent)
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    await start(`-proxy=127.0.0.1:${port}`, '-timeout=300', '-addnode=203.0.113.5:7')
    await until('a second attempt', async () => hanging >= 2)
  })
})

describe('-onion, -onlynet and -proxyrandomize', () => {
  it('use the proxy for onion names only, without credentials if so set, and skip other networks', async () => {
    const other = await start()
    const onion = 'expyuzz4wqqyqhjn.onion'
    const { server, at, asked, users } = await startSocksProxy({ [onion]: other.p2pPort })
    servers.push(server)
    const node = await start(
      ...[`-onion=${at}`, '-proxyrandomize=0', '-onlynet=onion'],
      ...[`-addnode=${onion}:8000`, `-addnode=${other.target}`],
    )
    await until('both', async () => (await peers(node)).length === 2)
    expect([asked, users]).toEqual([[`${onion}:8000`], []])
    expect(await node.rpc.call('getnetworkinfo')).toMatchObject({
      networks: [
        { name: 'ipv4', limited: true, reachable: false, proxy: '' },
        { name: 'ipv6', limited: true, reachable: false, proxy: '' },
        { name: 'onion', limited: false, reachable: true, proxy: at, proxy_randomize_credentials: false },
        { name: '' },
      ],
    })
    await untilIdle(node.process.pid ?? 0)
    expect(asked).toHaveLength(1)
  })
})
