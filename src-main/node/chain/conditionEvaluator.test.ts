import { afterEach, describe, expect, it } from 'vitest'
import { type Condition, ccOne } from '../conditions/index.ts'
import type { CcEvaluator, CcView } from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import { computeTxid, type Transaction } from '../primitives/index.ts'
import { ccScript, OP, opReturnScript, p2shScript, pushData, SCRIPT_FLAGS } from '../script/index.ts'
import { createTestNode, TEST_ARGS, type TestInput, type TestNode, testKey } from '../testing/index.ts'
import { concat } from '../util/index.ts'

interface Question {
  readonly code: number
  readonly txid: string
  readonly inputIndex: number
  readonly height: number
}

const key = testKey(1)
const tree: Condition = ccOne(0xe4, key.pub)

describe('ConditionEvaluator', () => {
  let node: TestNode
  let asked: Question[]
  let judge: (tx: Transaction, view: CcView) => boolean
  afterEach(() => node.close())

  function open(args: readonly string[] = TEST_ARGS): void {
    asked = []
    judge = () => true
    const evaluator: CcEvaluator = {
      evaluate(evalCode, tx, inputIndex, height, view) {
        asked.push({ code: evalCode[0]!, txid: Buffer.from(computeTxid(tx)).toString('hex'), inputIndex, height })
        return judge(tx, view) ? { ok: true } : { ok: false, reason: 'refused by the test' }
      },
    }
    node = createTestNode({ args, evaluator })
    node.mine(4)
  }

  /** Pays the scripts from the premine and mines the transaction. */
  function fund(...scripts: readonly Uint8Array[]): Transaction {
    const tx = node.pay(
      testKey(0),
      scripts.map((scriptPubKey) => ({ value: 1000n, scriptPubKey })),
    )
    node.mineBlock({ txs: [tx] })
    return tx
  }

  const spend = (...inputs: readonly TestInput[]): Transaction =>
    node.build({ inputs, outputs: [{ value: 1n, scriptPubKey: key.p2pkh }] })
  const condition = (tx: Transaction, index: number): TestInput => ({ ...node.inputOf(tx, index, key), tree })
  const getTxidHex = (tx: Transaction): string => Buffer.from(computeTxid(tx)).toString('hex')

  it('evaluates each input that spends a condition once, at the height of the block', () => {
    open()
    const funding = fund(ccScript(tree), key.p2pkh, ccScript(tree))
    const tx = spend(condition(funding, 2), node.inputOf(funding, 1, key), condition(funding, 0))
    node.mineBlock({ txs: [tx] })
    const height = node.chain.tip().height
    expect(asked).toEqual([
      { code: 0xe4, txid: getTxidHex(tx), inputIndex: 0, height },
      { code: 0xe4, txid: getTxidHex(tx), inputIndex: 2, height },
    ])
  })

  it('rejects a block if the contract rejects a condition', () => {
    open()
    const funding = fund(ccScript(tree))
    judge = () => false
    const before = node.chain.tip()
    const block = node.buildBlock({ txs: [spend(condition(funding, 0))] })
    node.clock.advance(1000)
    expect(node.submit(block)).toBe('rejected')
    expect(node.chain.tip()).toBe(before)
  })

  it('evaluates conditions again in a block although the scripts are known to be valid', () => {
    open()
    const funding = fund(ccScript(tree))
    const tx = spend(condition(funding, 0))
    const branchId = 0x76b809bb
    node.verifier.remember(computeTxid(tx), SCRIPT_FLAGS.BLOCK, branchId)
    judge = () => false
    expect(node.chain.testBlockValidity(node.buildBlock({ txs: [tx] }))).toMatchObject({ ok: false, reason: '' })
    judge = () => true
    expect(node.chain.testBlockValidity(node.buildBlock({ txs: [tx] }))).toEqual({ ok: true })
    expect(asked).toHaveLength(2)
  })

  it('shows contracts the transactions of the block in any order, and the chain below', () => {
    open()
    const funding = fund(ccScript(tree))
    const first = spend(condition(funding, 0))
    const second = node.pay(testKey(0), [{ value: 5n, scriptPubKey: key.p2pk }])
    const seen: unknown[] = []
    judge = (_, view) => {
      seen.push(view.transaction(computeTxid(second))?.height, view.transaction(computeTxid(first))?.tx === first)
      seen.push(view.transaction(computeTxid(funding))?.height, view.transaction(new Uint8Array(32)))
      seen.push(view.tip().height)
      return true
    }
    const block = node.buildBlock({ txs: [first, second] })
    expect(node.chain.testBlockValidity(block)).toEqual({ ok: true })
    // The block is parsed again, so the transaction is a different object.
    expect(seen).toEqual([undefined, false, 5, undefined, 5])
    expect(node.chain.transaction(computeTxid(first))).toBeUndefined()
  })

  it('hides the coinbase of the block from contracts', () => {
    open()
    const funding = fund(ccScript(tree))
    const [first, second] = [
      spend(condition(funding, 0)),
      node.pay(testKey(0), [{ value: 5n, scriptPubKey: key.p2pk }]),
    ]
    const block = node.buildBlock({ txs: [first, second] })
    const seen: boolean[] = []
    judge = (_, view) => {
      seen.push(...block.txs.map((tx) => view.transaction(computeTxid(tx)) !== undefined))
      return true
    }
    expect(node.chain.testBlockValidity(block)).toEqual({ ok: true })
    expect(seen).toEqual([false, true, true])
  })

  it('rejects a condition behind a script hash', () => {
    open()
    const redeem = ccScript(tree)
    const funding = fund(p2shScript(hash160(redeem)))
    // Behind a script hash the fulfilment is not a single push, so the script always fails. The module is called only
    // if the script runs that far.
    const tx = spend({ ...node.inputOf(funding, 0), scriptSig: concat(pushData(Uint8Array.of(1)), pushData(redeem)) })
    node.clock.advance(1000)
    expect(node.submit(node.buildBlock({ txs: [tx] }))).toBe('rejected')
    expect(asked).toEqual([])
  })

  it('evaluates a condition in the middle of a script', () => {
    open()
    // OP_1 IF <condition> CC ENDIF
    const script = concat(Uint8Array.of(OP.OP_1, OP.OP_IF), ccScript(tree), Uint8Array.of(OP.OP_ENDIF))
    const funding = fund(script)
    const block = node.buildBlock({ txs: [spend(condition(funding, 0))] })
    expect(node.chain.testBlockValidity(block)).toEqual({ ok: true })
    expect(asked).toHaveLength(1)
    judge = () => false
    expect(node.chain.testBlockValidity(block)).toMatchObject({ ok: false, reason: '' })
  })

  it('rejects a malformed fulfilment without calling the contract', () => {
    open()
    const funding = fund(ccScript(tree))
    const tx = spend({ ...node.inputOf(funding, 0), scriptSig: pushData(Uint8Array.of(1, 2, 3, 1)) })
    expect(node.chain.testBlockValidity(node.buildBlock({ txs: [tx] }))).toMatchObject({ ok: false, reason: '' })
    expect(asked).toEqual([])
  })

  it('rejects conditions on a chain without -ac_cc', () => {
    open(TEST_ARGS.filter((arg) => !arg.startsWith('-ac_cc')))
    const funding = fund(ccScript(tree), opReturnScript(Uint8Array.of(1)))
    const block = node.buildBlock({ txs: [spend(condition(funding, 0))] })
    expect(node.chain.testBlockValidity(block)).toMatchObject({ ok: false, reason: '' })
    expect(asked).toEqual([])
  })
})
