/**
 * Tests a node that rejects a block its peers follow: it reports the state, keeps its peers, and rejoins them after
 * reconsiderblock.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectNodes,
  getBestHash,
  type NetworkNode,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'

interface SyncState {
  readonly state: string
  readonly detail: string
  readonly evidence: { readonly height: number; readonly otherbranch: Readonly<Record<string, unknown>> | null }
}

let node: NetworkNode
let peers: NetworkNode[] = []
beforeAll(async () => {
  node = await startNetworkNode()
  peers = await Promise.all([startNetworkNode(), startNetworkNode()])
  await node.rpc.call('generate', 20)
  for (const peer of peers) await connectNodes(node, peer)
  // A node does not relay a rejected branch, so the peers need a connection of their own.
  await connectNodes(peers[0]!, peers[1]!)
  await untilSameTip(node, ...peers)
})
afterAll(async () => {
  await Promise.all([node, ...peers].map((each) => each?.stop()))
})

const sync = () => node.rpc.call<SyncState>('getsyncstate')
const untilState = (name: string) =>
  until(`the state ${name}`, async () => {
    const found = await sync()
    return found.state === name ? found : undefined
  })

describe('a node that invalidates a block its peers follow', () => {
  it('reports the height of the peers, the rejected block and the reason, while they continue', async () => {
    const refused = await node.rpc.call<string>('getblockhash', 16)
    await node.rpc.call('invalidateblock', refused)
    expect(await node.rpc.call('getblockcount')).toBe(15)
    const { detail, evidence } = await untilState('other-branch')
    expect(detail).toContain('invalidateblock')
    expect(evidence).toMatchObject({
      height: 15,
      otherbranch: {
        ...{ height: 20, hash: await getBestHash(peers[0]!), refusedheight: 16, refusedhash: refused },
        ...{ followers: 2, counted: 2, byuser: true },
      },
    })
    await peers[0]!.rpc.call('generate', 3)
    await untilSameTip(...peers)
    await until('their new block', async () => (await sync()).evidence.otherbranch?.['height'] === 23)
    expect((await sync()).state).toBe('other-branch')
    expect(await node.rpc.call('getblockcount')).toBe(15)
  })

  it('keeps its peers, with no misbehavior score on either side', async () => {
    for (const each of [node, ...peers]) {
      const connected = await each.rpc.call<readonly { readonly banscore: number }[]>('getpeerinfo')
      expect(connected.map(({ banscore }) => banscore)).toEqual([0, 0])
      expect(await each.rpc.call('listbanned')).toEqual([])
    }
  })

  it('rejoins its peers when the block is reconsidered', async () => {
    const { evidence } = await sync()
    await node.rpc.call('reconsiderblock', evidence.otherbranch?.['refusedhash'])
    await untilSameTip(node, ...peers)
    await untilState('synced')
    expect((await sync()).evidence.otherbranch).toBeNull()
  })
})
