import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Logger } from '../interfaces.ts'
import type { Block, Transaction } from '../primitives/index.ts'
import {
  createTestNode,
  silentLogger,
  submitBlocks,
  TEST_ARGS,
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
  const node = createTestNode(options)
  open.push(node)
  return node
}

/** Hides the coins of a key: whether the proofs are good is not for us to say. */
function shielded(node: TestNode): Transaction {
  const tx = node.pay(testKey(0), [])
  const shieldedOutputs = [new Uint8Array(948).fill(3)]
  return { ...tx, vout: [], valueBalance: -tx.vout[0]!.value, shieldedOutputs, bindingSig: new Uint8Array(64) }
}

/** A block with a shielded transaction on the tip, and the two above it, which the node does not know yet. */
function branch(node: TestNode): readonly [Block, Block, Block] {
  const maker = start()
  maker.clock.advance(100_000)
  for (let height = 1; height <= node.chain.tip().height; height++)
    maker.chain.submitBlock(node.chain.blockBytes(node.chain.byHeight(height)!)!)
  node.clock.advance(100_000)
  const above = (prev = maker.chain.tip(), txs: Transaction[] = []): Block => maker.buildBlock({ prev, txs })
  const entryOf = ({ header }: Block) => maker.chain.acceptHeaders([header]).last!
  const first = above(maker.chain.tip(), [shielded(maker)])
  const second = above(entryOf(first))
  return [first, second, above(entryOf(second))]
}

const UNSUPPORTED = { ok: false, kind: 'unsupported', reason: 'bad-txns-shielded-not-supported', score: 0 }

describe('a block with shielded transactions', () => {
  it('is not connected, and what that means is told', () => {
    const errors: string[] = []
    const logger: Logger = { ...silentLogger, error: (text) => void errors.push(text), child: () => logger }
    const node = start({ logger })
    node.mine(5)
    const [first] = branch(node)
    expect(node.submit(first)).toBe('bad-txns-shielded-not-supported')
    expect(node.chain.tip().height).toBe(5)
    const { entry, ahead, detail } = node.chain.blocked()!
    expect([entry.height, ahead, node.chain.tipStatus(entry)]).toEqual([6, true, 'invalid'])
    expect(detail).toMatch(/^From block 6 on this chain uses shielded transactions, .* stays at block 5:/)
    expect(errors).toEqual([detail])
    expect(node.submit(first)).toBe('duplicate-invalid')
  })

  it('is nobody’s fault, nor is what stands on it', () => {
    const node = start()
    node.mine(5)
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
    const before = createTestNode({ dataDir })
    before.mine(5)
    const [first] = branch(before)
    before.submit(first)
    before.close()
    const node = createTestNode({ dataDir })
    expect(node.chain.blocked()).toMatchObject({ entry: { height: 6 }, ahead: true })
    expect(node.chain.tip().height).toBe(5)
    node.close()
    rmSync(dataDir, { recursive: true })
  })

  it('matters as long as its branch has more work than ours', () => {
    const node = start()
    node.mine(5)
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
    node.mine(5)
    const [first] = branch(node)
    node.submit(first)
    expect(node.chain.reconsiderBlock(node.chain.blocked()!.entry)).toMatchObject(UNSUPPORTED)
    expect(node.chain.blocked()?.entry.height).toBe(6)
  })

  it('is plainly wrong on a chain that allows none', () => {
    const node = start({ args: [...TEST_ARGS, '-ac_public=1'] })
    const block = node.buildBlock({ txs: [{ ...shieldedAlone(), valueBalance: 1n }] })
    node.clock.advance(100_000)
    const outcome = node.chain.processBlock(block)
    expect(outcome).toMatchObject({ kind: 'invalid', verdict: { reason: 'bad-txns-acpublic-chain', score: 100 } })
    expect(node.chain.blocked()).toBeUndefined()
  })
})

function shieldedAlone(): Transaction {
  const maker = start()
  maker.mine(1)
  return shielded(maker)
}
