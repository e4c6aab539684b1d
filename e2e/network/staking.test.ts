/** Three nodes that stake, apart and together, and a staking wallet that is locked and goes on after a restart. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { connectNodes, type NetworkNode, partNodes, startNetworkNode, until, untilSameTip } from '../support/network.ts'

const CHAIN = ['-ac_name=STAKENET', '-regtest', '-ac_supply=100000', '-ac_reward=100000000', '-ac_staked=50']
/** Regtest refuses setgenerate, so the command line switches staking on. */
const STAKES = ['-ac_sapling=1', '-gen=1', '-genproclimit=0', '-keypool=30']
const PASSPHRASE = 'four words and more'
/** The whole fifty blocks are staked in src-main/node/mining/staking/staker.test.ts; here as many as take half a minute. */
const BLOCKS = process.env['CHAINWRIGHT_NIGHTLY'] === '1' ? 50 : 9
const STEP_SECONDS = 45

interface Staking {
  readonly state: string
  readonly won: number
}

const stakingOf = (node: NetworkNode) => node.rpc.call<Staking>('getstakingstatus')
const heightOf = (node: NetworkNode) => node.rpc.call<number>('getblockcount')

describe('a net that stakes', () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  let nodes: NetworkNode[] = []
  let now = 1_750_000_000

  beforeAll(async () => {
    nodes = await Promise.all(
      folders.map((dataDir) => startNetworkNode({ chain: CHAIN, args: [...STAKES, `-mocktime=${now}`], dataDir })),
    )
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
  }, 120_000)
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** Lets the clocks of all go on until the node's chain has grown by so many blocks. */
  async function stake(of: NetworkNode, count: number): Promise<void> {
    const wanted = (await heightOf(of)) + count
    await until(
      `${count} staked blocks`,
      async () => {
        const before = await heightOf(of)
        if (before >= wanted) return true
        now += STEP_SECONDS
        for (const { rpc } of nodes) await rpc.call('setmocktime', now)
        await until('a step', async () => (await heightOf(of)) > before, 3).catch(() => undefined)
        return false
      },
      240,
    )
  }

  it('makes blocks by stake, through a reorganisation', async () => {
    const [a, b, c] = nodes as [NetworkNode, NetworkNode, NetworkNode]
    const start = await heightOf(a)
    await stake(a, Math.ceil(BLOCKS / 3))
    await untilSameTip(...nodes)
    await partNodes(c, a)
    await partNodes(c, b)
    await stake(c, 2)
    await stake(a, Math.ceil(BLOCKS / 3))
    const lonely = await c.rpc.call<string>('getbestblockhash')
    await connectNodes(c, a)
    await connectNodes(c, b)
    await stake(a, Math.ceil(BLOCKS / 3))
    const tip = await untilSameTip(...nodes)
    expect(tip).not.toBe(lonely)
    const tips = await Promise.all(nodes.map(({ rpc }) => rpc.call<readonly { status: string }[]>('getchaintips')))
    expect(tips.some((list) => list.some(({ status }) => status === 'valid-fork'))).toBe(true)
    const end = await heightOf(a)
    expect(end - start).toBeGreaterThanOrEqual(BLOCKS)
    const segids = await Promise.all(
      nodes.map(({ rpc }) => rpc.call<{ PoW: number; SegIds: object }>('getlastsegidstakes', end - start)),
    )
    expect(segids[0]!.PoW).toBe(0)
    expect(segids[1]).toEqual(segids[0])
    expect(segids[2]).toEqual(segids[0])
  }, 300_000)

  it('stops with a locked wallet, and goes on after a restart once it is unlocked for staking', async () => {
    const [a] = nodes as [NetworkNode, NetworkNode, NetworkNode]
    await a.rpc.call('protectwallet', PASSPHRASE)
    await until('the lock', async () => (await stakingOf(a)).state === 'locked')
    await a.stop()
    const again = await startNetworkNode({
      ...{ chain: CHAIN, args: [...STAKES, `-mocktime=${now}`], dataDir: folders[0]!, p2pPort: a.p2pPort },
    })
    nodes = [again]
    await until('the lock', async () => (await stakingOf(again)).state === 'locked')
    await again.rpc.call('unlockwallet', PASSPHRASE, 10_000, 'staking')
    await stake(again, 1)
    expect(await stakingOf(again)).toMatchObject({ state: 'staking', won: 1 })
    const address = await again.rpc.call<string>('getnewaddress')
    await expect(again.rpc.call('sendtoaddress', address, 1)).rejects.toThrow('walletpassphrase')
  }, 180_000)
})
