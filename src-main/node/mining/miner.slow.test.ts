import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  blockHash,
  COIN,
  computeTxid,
  serializeBlock,
  serializeHeaderWithoutSolution,
  verifyEquihash,
} from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { toHex } from '../util/index.ts'
import { createTestMining, type TestMining, type TestMiningOptions } from './testing/testMiner.ts'
import { MiningError } from './types.ts'

const key = testKey(0)
const payee = testKey(1)

let test: TestMining
const use = (options: TestMiningOptions): void => {
  test.close()
  test = createTestMining(options)
}
beforeEach(() => {
  test = createTestMining()
})
afterEach(() => test.close())

const generate = (count: number, signal?: AbortSignal): Promise<Uint8Array[]> =>
  test.miner.generate(count, { script: test.script, ...(signal && { signal }) })

/** Returns the times of the newest blocks, relative to the clock. */
const ages = (count: number): number[] => {
  const { chain, clock } = test.node
  const { height } = chain.tip()
  return Array.from({ length: count }, (_, at) => chain.byHeight(height - count + 1 + at)!.time - clock.now())
}

describe('Miner', () => {
  it('mines blocks with valid solutions, and includes waiting transactions in the first', async () => {
    const tx = test.node.pay(key, [{ value: COIN, scriptPubKey: payee.p2pkh }], 1_000n)
    test.mempool.accept(tx, { rejectAbsurdFee: false })
    const hashes = await generate(3)
    const { chain, params } = test.node
    expect(chain.tip().hash).toEqual(hashes[2])
    const blocks = hashes.map((hash) => chain.block(chain.byHash(hash)!)!)
    expect(blocks.map(({ txs }) => txs.length)).toEqual([2, 1, 1])
    expect(computeTxid(blocks[0]!.txs[1]!)).toEqual(computeTxid(tx))
    for (const { header } of blocks)
      expect(verifyEquihash(params.equihash, serializeHeaderWithoutSolution(header), header.solution)).toBe(true)
    expect(test.mempool.size()).toBe(0)
  })

  it('mines no block for a count of 0 or less', async () => {
    expect(await generate(0)).toEqual([])
    expect(await generate(-1)).toEqual([])
  })

  it('gives every block of a batch the time of a frozen clock', async () => {
    test.node.clock.advance(300)
    await generate(4)
    expect(ages(4)).toEqual([0, 0, 0, 0])
  })

  it('spaces blocks by a second on a running clock, in the past if there is room', async () => {
    let now = 1_700_001_000
    use({ clock: { now: () => now, millis: () => now * 1_000 } })
    test.node.clock.set(now)
    await generate(5)
    expect(ages(5)).toEqual([-4, -3, -2, -1, 0])
    await generate(2)
    expect(ages(2)).toEqual([1, 2])
    now += 100
    test.node.clock.set(now)
    await generate(1)
    expect(ages(1)).toEqual([0])
  })

  it('waits for the clock when blocks are a minute ahead, and rejects when aborted meanwhile', async () => {
    let now = 1_700_001_000
    use({ clock: { now: () => now, millis: () => now * 1_000 }, blocks: 1 })
    test.node.clock.set(now)
    const { chain } = test.node
    test.node.submit(test.node.buildBlock({ time: now + 60 }))
    expect(chain.tip().time).toBe(now + 60)
    const first = generate(1)
    await new Promise(setImmediate)
    expect(test.timers.waiting).toHaveLength(1)
    now++
    test.node.clock.set(now)
    test.timers.run()
    await first
    expect(chain.tip().time).toBe(now + 60)
    const off = new AbortController()
    const second = generate(1, off.signal)
    await new Promise(setImmediate)
    off.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    expect(test.timers.waiting).toHaveLength(0)
  })

  it('rejects with a hint at the mocked clock if the chain is ahead of it', async () => {
    let now = 0
    use({ clock: { now: () => now, millis: () => 0 } })
    const { chain } = test.node
    now = chain.medianTimePast(chain.tip()) - 60
    await expect(generate(1)).rejects.toThrow(MiningError)
    await expect(generate(1)).rejects.toMatchObject({
      kind: 'clock',
      message: expect.stringMatching(/mocked clock.*setmocktime/),
    })
  })

  it('rejects all queued calls at once if the chain is far ahead of the clock', async () => {
    let now = 1_700_001_000
    use({ clock: { now: () => now, millis: () => now * 1_000 }, blocks: 1 })
    test.node.clock.set(now + 100)
    test.node.submit(test.node.buildBlock({ time: now + 100 }))
    const reason = { kind: 'clock', message: expect.stringMatching(/100 s ahead of the clock.* in 41 s/) }
    await Promise.all([1, 2, 3].map(() => expect(generate(1)).rejects.toMatchObject(reason)))
    expect(test.timers.waiting).toHaveLength(0)
    now += 41
    test.node.clock.set(now)
    expect(await generate(1)).toHaveLength(1)
  })

  it('stops waiting for a clock that does not advance', async () => {
    const now = 1_700_001_000
    use({ clock: { now: () => now, millis: () => now * 1_000 }, blocks: 1 })
    test.node.clock.set(now)
    test.node.submit(test.node.buildBlock({ time: now + 60 }))
    let ended: unknown
    void generate(1).catch((error: unknown) => {
      ended = error
    })
    for (let waits = 0; waits < 100 && ended === undefined; waits++) {
      await new Promise(setImmediate)
      if (test.timers.waiting.length > 0) test.timers.run()
    }
    expect(ended).toMatchObject({ kind: 'clock' })
  })

  it('stops between blocks when aborted, and keeps the blocks already mined', async () => {
    const off = new AbortController()
    const before = test.node.chain.tip().height
    const running = test.miner.generate(1_000, {
      script: test.script,
      signal: off.signal,
      onBlock: (_, done) => done === 2 && off.abort(),
    })
    await expect(running).rejects.toThrow()
    expect(test.node.chain.tip().height).toBe(before + 2)
  })

  it('runs overlapping calls one after another', async () => {
    const [first, second] = await Promise.all([generate(2), generate(1)])
    const chain = [...first!, ...second!].map((hash) => test.node.chain.byHash(hash)!)
    expect(chain.map(({ height }) => height)).toEqual([4, 5, 6])
    expect(chain.every((entry) => test.node.chain.isActive(entry))).toBe(true)
  })

  it('mines again after a call that failed', async () => {
    await expect(generate(1, AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
    expect(await generate(1)).toHaveLength(1)
  })

  it('rejects a chain whose proof of work it cannot search', async () => {
    use({ chain: { args: ['-ac_name=BIG', '-ac_supply=1000', '-ac_sapling=1'] }, blocks: 0 })
    await expect(generate(1)).rejects.toMatchObject({ kind: 'unsupported' })
  })

  it('starts over if another block becomes the tip during the search', async () => {
    const { chain } = test.node
    const rival = test.node.buildBlock({ time: test.node.clock.now() })
    const [hash] = await Promise.all([
      generate(1),
      Promise.resolve().then(() => chain.submitBlock(serializeBlock(rival))),
    ])
    expect(chain.isActive(chain.byHash(hash![0]!)!)).toBe(true)
    expect(toHex(chain.tip().hash)).toBe(toHex(hash![0]!))
    expect(toHex(blockHash(rival.header))).toBe(toHex(chain.tip().prev!.hash))
  })

  it('starts over if another block becomes the tip just before submission', async () => {
    const { chain } = test.node
    const rival = serializeBlock(test.node.buildBlock({ time: test.node.clock.now() }))
    const submitBlock = chain.submitBlock.bind(chain)
    const answers: (string | null)[] = []
    Object.assign(chain, {
      submitBlock(bytes: Uint8Array) {
        if (answers.length === 0) submitBlock(rival)
        answers.push(submitBlock(bytes))
        return answers.at(-1)
      },
    })
    const [hash] = await generate(1)
    expect(answers).toEqual(['inconclusive', null])
    expect(toHex(chain.tip().hash)).toBe(toHex(hash!))
  })
})
