import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import { COIN } from '../../../primitives/index.ts'
import { OP } from '../../../script/index.ts'
import { createTestNode, type TestNode, testKey, withMethods } from '../../../testing/index.ts'
import { toHex } from '../../../util/index.ts'
import { createSupplyHandlers } from './supply.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
/** OP_1, which has no receiver because anyone can spend it. */
const ANYONE = Uint8Array.of(0x51)
const DATA = Uint8Array.of(OP.OP_RETURN, 1, 7)

describe('coinsupply', () => {
  let node: TestNode
  let clock: { millis(): number }
  const handlers = () => createSupplyHandlers({ params: node.params, chain: node.chain, clock })
  const supplyAt = async (height: string | undefined, own = handlers()) => {
    const answer = await own.coinsupply({ height }, context)
    return 'supply' in answer ? answer.supply : answer.error
  }

  beforeEach(() => {
    node = createTestNode()
    clock = node.clock
    node.mine(4)
  })
  afterEach(() => node.close())

  it('counts the coins that coinbases created, except genesis', async () => {
    const tip = node.chain.supply(node.chain.tip())?.transparent ?? 0n
    const genesis = node.chain.supply(node.chain.byHeight(0)!)?.transparent ?? 0n
    expect(await supplyAt(undefined)).toBe(tip - genesis)
    expect(await handlers().coinsupply({ height: undefined }, context)).toMatchObject({ result: 'success', height: 4 })
  })

  it('parses any text as komodod does, and rejects heights outside the chain', async () => {
    expect(await supplyAt('4')).toBe(await supplyAt(' 4x'))
    for (const height of ['-1', '5', '99999999999']) expect(await supplyAt(height)).toBe('invalid height')
    for (const height of ['0', 'aaa', '']) expect(await supplyAt(height)).toBe('couldnt calculate supply')
  })

  it('excludes outputs without a single receiver, and follows reorgs', async () => {
    const own = handlers()
    const before = node.chain.tip()
    const height = String(before.height + 1)
    const [coin] = node.coins(testKey(0))
    const outputs = [
      { value: COIN, scriptPubKey: ANYONE },
      { value: COIN, scriptPubKey: DATA },
      { value: coin!.value - 2n * COIN, scriptPubKey: testKey(1).p2pkh },
    ]
    const plain = await supplyAt(undefined, own)
    const tx = node.build({ inputs: [coin!], outputs })
    node.submit(node.buildBlock({ txs: [tx] }))
    const reward = node.chain.block(node.chain.tip())!.txs[0]!.vout[0]!.value
    expect(await supplyAt(height, own)).toBe((plain as bigint) + reward - 2n * COIN)
    node.chain.invalidateBlock(node.chain.tip())
    node.mine(1)
    expect(await supplyAt(height, own)).toBe((plain as bigint) + reward)
  })

  it('yields to the event loop, reports progress and can be aborted', async () => {
    let now = 0
    clock = { millis: () => (now += 10) }
    const aborter = new AbortController()
    const heights: number[] = []
    const call = handlers().coinsupply(
      { height: undefined },
      { signal: aborter.signal, transport: 'http', progress: ({ done }) => heights.push(done) },
    )
    aborter.abort(new Error('away'))
    await expect(call).rejects.toThrow('away')
    expect(heights).toEqual([1])
  })

  it('adds yearly figures if the chain is older than a year', async () => {
    const year = (24 * 3600 * 365) / 60
    const entry = (height: number) => ({ height, hashHex: String(height) })
    const chain = withMethods(node.chain, {
      tip: () => entry(year + 1),
      byHeight: (height: number) => (height <= year + 1 ? entry(height) : undefined),
      isActive: () => true,
      block: () => undefined,
      supply: ({ height }: { height: number }) => ({ transparent: BigInt(height) }),
    })
    const params = { ...node.params, options: { ...node.params.options, blockTime: 60 } }
    const answer = await createSupplyHandlers({ params, chain, clock }).coinsupply({ height: undefined }, context)
    expect(answer).toMatchObject({ supply: 525601n, lastyear: 1n, yearcoins: 525600n, lastmonth: 481801n })
    expect(answer).toMatchObject({ inflation: 52560000, blocksperyear: year, lastquarter: 394201n })
  })
})

describe('getblocksubsidy', () => {
  it('returns the new coins of a block, by default at the tip', () => {
    const node = createTestNode()
    const { getblocksubsidy } = createSupplyHandlers({ params: node.params, chain: node.chain, clock: node.clock })
    node.mine(1)
    expect(getblocksubsidy({ height: undefined }, context)).toEqual(getblocksubsidy({ height: 1 }, context))
    expect(getblocksubsidy({ height: 1 }, context)).not.toHaveProperty('ac_pubkey')
    expect(() => getblocksubsidy({ height: -1 }, context)).toThrow('Block height out of range')
    node.close()
  })

  const KEY = toHex(testKey(3).pub)
  it.each([
    ['-ac_perc=5000000', [5_000_000n, 5_000_000n, 5_000_000n]],
    // 35 of 65, paid once per ten blocks.
    ['-ac_founders=10', [0n, 538_461_540n, 0n]],
    ['-ac_founders=10 -ac_founders_reward=77000', [0n, 77_000n, 0n]],
    ['', [0n, 0n, 0n]],
  ])('returns the share of the chain’s key with %s', (options, expected) => {
    const args = `-ac_name=PAYS -regtest -ac_supply=10 -ac_reward=100000000 -ac_pubkey=${KEY} ${options}`
    const params = chainParamsFromArgs(args.trim().split(' '))
    const chain = { tip: () => ({ height: 0 }) } as unknown as TestNode['chain']
    const { getblocksubsidy } = createSupplyHandlers({ params, chain, clock: { millis: () => 0 } })
    const subsidies = [9, 10, 11].map((height) => getblocksubsidy({ height }, context))
    expect(subsidies).toEqual(expected.map((ac_pubkey) => ({ miner: COIN, ac_pubkey })))
  })
})
