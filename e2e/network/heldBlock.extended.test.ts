import { afterEach, describe, expect, it } from 'vitest'
import { INV } from '../../src-main/node/p2p/wire/index.ts'
import { fromHex } from '../../src-main/node/util/index.ts'
import {
  connectNodes,
  type NetworkNode,
  partNodes,
  REGTEST_CHAIN,
  startNetworkNode,
  until,
} from '../support/network.ts'
import { connectRaw, type RawPeer } from '../support/rawPeer.ts'

const CROWD = 20

let nodes: NetworkNode[] = []
let crowd: RawPeer[] = []
afterEach(async () => {
  for (const peer of crowd) peer.end()
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
  crowd = []
})

const height = (node: NetworkNode) => node.rpc.call<number>('getblockcount')

describe('a block announced but withheld by many peers', () => {
  it('arrives from an honest peer within about a minute, though all others announced it first', async () => {
    nodes = await Promise.all([startNetworkNode(), startNetworkNode()])
    const [victim, miner] = nodes as [NetworkNode, NetworkNode]
    await miner.rpc.call('generate', 5)
    await connectNodes(miner, victim)
    await until('five blocks', async () => (await height(victim)) === 5)
    for (let i = 0; i < CROWD; i++) crowd.push(await connectRaw(victim.p2pPort, REGTEST_CHAIN))
    await partNodes(miner, victim)
    const [made = ''] = await miner.rpc.call<string[]>('generate', 1)
    const hash = fromHex(made).reverse()
    for (const peer of crowd) peer.send({ type: 'inv', items: [{ type: INV.block, hash }] })
    const asked = () => crowd.filter(({ heard }) => heard.some(({ type }) => type === 'getdata')).length
    await until('a question for the block', async () => asked() > 0)
    expect(asked()).toBe(1)
    const begun = performance.now()
    await connectNodes(miner, victim)
    // Without this rule the first peer could withhold it for two minutes of this chain, and each of the others after
    // that.
    await until('the block', async () => (await height(victim)) === 6)
    console.log(`      the block came ${Math.round((performance.now() - begun) / 1000)} s after an honest peer`)
    expect(await victim.rpc.call('listbanned')).toEqual([])
  })
})
