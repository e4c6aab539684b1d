import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { ccScript, OP } from '../script/index.ts'
import { createTestNode, TEST_ARGS, type TestNode, testKey } from '../testing/index.ts'
import { concat } from '../util/index.ts'

/** Eval codes: one without a contract, one whose contract cannot be used, and one of the custom libraries. */
const CODES = [0xee, 0xe9, 0x10]
const key = testKey(1)

let node: TestNode
beforeEach(() => {
  node = createTestNode({ evaluator: new ContractEvaluator(chainParamsFromArgs(TEST_ARGS)) })
  node.mine(4)
})
afterEach(() => node.close())

/** Pays scripts in block 5, which is valid on any chain. */
function fund(...scripts: readonly Uint8Array[]): Transaction {
  const tx = node.pay(
    testKey(0),
    scripts.map((scriptPubKey) => ({ value: 1000n, scriptPubKey })),
  )
  node.mineBlock({ txs: [tx] })
  node.clock.advance(10_000)
  return tx
}

const conditionScriptFor = (code: number) => ccScript(ccOne(code, key.pub))
const spend = (tx: Transaction, index: number, code: number): Transaction =>
  node.build({
    inputs: [{ ...node.inputOf(tx, index, key), tree: ccOne(code, key.pub) }],
    outputs: [{ value: 1n, scriptPubKey: key.p2pkh }],
  })

/** komodod gives the same answer for any failed script or contract. */
const REFUSED = { ok: false, kind: 'invalid', reason: '', score: 100 }

describe('spending a condition with an unknown eval code', () => {
  it.each(CODES)('fails like a condition whose contract rejects it: %i', (code) => {
    const funding = fund(conditionScriptFor(code))
    const block = node.buildBlock({ txs: [spend(funding, 0, code)] })
    expect(node.chain.testBlockValidity(block)).toMatchObject(REFUSED)
    expect(node.submit(block)).toBe('rejected')
    expect(node.chain.tip().height).toBe(5)
    expect(node.chain.refused()).toMatchObject({ first: { height: 6 }, byUser: false, reason: '' })
    // The chain continues without the rejected block.
    node.mine(1)
    expect(node.chain.tip().height).toBe(6)
  })

  it('leaves the verdict to the complete script', () => {
    const code = 0xee
    // <condition> CC, whose result either decides or is dropped.
    const decided = concat(Uint8Array.of(OP.OP_1, OP.OP_IF), conditionScriptFor(code), Uint8Array.of(OP.OP_ENDIF))
    const dropped = concat(decided, Uint8Array.of(OP.OP_DROP, OP.OP_1))
    const refused = concat(decided, Uint8Array.of(OP.OP_DROP, OP.OP_0))
    const funding = fund(decided, dropped, refused)
    const findVerdictKind = (index: number) => {
      const verdict = node.chain.testBlockValidity(node.buildBlock({ txs: [spend(funding, index, code)] }))
      return verdict.ok ? 'valid' : verdict.kind
    }
    expect([0, 1, 2].map(findVerdictKind)).toEqual(['invalid', 'valid', 'invalid'])
  })
})
