import type { CcEvaluator } from '../../core/index.ts'
import { defaultMempoolPolicy, Mempool, type MempoolPolicy } from '../../mempool/index.ts'
import { createTestNode, silentLogger, type TestNode, type TestNodeOptions, testKey } from '../../testing/index.ts'
import { Miner } from '../miner.ts'
import { TemplateBuilder, type TemplateOptions } from '../template.ts'
import type { MiningChain, Timers } from '../types.ts'

/** For tests: timers that fire only when the test runs them. */
export interface TestTimers extends Timers {
  /** pending timers, oldest first */
  readonly waiting: { readonly callback: () => void; readonly millis: number }[]
  /** fires the oldest timer */
  run(): void
}

export function createTestTimers(): TestTimers {
  const waiting: { callback: () => void; millis: number }[] = []
  return {
    waiting,
    set(callback, millis) {
      const timer = { callback, millis }
      waiting.push(timer)
      return timer
    },
    clear(timer) {
      const at = waiting.indexOf(timer as (typeof waiting)[number])
      if (at >= 0) waiting.splice(at, 1)
    },
    run() {
      waiting.shift()!.callback()
    },
  }
}

export interface TestMining {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly templates: TemplateBuilder
  readonly miner: Miner
  readonly timers: TestTimers
  /** answer to every eval node */
  readonly modules: { ok: boolean }
  readonly script: Uint8Array
  /** builder of templates for another chain over the same mempool */
  withChain(chain: MiningChain): TemplateBuilder
  close(): void
}

export interface TestMiningOptions {
  readonly chain?: TestNodeOptions
  readonly template?: TemplateOptions
  readonly mempool?: Partial<MempoolPolicy>
  /** initial number of blocks; default 3 */
  readonly blocks?: number
  /** wall clock, separate from the chain's; default: the test node's clock, which does not advance */
  readonly clock?: { now(): number; millis(): number }
}

/** For tests: chain, mempool, templates and miner on a chain whose coins belong to test key 0. */
export function createTestMining(options: TestMiningOptions = {}): TestMining {
  const modules = { ok: true }
  const evaluator: CcEvaluator = { evaluate: () => (modules.ok ? { ok: true } : { ok: false, reason: 'test' }) }
  const node = createTestNode({ evaluator, ...options.chain })
  const { params, chain, verifier } = node
  const clock = options.clock ?? node.clock
  const mempoolOptions = { ...defaultMempoolPolicy(params), ...options.mempool }
  const mempool = new Mempool(mempoolOptions, { params, chain, verifier, clock, logger: silentLogger, evaluator })
  chain.subscribe((update) => mempool.update(update))
  const withChain = (other: MiningChain): TemplateBuilder =>
    new TemplateBuilder(options.template ?? {}, { params, chain: other, mempool, clock, logger: silentLogger })
  const templates = withChain(chain)
  const timers = createTestTimers()
  let seed = 0
  const random = { bytes: (length: number) => new Uint8Array(length).fill(++seed & 0xff) }
  const miner = new Miner({ params, chain, templates, clock, random, timers })
  node.mine(options.blocks ?? 3)
  const script = testKey(0).p2pk
  return { node, mempool, templates, miner, timers, modules, script, withChain, close: () => node.close() }
}
