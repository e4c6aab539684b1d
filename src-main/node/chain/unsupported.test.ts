import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { CcEvaluator, Logger } from '../interfaces.ts'
import type { Block, Transaction } from '../primitives/index.ts'
import { ccScript } from '../script/index.ts'
import {
  createTestNode,
  silentLogger,
  submitBlocks,
  type TestNode,
  type TestNodeOptions,
  testKey,
} from '../testing/index.ts'

let open: TestNode[] = []
afterEach(() => {
  for (const node of open) node.close()
  open = []
})

function start(options: TestNodeOptions = {}): TestNode {
  const node = createTestNode({ evaluator, ...options })
  open.push(node)
  return node
}

const tree = ccOne(0xe6, testKey(0).pub)
/** No module is here. */
const evaluator: CcEvaluator = { evaluate: () => ({ ok: false, reason: 'a test', beyondUs: true }) }

/** Five blocks; the last makes a coin with a condition of a module that is not here. */
function mineFive(node: TestNode): void {
  node.mine(4)
  node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 1_000n, scriptPubKey: ccScript(tree) }])] })
}

/** Spends that coin: whether it may is not for us to say. */
function foreign(node: TestNode): Transaction {
  const funding = node.chain.transactionsOf(node.chain.byHeight(5)!, 1, 1)![0]!
  const input = { ...node.inputOf(funding, 0, testKey(0)), tree }
  return node.build({ inputs: [input], outputs: [{ value: 1_000n, scriptPubKey: testKey(0).p2pk }] })
}

/** A block with such a transaction on the tip, and the two above it, which the node does not know yet. */
function branch(node: TestNode): readonly [Block, Block, Block] {
  const maker = start()
  maker.clock.advance(100_000)
  for (let height = 1; height <= node.chain.tip().height; height++)
    maker.chain.submitBlock(node.chain.blockBytes(node.chain.byHeight(height)!)!)
  node.clock.advance(100_000)
  const above = (prev = maker.chain.tip(), txs: Transaction[] = []): Block => maker.buildBlock({ prev, txs })
  const entryOf = ({ header }: Block) => maker.chain.acceptHeaders([header]).last!
  const first = above(maker.chain.tip(), [foreign(maker)])
  const second = above(entryOf(first))
  return [first, second, above(entryOf(second))]
}

const UNSUPPORTED = { ok: false, kind: 'unsupported', reason: 'bad-txns-condition-not-supported', score: 0 }

describe('a block that spends conditions of a module that is not here', () => {
  it('is not connected, and what that means is told', () => {
    const errors: string[] = []
    const logger: Logger = { ...silentLogger, error: (text) => void errors.push(text), child: () => logger }
    const node = start({ logger })
    mineFive(node)
    const [first] = branch(node)
    expect(node.submit(first)).toBe('bad-txns-condition-not-supported')
    expect(node.chain.tip().height).toBe(5)
    const { entry, ahead, detail } = node.chain.blocked()!
    expect([entry.height, ahead, node.chain.tipStatus(entry)]).toEqual([6, true, 'invalid'])
    expect(detail).toMatch(/^From block 6 on this chain uses contracts of another kind .* stays at block 5:/)
    expect(errors).toEqual([detail])
    expect(node.submit(first)).toBe('duplicate-invalid')
  })

  it('is nobody’s fault, nor is what stands on it', () => {
    const node = start()
    mineFive(node)
    const [first, second, third] = branch(node)
    expect(node.chain.processBlock(first)).toMatchObject({ kind: 'invalid', verdict: UNSUPPORTED })
    expect(node.chain.processBlock(first)).toMatchObject({ kind: 'refused', verdict: UNSUPPORTED })
    expect(node.chain.processBlock(second)).toMatchObject({ kind: 'refused', verdict: UNSUPPORTED })
    const { accepted, stopped } = node.chain.acceptHeaders([first.header, second.header, third.header])
    expect({ accepted, stopped }).toMatchObject({ accepted: [], stopped: { index: 0, reason: UNSUPPORTED } })
    expect(node.chain.acceptHeaders([second.header])).toMatchObject({ stopped: { index: 0, reason: UNSUPPORTED } })
    expect(node.chain.bestHeader().height).toBe(5)
  })

  it('stays where the chain ends over a restart', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'unsupported-'))
    const before = createTestNode({ dataDir, evaluator })
    mineFive(before)
    const [first] = branch(before)
    before.submit(first)
    before.close()
    const node = createTestNode({ dataDir, evaluator })
    expect(node.chain.blocked()).toMatchObject({ entry: { height: 6 }, ahead: true })
    expect(node.chain.tip().height).toBe(5)
    node.close()
    rmSync(dataDir, { recursive: true })
  })

  it('matters as long as its branch has more work than ours', () => {
    const node = start()
    mineFive(node)
    const blocks = branch(node)
    // The headers came first, as they do from peers.
    node.chain.acceptHeaders(blocks.map(({ header }) => header))
    expect(node.chain.blocked()).toBeUndefined()
    expect(submitBlocks(node, blocks).map(({ kind }) => kind)).toEqual(['invalid', 'stored', 'stored'])
    node.mine(2)
    expect(node.chain.blocked()?.ahead).toBe(true)
    node.mine(1)
    expect(node.chain.blocked()).toMatchObject({ entry: { height: 6 }, ahead: false })
    expect(node.chain.tip().height).toBe(8)
  })

  it('is looked at again when a person asks for that, and found the same', () => {
    const node = start()
    mineFive(node)
    const [first] = branch(node)
    node.submit(first)
    expect(node.chain.reconsiderBlock(node.chain.blocked()!.entry)).toMatchObject(UNSUPPORTED)
    expect(node.chain.blocked()?.entry.height).toBe(6)
  })
})
