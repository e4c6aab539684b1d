import { type Condition, ccOne } from '../../conditions/index.ts'
import type { AdmissionResult, CcEvaluator } from '../../core/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { ccScript } from '../../script/index.ts'
import { createTestNode, silentLogger, type TestNode, type TestNodeOptions, testKey } from '../../testing/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool.ts'
import type { AcceptOptions, MempoolChange, MempoolPolicy } from '../types.ts'

/** For tests: the modules' answer, which a test may change at any time. */
export interface Verdicts {
  ok: boolean
}

export interface TestMempool {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly changes: MempoolChange[]
  /** answer to every eval node */
  readonly modules: Verdicts
  accept(tx: Transaction, options?: Partial<AcceptOptions>): AdmissionResult
  close(): void
}

/** For tests: a mempool on a test chain with ten mature coinbases of key 0, including the premine. */
export function createTestMempool(options: Partial<MempoolPolicy> = {}, chain: TestNodeOptions = {}): TestMempool {
  const modules: Verdicts = { ok: true }
  const evaluator: CcEvaluator = {
    evaluate: () => (modules.ok ? { ok: true } : { ok: false, reason: 'test' }),
  }
  const node = createTestNode({ evaluator, ...chain })
  const { params, verifier, clock } = node
  const deps = { params, chain: node.chain, verifier, clock, logger: silentLogger, evaluator }
  const mempool = new Mempool({ ...defaultMempoolPolicy(params), ...options }, deps)
  const changes: MempoolChange[] = []
  node.mine(10)
  node.chain.subscribe((update) => mempool.update(update))
  mempool.onChange((change) => changes.push(change))
  return {
    node,
    mempool,
    changes,
    modules,
    accept: (tx, accept = {}) => mempool.accept(tx, { rejectAbsurdFee: false, ...accept }),
    close: () => node.close(),
  }
}

/** Condition of the tokens module for test key 1, and the script that pays to it. */
export const TEST_CONDITION: Condition = ccOne(0xf2, testKey(1).pub)
export const TEST_CC_SCRIPT = ccScript(TEST_CONDITION)
