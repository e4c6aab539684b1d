import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger } from '../core/index.ts'
import { COIN } from '../primitives/index.ts'
import { silentLogger, testKey } from '../testing/index.ts'
import { AutoMiner } from './autoMiner.ts'
import type { BlockGenerator, GenerateOptions } from './miner.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'
import { MiningError } from './types.ts'

const key = testKey(0)

let test: TestMining
let auto: AutoMiner
/** entry for each block that the automatic miner requests; `done` resolves when it is mined */
let calls: { readonly options: GenerateOptions; readonly done: Promise<unknown> }[]

function start(enabled: boolean): void {
  const miner: BlockGenerator = {
    generate(count, options) {
      const done = test.miner.generate(count, options)
      calls.push({ options, done })
      return done
    },
  }
  const deps = { miner, mempool: test.mempool, timers: test.timers, logger: silentLogger }
  auto = new AutoMiner({ enabled, delayMillis: 300, script: () => test.script }, deps)
}

beforeEach(() => {
  test = createTestMining()
  calls = []
  start(true)
})
afterEach(async () => {
  await auto.stop()
  test.close()
})

let nonce = 0n
function pay(): void {
  const tx = test.node.pay(key, [{ value: COIN + nonce++, scriptPubKey: testKey(1).p2pkh }])
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false }).ok).toBe(true)
}

/** Runs the delay timer and waits until the block is mined. */
async function elapse(): Promise<void> {
  test.timers.run()
  await calls.at(-1)?.done.catch(() => undefined)
  await new Promise(setImmediate)
}

describe('AutoMiner', () => {
  it('mines one block for all transactions that arrive within the delay', async () => {
    const { height } = test.node.chain.tip()
    pay()
    const input = test.node.coins(key)[2]!
    test.mempool.accept(test.node.build({ inputs: [input], outputs: [{ value: 1n, scriptPubKey: key.p2pk }] }), {
      rejectAbsurdFee: false,
    })
    expect(test.timers.waiting.map(({ millis }) => millis)).toEqual([300])
    await elapse()
    expect(test.node.chain.tip().height).toBe(height + 1)
    expect(test.mempool.size()).toBe(0)
    expect(test.timers.waiting).toEqual([])
  })

  it('mines another block for transactions that arrive during a search', async () => {
    await auto.stop()
    const { height } = test.node.chain.tip()
    const miner: BlockGenerator = {
      generate(count, options) {
        const first = calls.length === 0
        const done = test.miner.generate(count, options).then((hashes) => {
          if (first) pay()
          return hashes
        })
        calls.push({ options, done })
        return done
      },
    }
    const deps = { miner, mempool: test.mempool, timers: test.timers, logger: silentLogger }
    auto = new AutoMiner({ enabled: true, delayMillis: 300, script: () => test.script }, deps)
    pay()
    await elapse()
    expect(test.mempool.size()).toBe(1)
    await elapse()
    expect(test.mempool.size()).toBe(0)
    expect(test.node.chain.tip().height).toBe(height + 2)
  })

  it('warns once that the chain is ahead of the clock, and mines when the clock has caught up', async () => {
    await auto.stop()
    const { clock, chain } = test.node
    const warnings: unknown[] = []
    const warn = (_: string, fields?: Record<string, unknown>) => void warnings.push(fields?.['error'])
    const logger: Logger = { ...silentLogger, warn, child: () => logger }
    let late = true
    const miner: BlockGenerator = {
      generate(count, options) {
        const ahead = new MiningError('clock', 'the chain is ahead')
        const done = late ? Promise.reject(ahead) : test.miner.generate(count, options)
        calls.push({ options, done })
        return done
      },
    }
    const deps = { miner, mempool: test.mempool, timers: test.timers, logger }
    auto = new AutoMiner({ enabled: true, delayMillis: 300, script: () => test.script }, deps)
    const { height } = chain.tip()
    pay()
    for (let tries = 0; tries < 3; tries++) await elapse()
    expect(warnings).toEqual(['the chain is ahead'])
    expect(test.timers.waiting.map(({ millis }) => millis)).toEqual([10_000])
    late = false
    clock.advance(60)
    await elapse()
    expect([chain.tip().height, test.mempool.size()]).toEqual([height + 1, 0])
  })

  it('mines no block while disabled, and mines waiting transactions when enabled', async () => {
    const reported: boolean[] = []
    auto.onChange((on) => reported.push(on))
    auto.setEnabled(false)
    pay()
    expect(test.timers.waiting).toEqual([])
    auto.setEnabled(true)
    auto.setEnabled(true)
    expect(reported).toEqual([false, true])
    await elapse()
    expect(test.mempool.size()).toBe(0)
  })

  it('cancels a running search when it is disabled', () => {
    pay()
    test.timers.run()
    auto.setEnabled(false)
    expect(calls[0]!.options.signal?.aborted).toBe(true)
  })

  it('mines only once for a transaction that no block can include', async () => {
    pay()
    const entry = [...test.mempool.entries()][0]!
    const { generate } = test.miner
    // A miner that confirms nothing.
    Object.assign(test.miner, { generate: () => Promise.resolve([]) })
    await elapse()
    expect(calls).toHaveLength(1)
    expect(test.timers.waiting).toEqual([])
    Object.assign(test.miner, { generate })
    const input = test.node.coins(key).at(-1)!
    test.mempool.accept(test.node.build({ inputs: [input], outputs: [{ value: 1n, scriptPubKey: key.p2pk }] }), {
      rejectAbsurdFee: false,
    })
    await elapse()
    expect(test.mempool.get(entry.txid)).toBeUndefined()
  })

  it('mines again after a failed attempt', async () => {
    pay()
    test.node.clock.set(1_600_000_000)
    await elapse()
    expect(test.mempool.size()).toBe(1)
    test.node.clock.set(1_700_100_000)
    pay()
    await elapse()
    expect(test.mempool.size()).toBe(0)
  })

  it('stays stopped permanently after stop()', async () => {
    pay()
    await auto.stop()
    expect(test.timers.waiting).toEqual([])
    auto.setEnabled(false)
    auto.setEnabled(true)
    expect(test.timers.waiting).toEqual([])
  })
})
