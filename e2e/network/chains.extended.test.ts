import { afterEach, describe, expect, it } from 'vitest'
import {
  connectNodes,
  getBestHash,
  type NetworkNode,
  type NetworkNodeOptions,
  partNodes,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

async function start(count: number, options: NetworkNodeOptions = {}): Promise<NetworkNode[]> {
  const started = await Promise.all(Array.from({ length: count }, () => startNetworkNode(options)))
  nodes.push(...started)
  return started
}

const height = (node: NetworkNode) => node.rpc.call<number>('getblockcount')
const mempool = (node: NetworkNode) => node.rpc.call<readonly string[]>('getrawmempool')

describe('connected nodes on loopback', () => {
  it('sync a new node to the tip of another, and then relay block by block', async () => {
    const [a, b] = (await start(2)) as [NetworkNode, NetworkNode]
    await a.rpc.call('generate', 150)
    await connectNodes(b, a)
    await untilSameTip(a, b)
    expect(await height(b)).toBe(150)
    await a.rpc.call('generate', 1)
    await untilSameTip(a, b)
    await b.rpc.call('generate', 1)
    await untilSameTip(a, b)
    expect(await height(a)).toBe(152)
    expect(await b.rpc.call('getblockchaininfo')).toMatchObject({ blocks: 152, headers: 152 })
    expect(await a.rpc.call('getinfo')).toMatchObject({ connections: 1, longestchain: 152, synced: true })
    expect(await b.rpc.call('getsyncstate')).toMatchObject({ state: 'synced', progress: 1 })
  })

  it('converge on the longer branch after a partition, and return transactions to the mempool', async () => {
    const [a, b] = (await start(2)) as [NetworkNode, NetworkNode]
    await a.rpc.call('generate', 101)
    await connectNodes(b, a)
    await untilSameTip(a, b)
    await partNodes(b, a)
    // A transaction on the shorter branch only.
    const own = await a.rpc.call<string>('sendtoaddress', await a.rpc.call<string>('getnewaddress'), 3)
    await a.rpc.call('generate', 10)
    await b.rpc.call('generate', 20)
    const longer = await getBestHash(b)
    expect(await mempool(a)).toEqual([])
    await connectNodes(a, b)
    expect(await untilSameTip(a, b)).toBe(longer)
    expect(await height(a)).toBe(121)
    expect(await mempool(a)).toEqual([own])
    expect(await a.rpc.call('getchaintips')).toEqual(
      expect.arrayContaining([expect.objectContaining({ height: 111, branchlen: 10, status: 'valid-fork' })]),
    )
  })

  it('relay transactions that depend on each other, in any order of arrival', async () => {
    const [a, b, c] = (await start(3)) as [NetworkNode, NetworkNode, NetworkNode]
    await connectNodes(b, a)
    await connectNodes(c, b)
    await a.rpc.call('generate', 101)
    await untilSameTip(a, b, c)
    const address = await a.rpc.call<string>('getnewaddress')
    const sent: string[] = []
    for (let i = 0; i < 12; i++) sent.push(await a.rpc.call<string>('sendtoaddress', address, 1))
    await until('all transactions', async () => (await mempool(c)).length === sent.length)
    expect([...(await mempool(c))].sort()).toEqual([...sent].sort())
    await c.rpc.call('generate', 1)
    await untilSameTip(a, b, c)
    expect(await mempool(a)).toEqual([])
  })

  it('relay a block along a line of eight', async () => {
    const line = await start(8)
    for (let i = 1; i < line.length; i++) await connectNodes(line[i]!, line[i - 1]!)
    await line[0]!.rpc.call('generate', 30)
    await untilSameTip(...line)
    await line[7]!.rpc.call('generate', 1)
    await untilSameTip(...line)
    expect(await height(line[0]!)).toBe(31)
  })

  it('reconnect after one of them was offline', async () => {
    const [a] = (await start(1)) as [NetworkNode]
    const b = await startNetworkNode({ args: [`-addnode=${a.target}`] })
    nodes.push(b)
    await a.rpc.call('generate', 5)
    await untilSameTip(a, b)
    await a.kill()
    nodes = nodes.filter((node) => node !== a)
    await until('no peer', async () => (await b.rpc.call<number>('getconnectioncount')) === 0)
    const again = await a.restart()
    nodes.push(again)
    await again.rpc.call('generate', 1)
    await untilSameTip(again, b)
  })
})
