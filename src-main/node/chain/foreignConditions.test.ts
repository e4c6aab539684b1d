import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { CcEvaluator, Logger } from '../interfaces.ts'
import { parseBlock, type Transaction } from '../primitives/index.ts'
import { ccScript, OP } from '../script/index.ts'
import {
  createTestNode,
  silentLogger,
  submitBlocks,
  type TestInput,
  type TestNode,
  type TestNodeOptions,
  testKey,
} from '../testing/index.ts'
import { concat } from '../util/index.ts'

const OURS = 0xe4
const FOREIGN = 0xe6
const key = testKey(1)
const REASON = 'bad-txns-condition-not-supported'

let open: TestNode[] = []
afterEach(() => {
  for (const node of open) node.close()
  open = []
})

/** Module e4 says what `ours` says, of module e6 nobody can say anything. */
const modules = (ours: () => boolean): CcEvaluator => ({
  evaluate([code]) {
    if (code === FOREIGN) return { ok: false, reason: 'a test', beyondUs: true }
    return ours() ? { ok: true } : { ok: false, reason: 'refused by the test' }
  },
})

function start(ours: () => boolean = () => true, options: TestNodeOptions = {}): TestNode {
  const node = createTestNode({ evaluator: modules(ours), ...options })
  open.push(node)
  node.mine(4)
  return node
}

/** Pays scripts, which any chain may do; block 5. */
function fund(node: TestNode, ...scripts: readonly Uint8Array[]): Transaction {
  const tx = node.pay(
    testKey(0),
    scripts.map((scriptPubKey) => ({ value: 1000n, scriptPubKey })),
  )
  node.mineBlock({ txs: [tx] })
  node.clock.advance(10_000)
  return tx
}

const scriptOf = (code: number) => ccScript(ccOne(code, key.pub))
const spendOf = (node: TestNode, tx: Transaction, index: number, code: number): TestInput => ({
  ...node.inputOf(tx, index, key),
  tree: ccOne(code, key.pub),
})
const spend = (node: TestNode, ...inputs: readonly TestInput[]): Transaction =>
  node.build({ inputs, outputs: [{ value: 1n, scriptPubKey: key.p2pkh }] })

/** The transaction with one bit of its first signature changed. */
function forged(tx: Transaction): Transaction {
  const scriptSig = Uint8Array.from(tx.vin[0]!.scriptSig)
  scriptSig[60]! ^= 1
  return { ...tx, vin: [{ ...tx.vin[0]!, scriptSig }, ...tx.vin.slice(1)] }
}

describe('a block that spends a condition of a module that is not here', () => {
  it('is not connected, nobody is blamed, and what that means is told', () => {
    const errors: string[] = []
    const warnings: string[] = []
    const logger: Logger = {
      ...silentLogger,
      error: (text) => void errors.push(text),
      warn: (text) => void warnings.push(text),
      child: () => logger,
    }
    const node = start(undefined, { logger })
    const funding = fund(node, scriptOf(FOREIGN))
    const block = node.buildBlock({ txs: [spend(node, spendOf(node, funding, 0, FOREIGN))] })
    const unsupported = { ok: false, kind: 'unsupported', reason: REASON, score: 0 }
    expect(node.chain.testBlockValidity(block)).toMatchObject(unsupported)
    expect(node.chain.processBlock(block)).toMatchObject({ kind: 'invalid', verdict: unsupported })
    expect(node.chain.processBlock(block)).toMatchObject({ kind: 'refused', verdict: unsupported })
    expect(node.chain.acceptHeaders([block.header])).toMatchObject({ stopped: { reason: unsupported } })
    const { entry, ahead, detail } = node.chain.blocked()!
    expect([node.chain.tip().height, entry.height, ahead]).toEqual([5, 6, true])
    expect(detail).toMatch(/^From block 6 on this chain uses contracts of another kind .* stays at block 5:/)
    expect(detail).not.toContain('shielded')
    expect([errors, warnings]).toEqual([[detail], []])
  })

  it('is remembered for what it is over a restart', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'foreign-'))
    const before = start(undefined, { dataDir })
    const funding = fund(before, scriptOf(FOREIGN))
    const block = before.buildBlock({ txs: [spend(before, spendOf(before, funding, 0, FOREIGN))] })
    expect(before.submit(block)).toBe(REASON)
    const told = before.chain.blocked()!.detail
    open.pop()?.close()
    const node = createTestNode({ dataDir })
    expect(node.chain.blocked()).toMatchObject({ entry: { height: 6 }, ahead: true, detail: told })
    expect(node.chain.acceptHeaders([block.header])).toMatchObject({ stopped: { reason: { reason: REASON } } })
    node.close()
    rmSync(dataDir, { recursive: true })
  })

  it('ends a group of blocks, and those below it stay', () => {
    const maker = start()
    const funding = fund(maker, scriptOf(FOREIGN))
    const last = maker.buildBlock({ txs: [spend(maker, spendOf(maker, funding, 0, FOREIGN))] })
    const heights = Array.from({ length: maker.chain.tip().height }, (_, index) => index + 1)
    const below = heights.map((height) => parseBlock(maker.chain.blockBytes(maker.chain.byHeight(height)!)!))
    const node = createTestNode({ evaluator: modules(() => true) })
    open.push(node)
    node.clock.set(last.header.time)
    const outcomes = submitBlocks(node, [...below, last])
    expect(outcomes.map(({ kind }) => kind)).toEqual([...below.map(() => 'connected'), 'invalid'])
    expect(node.chain.blocked()).toMatchObject({ entry: { height: 6 }, ahead: true })
  })

  it('is invalid all the same where something else is wrong with it', () => {
    let ours = true
    const node = start(() => ours)
    const funding = fund(node, scriptOf(FOREIGN), scriptOf(OURS), scriptOf(FOREIGN))
    const foreign = spend(node, spendOf(node, funding, 0, FOREIGN))
    const own = spend(node, spendOf(node, funding, 1, OURS))
    const third = spend(node, spendOf(node, funding, 2, FOREIGN))
    const missing = { ...third, vin: [{ ...third.vin[0]!, prevout: { hash: new Uint8Array(32), index: 0 } }] }
    const verdictOf = (...txs: Transaction[]) => node.chain.testBlockValidity(node.buildBlock({ txs }))
    expect(verdictOf(foreign, own)).toMatchObject({ kind: 'unsupported' })
    expect(verdictOf(forged(foreign), own)).toMatchObject({ kind: 'invalid', reason: '', score: 100 })
    expect(verdictOf(foreign, forged(own))).toMatchObject({ kind: 'invalid', reason: '', score: 100 })
    expect(verdictOf(foreign, missing)).toMatchObject({ kind: 'invalid', score: 100 })
    ours = false
    expect(verdictOf(foreign, own)).toMatchObject({ kind: 'invalid', reason: '', score: 100 })
    const block = node.buildBlock({ txs: [foreign, own] })
    expect(node.submit(block)).toBe('rejected')
    expect(node.chain.blocked()).toBeUndefined()
  })

  it('is judged where the answer of the module changes nothing', () => {
    const node = start()
    // <condition> CC, then either the result itself or whatever it was.
    const decided = concat(Uint8Array.of(OP.OP_1, OP.OP_IF), scriptOf(FOREIGN), Uint8Array.of(OP.OP_ENDIF))
    const dropped = concat(decided, Uint8Array.of(OP.OP_DROP, OP.OP_1))
    const refused = concat(decided, Uint8Array.of(OP.OP_DROP, OP.OP_0))
    const funding = fund(node, decided, dropped, refused)
    const kindOf = (index: number) => {
      const verdict = node.chain.testBlockValidity(
        node.buildBlock({ txs: [spend(node, spendOf(node, funding, index, FOREIGN))] }),
      )
      return verdict.ok ? 'valid' : verdict.kind
    }
    expect([0, 1, 2].map(kindOf)).toEqual(['unsupported', 'valid', 'invalid'])
  })
})
