import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MinerRecord, StakeableCoin } from '../../../mining/index.ts'
import { COIN } from '../../../primitives/index.ts'
import { createTestNode, readVector, type TestNode, testKey, vectorLines } from '../../../testing/index.ts'
import { fromHex } from '../../../util/index.ts'
import { createStakingHandlers, type StakerPort } from './staking.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let node: TestNode | undefined
afterEach(() => node?.close())

const staker: StakerPort = {
  status: () => ({
    ...{ on: true, state: 'staking', detail: '', next: { height: 9, time: 5 } },
    interrupted: false,
    blocksWon: 2,
  }),
}

function handlers(args: readonly string[], coins: readonly StakeableCoin[] = []) {
  node = createTestNode({ args, time: 1 })
  const { params, chain, clock } = node
  let split = 0
  const minerRecord = {
    resumes: () => false,
    stakingSplit: () => split,
    setStakingSplit(percent: number) {
      split = percent
    },
  } as unknown as MinerRecord
  const stakingWallet = { isOpen: () => true, coins: () => coins, sign: (tx: never) => tx }
  const has = params.staked !== 0
  return createStakingHandlers({
    ...{ params, chain, clock, minerRecord, stakingWallet },
    staker: has ? staker : undefined,
  })
}

describe('staking handlers', () => {
  it('reject chains without proof of stake', async () => {
    const { getlastsegidstakes, getstakingstatus, setstakingsplit } = handlers(['-ac_name=PLAIN', '-regtest'])
    const text = 'Only applies to ac_staked chains\n'
    expect(() => getlastsegidstakes({ depth: 1 }, context)).toThrow(text)
    expect(() => setstakingsplit({ split_percentage: undefined }, context)).toThrow(text)
    await expect(getstakingstatus({}, context)).rejects.toThrow(text)
  })

  it('set the split to an integer percentage', () => {
    const { setstakingsplit } = handlers(['-ac_name=ST', '-regtest', '-ac_staked=50'])
    expect(setstakingsplit({ split_percentage: undefined }, context)).toEqual({ split_percentage: 0 })
    for (const wrong of ['-1', '101', 'abc', '', '5.5', '1e1'])
      expect(() => setstakingsplit({ split_percentage: wrong }, context)).toThrow(
        'must be between 0 and 100 inclusive.\n',
      )
    for (const [given, kept] of [
      ['100', 100],
      ['030', 30],
      ['0', 0],
    ] as const)
      expect(setstakingsplit({ split_percentage: given }, context)).toEqual({ split_percentage: kept })
  })

  it('reject a depth of 0 and a depth above the chain’s height', () => {
    const { getlastsegidstakes } = handlers(['-ac_name=ST', '-regtest', '-ac_staked=50'])
    expect(() => getlastsegidstakes({ depth: 0 }, context)).toThrow('depth must not be 0')
    expect(() => getlastsegidstakes({ depth: 1 }, context)).toThrow('Not enough blocks to scan back that far.\n')
  })

  it('return the staking coins and a backtest over the last blocks', async () => {
    const { options } = JSON.parse(readVector('staked/STKS/params.json')) as { options: string[] }
    const blocks = vectorLines<{ hex: string; time: number }>('staked/STKS/blocks.jsonl')
    const last = blocks.at(-1)!
    const of = (value: bigint, age: number, index: number): StakeableCoin => ({
      ...{ value, time: last.time - age, scriptPubKey: testKey(1).p2pkh, address: testKey(1).address },
      outpoint: { hash: new Uint8Array(32).fill(4), index },
    })
    const coins: StakeableCoin[] = [of(1000n * COIN, 5_000, 0), of(5n * COIN, 100, 1)]
    const { getstakingstatus } = handlers(options, coins)
    for (const { hex, time } of blocks) {
      node!.clock.set(time)
      node!.chain.submitBlock(fromHex(hex))
    }
    const status = await getstakingstatus({}, context)
    const height = blocks.length
    expect(status).toMatchObject({ state: 'staking', goal: 40, count: 2, maturing: 1, total: 1005n * COIN, won: 2 })
    expect(status.coins.map(({ since, ready }) => ready - since)).toEqual([3 * (height + 1), 3 * (height + 1)])
    const staked = blocks.slice(-100).filter((block) => (block as unknown as { segid: number }).segid >= 0).length
    expect(status.percent).toBe(staked)
    expect(status.prospects.tested).toBe(50)
    expect(status.prospects.first).toBeGreaterThan(0)
    expect(status.prospects.spacing).toBeGreaterThan(0)
    // Without coins no block is won. Calls at the same tip share a backtest.
    coins.length = 0
    expect((await getstakingstatus({}, context)).prospects).toMatchObject({ tested: 50, first: 0 })
  })
})
