import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { SoloMiner, SoloMinerStatus } from '../../mining/index.ts'
import { createTestNode, type TestNode } from '../../testing/index.ts'
import { createSoloMiningHandlers } from './soloMining.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const MAIN = ['-ac_name=BIG', '-ac_supply=1000', '-ac_sapling=1']
const AT_WORK: SoloMinerStatus = {
  ...{ generate: true, limit: 2, state: 'mining', detail: '', threads: 2, solutionRate: 8.5, solutions: 40 },
  ...{ blocksFound: 1, lastBlock: { hash: 'ab'.repeat(32), height: 7, time: 1_700_000_000 } },
}

let node: TestNode | undefined
let told: unknown[]
afterEach(() => node?.close())

function handlers({ status = AT_WORK, args = MAIN, paid = true } = {}) {
  node = createTestNode({ args })
  told = []
  const soloMiner: SoloMiner = {
    setGenerate: (...args) => void told.push(args),
    status: () => status,
    onChange: () => () => undefined,
    stop: () => Promise.resolve(),
  }
  return createSoloMiningHandlers({
    params: node.params,
    chain: node.chain,
    soloMiner,
    cores: 4,
    canBePaid: () => paid,
  })
}

describe('the miner over RPC', () => {
  it('is switched on and off', () => {
    const { setgenerate, getgenerate, getlocalsolps } = handlers()
    expect(setgenerate({ generate: true, genproclimit: 3 }, context)).toBeNull()
    expect(setgenerate({ generate: false, genproclimit: undefined }, context)).toBeNull()
    expect(told).toEqual([
      [true, 3],
      [false, undefined],
    ])
    expect(getgenerate({}, context)).toEqual({ staking: false, generate: true, numthreads: 2 })
    expect(getlocalsolps({}, context)).toBe(8.5)
  })

  it('tells how long a block should take', () => {
    const status = handlers().getminerstatus({}, context)
    // The easiest target there is: about one solution in seventeen.
    expect(status).toMatchObject({ state: 'mining', cores: 4, rate: 8.5, blocks: 1, last: AT_WORK.lastBlock })
    expect(status).toMatchObject({ chance: expect.closeTo(1 / 17, 3), expected: expect.closeTo(2, 3) })
    const idle = { ...AT_WORK, solutionRate: 0, lastBlock: undefined }
    expect(handlers({ status: idle }).getminerstatus({}, context)).toMatchObject({ expected: null, last: null })
  })

  it('is not for regtest, and not for nobody', () => {
    const METHOD_NOT_FOUND = -32601
    const regtest = handlers({ args: ['-ac_name=SMALL', '-regtest'] })
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
    expect(told).toEqual([[false, undefined]])
  })
})
