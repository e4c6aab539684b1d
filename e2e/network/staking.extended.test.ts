/**
 * Tests three staking nodes, separately and connected, and a locked staking wallet that continues after a restart. The
 * nightly run also stakes a main-mode chain.
 */
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { temporaryFolder } from '../support/daemon.ts'
import {
  connectNodes,
  getBestHash,
  type NetworkNode,
  partNodes,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'

const CHAIN = ['-ac_name=STAKENET', '-regtest', '-ac_supply=100000', '-ac_reward=100000000', '-ac_staked=50']
/** Regtest rejects setgenerate, so the command line turns staking on. */
const STAKES = ['-ac_sapling=1', '-gen=1', '-genproclimit=0', '-keypool=30']
const PASSPHRASE = 'four words and more'
/**
 * All fifty blocks are staked in src-main/node/mining/staking/staker.slow.test.ts; this test stakes only as many as
 * take half a minute.
 */
const BLOCKS = nightly() ? 50 : 9
const STEP_SECONDS = 45
const POLL_MS = 30

interface Staking {
  readonly state: string
  readonly won: number
}

const fetchStakingStatus = (node: NetworkNode) => node.rpc.call<Staking>('getstakingstatus')
async function sameTip(nodes: readonly NetworkNode[]): Promise<string | undefined> {
  const tips = new Set(await Promise.all(nodes.map(getBestHash)))
  return tips.size === 1 ? [...tips][0] : undefined
}
const fetchHeight = (node: NetworkNode) => node.rpc.call<number>('getblockcount')
/** Number of polls before the clocks advance, because a step may bring no block. A slow machine needs more steps. */
const POLLS_PER_STEP = 100

/** Polls up to POLLS_PER_STEP times, and resolves to `undefined` if the result was never truthy. */
async function soon<T>(ask: () => Promise<T>): Promise<T | undefined> {
  for (let polls = 0; polls < POLLS_PER_STEP; polls++) {
    const answer = await ask()
    if (answer) return answer
    await delay(POLL_MS)
  }
  return undefined
}

describe('a network of staking nodes', () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  /** running nodes, and nodes whose clocks advance */
  let opened: NetworkNode[] = []
  let nodes: NetworkNode[] = []
  let now = 1_750_000_000

  beforeAll(async () => {
    nodes = await Promise.all(
      folders.map((dataDir) => startNetworkNode({ chain: CHAIN, args: [...STAKES, `-mocktime=${now}`], dataDir })),
    )
    opened = [...nodes]
    const [a, b, c] = nodes as [NetworkNode, NetworkNode, NetworkNode]
    await a.rpc.call('generate', 12)
    const amounts: Record<string, number> = {}
    for (const { rpc } of nodes)
      for (let coin = 0; coin < 8; coin++) amounts[await rpc.call<string>('getnewaddress')] = 100 + coin
    await a.rpc.call('sendmany', '', amounts)
    await a.rpc.call('generate', 1)
    await connectNodes(b, a)
    await connectNodes(c, a)
    await connectNodes(c, b)
    await untilSameTip(...nodes)
  })
  afterAll(async () => {
    await Promise.all(opened.map((node) => node.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  async function tick(): Promise<void> {
    now += STEP_SECONDS
    for (const { rpc } of nodes) await rpc.call('setmocktime', now)
  }

  /** Two nodes may have won the same height; then the clocks advance until a node wins the next one. */
  async function agree(): Promise<string> {
    return until('agreement', async () => {
      const tip = await soon(() => sameTip(nodes))
      if (tip === undefined) await tick()
      return tip
    })
  }

  /** Advances all clocks until the node's chain has grown by `count` blocks. */
  async function stake(of: NetworkNode, count: number): Promise<void> {
    const wanted = (await fetchHeight(of)) + count
    await until(`${count} staked blocks`, async () => {
      const before = await fetchHeight(of)
      if (before >= wanted) return true
      await tick()
      await soon(async () => (await fetchHeight(of)) > before)
      return false
    })
  }

  it('creates staked blocks, through a reorganisation', async () => {
    const [a, b, c] = nodes as [NetworkNode, NetworkNode, NetworkNode]
    const start = await fetchHeight(a)
    await stake(a, Math.ceil(BLOCKS / 3))
    await agree()
    await partNodes(c, a)
    await partNodes(c, b)
    await stake(c, 2)
    await stake(a, Math.ceil(BLOCKS / 3))
    const lonely = await c.rpc.call<string>('getbestblockhash')
    await connectNodes(c, a)
    await connectNodes(c, b)
    await stake(a, Math.ceil(BLOCKS / 3))
    const tip = await agree()
    expect(tip).not.toBe(lonely)
    const tips = await Promise.all(nodes.map(({ rpc }) => rpc.call<readonly { status: string }[]>('getchaintips')))
    expect(tips.some((list) => list.some(({ status }) => status === 'valid-fork'))).toBe(true)
    const end = await fetchHeight(a)
    expect(end - start).toBeGreaterThanOrEqual(BLOCKS)
    const segids = await Promise.all(
      nodes.map(({ rpc }) => rpc.call<{ PoW: number; SegIds: object }>('getlastsegidstakes', end - start)),
    )
    expect(segids[0]!.PoW).toBe(0)
    expect(segids[1]).toEqual(segids[0])
    expect(segids[2]).toEqual(segids[0])
  })

  it('stops with a locked wallet, and continues after a restart once it is unlocked for staking', async () => {
    const [a] = nodes as [NetworkNode, NetworkNode, NetworkNode]
    await a.rpc.call('protectwallet', PASSPHRASE)
    await until('the lock', async () => (await fetchStakingStatus(a)).state === 'locked')
    await a.stop()
    const again = await startNetworkNode({
      ...{ chain: CHAIN, args: [...STAKES, `-mocktime=${now}`], dataDir: folders[0]!, p2pPort: a.p2pPort },
    })
    nodes = [again]
    opened = [again, ...opened.slice(1)]
    await until('the lock', async () => (await fetchStakingStatus(again)).state === 'locked')
    await again.rpc.call('unlockwallet', PASSPHRASE, 10_000, 'staking')
    await stake(again, 1)
    expect(await fetchStakingStatus(again)).toMatchObject({ state: 'staking', won: 1 })
    const address = await again.rpc.call<string>('getnewaddress')
    await expect(again.rpc.call('sendtoaddress', address, 1)).rejects.toThrow('walletpassphrase')
  })
})

/** Like the recorded chain STK1: real Equihash, half of the blocks staked. */
const MAIN_CHAIN = [
  ...['-ac_name=STKMAIN', '-ac_supply=100000', '-ac_reward=100000000', '-ac_staked=50', '-ac_sapling=1'],
  ...['-ac_cc=2', '-ac_ccenable=227,228,242', '-ac_public=1'],
]
/** Below height 10 any coin wins, so the chain continues to heights where age and hash decide. */
const MAIN_STAKES = 12

interface StakedBlock {
  readonly segid: number
  readonly time: number
  readonly hash: string
}

/**
 * A stake is at least half a minute after its parent, and takes about seventeen solutions: ten minutes on an idle
 * machine.
 */
describe.runIf(nightly())('a main-mode chain', () => {
  const nodes: NetworkNode[] = []
  afterAll(async () => {
    for (const node of nodes) await node.stop().catch(() => node.kill())
  })

  it('starts with mined blocks and continues with stakes, which a second node accepts identically', async () => {
    const node = await startNetworkNode({ chain: MAIN_CHAIN, args: ['-testnode=1', '-gen', '-genproclimit=1'] })
    nodes.push(node)
    await until('the supply', async () => (await fetchHeight(node)) >= 1)
    const amounts: Record<string, number> = {}
    for (let coin = 0; coin < 20; coin++) amounts[await node.rpc.call<string>('getnewaddress')] = 1_000 + coin
    await node.rpc.call('sendmany', '', amounts)
    await until('the coins', async () => (await node.rpc.call<object[]>('listunspent')).length >= 20)
    await node.rpc.call('setgenerate', true, 0)
    expect(await node.rpc.call('getgenerate')).toMatchObject({ staking: true, generate: false })
    const begun = await fetchHeight(node)
    await until('stakes', async () => (await fetchHeight(node)) >= begun + MAIN_STAKES)
    await node.rpc.call('setgenerate', false)
    expect((await fetchStakingStatus(node)).won).toBeGreaterThanOrEqual(MAIN_STAKES)

    const other = await startNetworkNode({ chain: MAIN_CHAIN })
    nodes.push(other)
    const tip = await fetchHeight(node)
    for (let height = 1; height <= tip; height++) {
      const hex = await node.rpc.call<string>('getblock', String(height), 0)
      expect(await other.rpc.call('submitblock', hex), `block ${height}`).toBeNull()
      const [made, judged] = await Promise.all(
        [node, other].map(({ rpc }) => rpc.call<StakedBlock>('getblock', String(height))),
      )
      expect(judged).toMatchObject({ hash: made!.hash, segid: made!.segid })
      if (height > begun) expect(made!.segid, `block ${height}`).toBeGreaterThanOrEqual(0)
    }
    await untilSameTip(node, other)
  })
})
