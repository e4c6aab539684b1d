/** Tests nodes that each mined their own block 1: neither follows the other, and the node with less work reports it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectNodes, getBestHash, type NetworkNode, partNodes, startNetworkNode, until } from '../support/network.ts'

interface SyncState {
  readonly state: string
  readonly detail: string
  readonly evidence: { readonly height: number; readonly otherchain: Readonly<Record<string, unknown>> | null }
}

let nodes: NetworkNode[] = []
beforeAll(async () => {
  nodes = await Promise.all([startNetworkNode(), startNetworkNode(), startNetworkNode()])
  const [small, large, crowd] = nodes
  await small!.rpc.call('generate', 5)
  await large!.rpc.call('generate', 9)
  await crowd!.rpc.call('generate', 12)
})
afterAll(async () => {
  await Promise.all(nodes.map((each) => each.stop()))
})

const sync = ({ rpc }: NetworkNode) => rpc.call<SyncState>('getsyncstate')
const untilState = (node: NetworkNode, name: string) =>
  until(`the state ${name}`, async () => {
    const found = await sync(node)
    return found.state === name ? found : undefined
  })
const readLog = ({ dataDir }: NetworkNode) => readFileSync(join(dataDir, 'regtest', 'debug.log'), 'utf8')
const blockOne = ({ rpc }: NetworkNode) => rpc.call<string>('getblockhash', 1)

describe('other-chain', () => {
  it('ignores the chain of an inbound peer', async () => {
    const [small, , crowd] = nodes
    await connectNodes(crowd!, small!)
    await until('the log', async () => readLog(small!).includes('block 1 differs from ours'))
    expect((await sync(small!)).state).toBe('synced')
    expect((await sync(crowd!)).state).toBe('synced')
  })

  it('names the chain of a chosen peer on the node with less work', async () => {
    const [small, large] = nodes
    await connectNodes(small!, large!)
    const { detail, evidence } = await untilState(small!, 'other-chain')
    expect(detail).toContain('its work is proven up to block 9, this node is at block 5')
    expect(evidence.otherchain).toMatchObject({
      ...{ height: 9, firsthash: await blockOne(large!), ownfirsthash: await blockOne(small!) },
      ...{ followers: 1, counted: 1 },
    })
    expect((await sync(large!)).state).toBe('synced')
    for (const each of [small!, large!]) expect(await each.rpc.call('listbanned')).toEqual([])
  })

  it('logs the block and the reason once, while the peer mines on', async () => {
    const [small, large] = nodes
    for (let count = 0; count < 10; count++) await large!.rpc.call('generate', 1)
    await until('its new blocks', async () => (await sync(small!)).evidence.otherchain?.['height'] === 19)
    const lines = readLog(small!).split('\n')
    const about = lines.filter((line) => line.includes('block 1 differs from ours'))
    expect(about).toHaveLength(2)
    expect(about.every((line) => /height=1 block=[0-9a-f]{64}/.test(line))).toBe(true)
    expect(lines.filter((line) => /reason=""/.test(line))).toEqual([])
  })

  it('ends when the peer disconnects, or has less work', async () => {
    const [small, large] = nodes
    const tip = await getBestHash(small!)
    await partNodes(small!, large!)
    await until('another state', async () => (await sync(small!)).evidence.otherchain === null)
    await connectNodes(small!, large!)
    await untilState(small!, 'other-chain')
    await small!.rpc.call('generate', 20)
    await until('another state', async () => (await sync(small!)).evidence.otherchain === null)
    expect(await small!.rpc.call('getblockhash', 5)).toBe(tip)
    expect((await untilState(large!, 'synced')).evidence.otherchain).toBeNull()
  })
})
