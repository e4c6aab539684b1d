import { afterEach, describe, expect, it } from 'vitest'
import { connectNodes, type NetworkNode, startNetworkNode, until, untilSameTip } from '../support/network.ts'

const CHAIN = [
  ...['-ac_name=PROOF', '-ac_supply=1000', '-ac_reward=100000000'],
  ...['-ac_public=1', '-ac_cc=2', '-ac_sapling=1'],
]

interface MinerStatus {
  readonly state: string
  readonly detail: string
  readonly threads: number
  readonly cores: number
  readonly solutions: number
  readonly rate: number
  readonly chance: number
  readonly expected: number | null
  readonly blocks: number
  readonly last: { readonly hash: string; readonly height: number } | null
}

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

async function start(...args: string[]): Promise<NetworkNode> {
  const node = await startNetworkNode({ chain: CHAIN, args })
  nodes.push(node)
  return node
}

const height = (node: NetworkNode) => node.rpc.call<number>('getblockcount')
const fetchMinerStatus = (node: NetworkNode) => node.rpc.call<MinerStatus>('getminerstatus')
const untilHeight = (node: NetworkNode, wanted: number) =>
  until(`height ${wanted}`, async () => (await height(node)) >= wanted)

describe('a main-mode chain', () => {
  it('starts with a single miner, is joined by a second node, and mined by both', async () => {
    const first = await start('-testnode=1', '-gen', '-genproclimit=1')
    expect(await first.rpc.call('getgenerate')).toEqual({ staking: false, generate: true, numthreads: 1 })
    await untilHeight(first, 1)
    const status = await fetchMinerStatus(first)
    expect(status).toMatchObject({ state: 'mining', detail: '', threads: 1 })
    expect(status.blocks).toBeGreaterThanOrEqual(1)
    expect(status.rate).toBeGreaterThan(0)
    expect(status.expected).toBeCloseTo(1 / (status.rate * status.chance), 3)
    const { solution } = await first.rpc.call<{ solution: string }>('getblock', '1')
    expect(solution).toHaveLength(2 * 1344)
    expect(await first.rpc.call('getmininginfo')).toMatchObject({ generate: true, numthreads: 1, genproclimit: 1 })
    expect(await first.rpc.call('getlocalsolps')).toBeGreaterThan(0)

    await first.rpc.call('setgenerate', false)
    expect(await fetchMinerStatus(first)).toMatchObject({ state: 'off', threads: 0, rate: 0 })
    const paused = await height(first)

    const second = await start()
    await second.rpc.call('setgenerate', true, 1)
    const waiting = await until('a reason', async () => {
      const { state, detail } = await fetchMinerStatus(second)
      return state === 'waiting' && detail
    })
    expect(waiting).toContain('-testnode=1')
    await connectNodes(second, first)
    await untilHeight(second, paused + 1)
    await second.rpc.call('setgenerate', false)
    await untilSameTip(first, second)
    expect(await height(first)).toBeGreaterThan(paused)
    const found = (await fetchMinerStatus(second)).last
    expect(await first.rpc.call('getblockhash', found?.height)).toBe(found?.hash)
  })

  it('rejects mining without a wallet to pay, and regtest chains are mined by generate', async () => {
    const unpaid = await start('-testnode=1', '-disablewallet')
    await expect(unpaid.rpc.call('setgenerate', true)).rejects.toMatchObject({ code: -32601 })
    const regtest = await startNetworkNode({ args: ['-gen'] })
    nodes.push(regtest)
    await expect(regtest.rpc.call('setgenerate', true)).rejects.toMatchObject({ code: -32601 })
    expect(await regtest.rpc.call('getgenerate')).toEqual({ staking: false, generate: false, numthreads: -1 })
  })
})
