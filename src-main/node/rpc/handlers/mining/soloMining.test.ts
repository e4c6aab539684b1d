import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MinedBlock, SoloMinerStatus } from '../../../mining/index.ts'
import { createTestNode, type TestNode } from '../../../testing/index.ts'
import { createSoloMiningHandlers, type SoloMinerPort } from './soloMining.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const MAIN = ['-ac_name=BIG', '-ac_supply=1000', '-ac_sapling=1']
const AT_WORK: SoloMinerStatus = {
  ...{ generate: true, limit: 2, state: 'mining', detail: '', threads: 2, solutionRate: 8.5, solutions: 40 },
  ...{ blocksFound: 1, lastBlock: { hash: 'ab'.repeat(32), height: 7, time: 1_700_000_000 } },
  ...{ alone: true, power: 'mains', pauseOnBattery: true, history: [8, 8.5], blocksEver: 3 },
  ...{ resumeAtStart: false, interrupted: false },
}

let node: TestNode | undefined
let minerCalls: unknown[]
let found: MinedBlock[]
afterEach(() => node?.close())

function handlers({ status = AT_WORK, args = MAIN, paid = true } = {}) {
  node = createTestNode({ args })
  minerCalls = []
  found = []
  const soloMiner: SoloMinerPort = {
    setGenerate: (...args) => void minerCalls.push(args),
    setPauseOnBattery(on) {
      if (!on) throw new Error('ENOSPC')
      minerCalls.push(on)
    },
    setResumeAtStart(on) {
      if (!on) throw new Error('EROFS')
      minerCalls.push(on)
    },
    found: (limit) => found.slice(0, limit),
    status: () => status,
  }
  return createSoloMiningHandlers({
    params: node.params,
    chain: node.chain,
    clock: node.clock,
    soloMiner,
    staker: undefined,
    cores: 4,
    rewardTarget: () => ({ to: paid ? 'wallet' : 'nobody', address: undefined, mine: paid }),
  })
}

describe('solo mining handlers', () => {
  it('start and stop the miner by setgenerate', () => {
    const { setgenerate, getgenerate, getlocalsolps } = handlers()
    expect(setgenerate({ generate: true, genproclimit: 3 }, context)).toBeNull()
    expect(setgenerate({ generate: false, genproclimit: undefined }, context)).toBeNull()
    expect(minerCalls).toEqual([
      [true, 3],
      [false, undefined],
    ])
    expect(getgenerate({}, context)).toEqual({ staking: false, generate: true, numthreads: 2 })
    expect(getlocalsolps({}, context)).toBe(8.5)
  })

  it('return the expected time to find a block', async () => {
    const status = await handlers().getminerstatus({}, context)
    // The easiest target: about one in seventeen solutions meets it.
    expect(status).toMatchObject({ state: 'mining', cores: 4, rate: 8.5, blocks: 1, last: AT_WORK.lastBlock })
    expect(status).toMatchObject({ chance: expect.closeTo(1 / 17, 3), expected: expect.closeTo(2, 3) })
    expect(status).toMatchObject({ total: 3, pauseonbattery: true, threadmemory: 236_000_000, history: [8, 8.5] })
    expect(status.reward).toEqual({ to: 'wallet', address: null, mine: true })
    const idle = { ...AT_WORK, solutionRate: 0, lastBlock: undefined }
    expect(handlers({ status: idle }).getminerstatus({}, context)).toMatchObject({ expected: null, last: null })
  })

  it('list the found blocks with their state', async () => {
    const { listfoundblocks } = handlers({ args: ['-ac_name=SMALL', '-regtest', '-ac_cbmaturity=5'] })
    node!.mine(3)
    const tip = () => node!.chain.tip()
    const own = (height: number): MinedBlock => {
      const entry = node!.chain.byHeight(height)!
      return { hash: entry.hashHex, height, time: entry.time, reward: 5n, staked: false }
    }
    const lost: MinedBlock = { hash: 'ab'.repeat(32), height: 2, time: 1, reward: 5n, staked: false }
    found = [own(tip().height), lost, own(1)]
    const { total, blocks } = await listfoundblocks({ limit: 100 }, context)
    expect(total).toBe(3)
    expect(blocks.map(({ state, confirmations }) => [state, confirmations])).toEqual([
      ['immature', 1],
      ['orphaned', 0],
      ['immature', tip().height],
    ])
    node!.mine(node!.params.coinbaseMaturity - tip().height)
    const later = await listfoundblocks({ limit: 1 }, context)
    expect(later.blocks).toMatchObject([{ state: 'immature', reward: 5n, staked: false }])
    const all = await listfoundblocks({ limit: 3 }, context)
    expect(all.blocks.map(({ state }) => state)).toEqual(['immature', 'orphaned', 'mature'])
  })

  it('return the battery setting, or the reason why it cannot be stored', () => {
    const { setminerpause } = handlers()
    expect(setminerpause({ onbattery: true }, context)).toEqual({ pauseonbattery: true })
    expect(() => setminerpause({ onbattery: false }, context)).toThrow('The choice cannot be saved: ENOSPC')
  })

  it('return the setting for the next start, or the reason why it cannot be stored', () => {
    const { setminerresume, getminerstatus } = handlers({ status: { ...AT_WORK, resumeAtStart: true } })
    expect(setminerresume({ atstart: true }, context)).toEqual({ resumeatstart: true })
    expect(minerCalls).toEqual([true])
    expect(() => setminerresume({ atstart: false }, context)).toThrow('The choice cannot be saved: EROFS')
    expect(getminerstatus({}, context)).toMatchObject({ resumeatstart: true, interrupted: false })
  })

  it('reject setgenerate on regtest, and without a reward address', () => {
    const METHOD_NOT_FOUND = -32601
    const regtest = handlers({ args: ['-ac_name=SMALL', '-regtest', '-ac_cbmaturity=5'] })
    const call = (own: typeof regtest, generate: boolean) => () =>
      own.setgenerate({ generate, genproclimit: undefined }, context)
    expect(call(regtest, false)).toThrow(
      expect.objectContaining({
        code: METHOD_NOT_FOUND,
        message: 'Use the generate method instead of setgenerate on this network',
      }),
    )
    const unpaid = handlers({ paid: false })
    expect(call(unpaid, true)).toThrow('Wallet disabled and -mineraddress not set')
    expect(call(unpaid, false)()).toBeNull()
    expect(minerCalls).toEqual([[false, undefined]])
  })
})
