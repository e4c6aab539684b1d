import type { Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodeFrame, INV } from '../../src-main/node/p2p/wire/index.ts'
import type { BlockHeader } from '../../src-main/node/primitives/index.ts'
import { concat, fromHex } from '../../src-main/node/util/index.ts'
import { processorMillis, readMemory, untilIdle } from '../support/daemon.ts'
import {
  connectNodes,
  type NetworkNode,
  REGTEST_CHAIN,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRaw, listenRaw, type RawPeer } from '../support/rawPeer.ts'
import { startSocksProxy } from '../support/socksProxy.ts'

interface PeerRecord {
  readonly id: number
  readonly addr: string
  readonly banscore: number
  readonly subver: string
}

let node: NetworkNode
let raw: RawPeer[] = []
let servers: Server[] = []
beforeAll(async () => {
  node = await startNetworkNode()
  await node.rpc.call('generate', 30)
})
afterEach(() => {
  for (const peer of raw) peer.end()
  for (const server of servers) server.close()
  raw = []
  servers = []
})
afterAll(async () => {
  await node.stop()
})

async function meet(options?: Parameters<typeof connectRaw>[2]): Promise<RawPeer> {
  const peer = await connectRaw(node.p2pPort, REGTEST_CHAIN, options)
  raw.push(peer)
  return peer
}

const peers = (of = node) => of.rpc.call<readonly PeerRecord[]>('getpeerinfo')

/** Maximum processor time in milliseconds that the node uses before it answers a call during floods. */
const MAX_ANSWER_MS = 2_000

/** Expects that the node answers a call soon, measured in processor time, and uses less than 500 MB. */
async function expectHealthy(): Promise<void> {
  const pid = node.process.pid ?? 0
  const before = processorMillis(pid)
  await node.rpc.call('getblockcount')
  expect(processorMillis(pid) - before).toBeLessThan(MAX_ANSWER_MS)
  expect(readMemory(pid).now).toBeLessThan(500 * 1024 * 1024)
  expect(node.process.exitCode).toBe(null)
}

describe('a node with hostile peers', () => {
  it('survives floods of inv, addr, getdata and ping, and answers calls during them', async () => {
    const floods = await Promise.all([meet(), meet(), meet(), meet()])
    const items = Array.from({ length: 50_000 }, (_, index) => {
      const hash = new Uint8Array(32)
      new DataView(hash.buffer).setUint32(0, index)
      return { type: INV.tx, hash }
    })
    const addresses = Array.from({ length: 1_000 }, (_, index) => ({
      ip: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 5, index & 0xff, index >> 8, 1),
      port: 9999,
      services: 1n,
      time: Math.floor(Date.now() / 1000),
    }))
    for (let round = 0; round < 5; round++) {
      floods[0]!.send({ type: 'inv', items })
      for (let i = 0; i < 50; i++) floods[1]!.send({ type: 'addr', addresses })
      floods[2]!.send({ type: 'getdata', items })
      const ping = encodeFrame(floods[3]!.magic, 'ping', new Uint8Array(8))
      floods[3]!.raw(concat(...Array<Uint8Array>(20_000).fill(ping)))
      await expectHealthy()
    }
    const honest = await meet()
    honest.send({ type: 'ping', nonce: 5n })
    expect(await honest.next('pong')).toMatchObject({ nonce: 5n })
    await expectHealthy()
  })

  it('bounds the memory for a peer that requests blocks and reads none', async () => {
    const greedy = await meet()
    greedy.socket.pause()
    const hash = fromHex(await node.rpc.call<string>('getblockhash', 30)).reverse()
    const items = Array.from({ length: 50_000 }, () => ({ type: INV.block, hash }))
    for (let i = 0; i < 5; i++) greedy.send({ type: 'getdata', items })
    await untilIdle(node.process.pid ?? 0)
    await expectHealthy()
  })

  it('keeps running after garbage, half a message and a silent connection', async () => {
    const garbage = await meet({ silent: true })
    garbage.raw(Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) & 0xff))
    await until('the end of the garbage', async () => garbage.closed)
    const half = await meet()
    const frame = encodeFrame(half.magic, 'block', new Uint8Array(4_000_000))
    half.raw(frame.subarray(0, 1_000_000))
    await meet({ silent: true })
    await untilIdle(node.process.pid ?? 0)
    await expectHealthy()
    expect(half.closed).toBe(false)
  })

  it('disconnects a local peer at a misbehavior score of 101 without banning the address', async () => {
    const bad = await meet()
    const id = (await peers()).at(-1)?.id
    bad.send({ type: 'filteradd', data: new Uint8Array(5) })
    await until('the score', async () => (await peers()).some((peer) => peer.id === id && peer.banscore === 100))
    bad.send({ type: 'filteradd', data: new Uint8Array(5) })
    await until('the end', async () => bad.closed)
    expect(await node.rpc.call('listbanned')).toEqual([])
    expect((await meet()).closed).toBe(false)
  })

  it('disconnects and rejects peers banned by subnet or address until the ban ends', async () => {
    const banned = await startNetworkNode()
    try {
      const first = await connectRaw(banned.p2pPort, REGTEST_CHAIN)
      await banned.rpc.call('setban', '127.0.0.0/8', 'add', 3600)
      await until('the end', async () => first.closed)
      const again = await connectRaw(banned.p2pPort, REGTEST_CHAIN, { silent: true })
      await until('the refusal', async () => again.closed)
      await banned.rpc.call('setban', '127.0.0.0/8', 'remove')
      await banned.rpc.call('setban', '127.0.0.1', 'add', 1)
      const soon = await connectRaw(banned.p2pPort, REGTEST_CHAIN, { silent: true })
      await until('the refusal', async () => soon.closed)
      const free = await until('a connection after the ban', async () => {
        const peer = await connectRaw(banned.p2pPort, REGTEST_CHAIN)
        return peer.closed ? undefined : peer
      })
      free.end()
    } finally {
      await banned.stop()
    }
  })

  it('syncs despite a peer that claims a long chain and delivers no blocks', async () => {
    const port = await freePort()
    servers.push(await listenRaw(port, REGTEST_CHAIN, 100_000, (peer) => raw.push(peer)))
    const fresh = await startNetworkNode({ args: [`-addnode=127.0.0.1:${port}`] })
    try {
      await until('the liar', async () => (await peers(fresh)).length === 1)
      await connectNodes(fresh, node)
      await untilSameTip(fresh, node)
    } finally {
      await fresh.stop()
    }
  })

  it('rejects headers with false contents and scores the peer', async () => {
    const liar = await meet({ startHeight: 500 })
    liar.send({ type: 'getheaders', version: 0, hashes: [], stop: fromHex(await tip()).reverse() })
    const answer = await liar.next('headers')
    const real = answer?.headers[0]
    if (real === undefined) throw new Error('no header')
    const forged: BlockHeader = { ...real, prevHash: fromHex(await tip()).reverse(), bits: 0x207fffff }
    liar.send({ type: 'headers', headers: [forged] })
    await until('the score', async () => (await peers()).some(({ banscore }) => banscore === 1))
    expect(await node.rpc.call('getblockchaininfo')).toMatchObject({ headers: 30 })
  })
})

const tip = () => node.rpc.call<string>('getbestblockhash')

describe('a node behind a SOCKS5 proxy', () => {
  it('connects to addresses, names and onion addresses through it, each with its own credentials', async () => {
    const onion = 'expyuzz4wqqyqhjn.onion'
    const {
      server,
      at: proxy,
      asked,
      users,
    } = await startSocksProxy({ [onion]: node.p2pPort, 'somewhere.invalid': node.p2pPort })
    servers.push(server)
    const targets = [`127.0.0.1:${node.p2pPort}`, `${onion}:8000`, 'somewhere.invalid:8001']
    const hidden = await startNetworkNode({
      args: [`-proxy=${proxy}`, ...targets.map((target) => `-addnode=${target}`)],
    })
    try {
      await until(
        'three connections',
        async () => (await peers(hidden)).filter(({ subver }) => subver !== '').length === 3,
      )
      await untilSameTip(hidden, node)
      // Addresses relayed during the earlier flood may be tried as well.
      expect(asked.filter((target) => targets.includes(target)).sort()).toEqual([...targets].sort())
      expect(users.length).toBeGreaterThanOrEqual(3)
      expect(new Set(users).size).toBe(users.length)
      expect(await hidden.rpc.call('getnetworkinfo')).toMatchObject({
        networks: [
          { name: 'ipv4', proxy },
          { name: 'ipv6', proxy },
          { name: 'onion', proxy, reachable: true },
          { name: '' },
        ],
      })
    } finally {
      await hidden.stop()
    }
  })
})
