import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ccOne,
  ccOneOfTwo,
  collectEvalCodes,
  deriveCondition,
  encodeFulfillment,
  isUsableCondition,
  readFulfillment,
  tokenCcOne,
} from '../conditions/index.ts'
import { mutated, pushedCondition } from '../conditions/testing/testTrees.ts'
import { decodeCcInputs } from '../contracts/framework/ccInputs.ts'
import type { Transaction } from '../primitives/types.ts'
import {
  classify,
  extractDestinations,
  findScriptAddress,
  indexedAddress,
  pushData,
  SCRIPT_FLAGS,
  signCcInput,
  transactionChecker,
  verifyScript,
} from '../script/index.ts'
import { createTestNode, testKey } from '../testing/index.ts'
import { concat, toHex } from '../util/index.ts'
import { defaultMempoolPolicy } from './mempool.ts'
import { inputsAreStandard, nonStandardReason } from './standard.ts'

// Checks that every parser of conditions and fulfillments agrees on the same bytes.

const RUNS = { numRuns: 1000 }
const OPERATION = Uint8Array.of(0xcc)
const node = createTestNode()
const { params } = node
const plain = node.build({
  inputs: [{ outpoint: { hash: new Uint8Array(32).fill(1), index: 0 }, value: 9n, scriptPubKey: new Uint8Array() }],
  outputs: [{ value: 1_000_000n, scriptPubKey: testKey(0).p2pk }],
})
node.close()
const rules = { ...defaultMempoolPolicy(params), epoch: 'sapling', ccEnabled: true } as const
const withInput = (scriptSig: Uint8Array): Transaction => ({ ...plain, vin: [{ ...plain.vin[0]!, scriptSig }] })

describe('a CC output with a mutated condition', () => {
  it('gets the same classification from decoding, index, addresses and standardness', () => {
    const seen = { usable: 0, other: 0 }
    const pushed = fc.oneof({ weight: 9, arbitrary: pushedCondition.chain((whole) => mutated(whole)) }, fc.uint8Array())
    const drop = fc.constantFrom(new Uint8Array(), Uint8Array.of(1, 7, 0x75))
    fc.assert(
      fc.property(pushed, drop, (condition, data) => {
        fc.pre(condition.length > 0 && condition.length <= 75)
        const scriptPubKey = concat(pushData(condition), OPERATION, data)
        const usable = isUsableCondition(condition)
        seen[usable ? 'usable' : 'other']++
        const coin = { value: 1n, scriptPubKey, height: 1, coinbase: false }
        const tx = { ...plain, vout: [{ value: 1_000_000n, scriptPubKey }] }
        expect({
          type: classify(scriptPubKey, { cc: true }).type,
          shown: extractDestinations(scriptPubKey, { cc: true }).addresses.length,
          filed: indexedAddress(scriptPubKey)?.type,
          addressed: findScriptAddress(scriptPubKey, { cc: true }) !== undefined,
          refused: nonStandardReason(tx, rules),
          spendable: inputsAreStandard(withInput(Uint8Array.of(1, 0)), [coin], true),
        }).toEqual({
          type: usable ? 'cryptocondition' : 'nonstandard',
          shown: usable ? 1 : 0,
          filed: usable ? 3 : undefined,
          addressed: usable,
          refused: usable ? undefined : 'scriptpubkey',
          spendable: usable,
        })
      }),
      RUNS,
    )
    expect(Math.min(seen.usable, seen.other)).toBeGreaterThan(100)
  })
})

describe('a CC input with a mutated fulfillment', () => {
  const branchId = 0x76b809bb
  const trees = [ccOne(0xf2, testKey(1).pub), ccOneOfTwo(0xe4, testKey(1).pub, testKey(2).pub)]
  trees.push(tokenCcOne(0xe3, 0xf7, testKey(1).pub))
  const signed = trees.map((tree) => {
    const input = { tx: plain, inputIndex: 0, amount: 9n, branchId }
    const scriptSig = signCcInput(input, tree, [testKey(1).priv])!
    return scriptSig.subarray(scriptSig.indexOf(0xa2), -1)
  })

  it('gets the same result from the script interpreter and the modules', () => {
    const seen = { malformed: 0, refused: 0, spends: 0 }
    fc.assert(
      fc.property(
        fc.constantFrom(...signed).chain((whole) => mutated(whole, 2)),
        (bytes) => {
          const read = readFulfillment(bytes)
          const scriptSig = pushData(concat(bytes, Uint8Array.of(1)))
          const tx = withInput(scriptSig)
          const asked: Uint8Array[] = []
          const evaluate = (code: Uint8Array) => asked.push(code) > 0
          const checker = transactionChecker({ tx, inputIndex: 0, amount: 9n, branchId, ccEnabled: true, evaluate })
          const [input] = decodeCcInputs(tx)
          const condition = read ? deriveCondition(read) : new Uint8Array(40)
          const result = checker.checkCryptoCondition(condition, concat(bytes, Uint8Array.of(1)))
          expect([input === undefined, result === undefined]).toEqual([!read, !read])
          if (!read) {
            seen.malformed++
            return
          }
          expect(input?.evalCodes).toEqual(collectEvalCodes(read))
          seen[result ? 'spends' : 'refused']++
          if (!result) return
          expect(asked).toEqual(input?.evalCodes)
          // The bytes may be another encoding; the spent script then commits to the shortest encoding.
          expect(toHex(deriveCondition(readFulfillment(encodeFulfillment(read))!))).toBe(toHex(condition))
          const scriptPubKey = concat(pushData(condition), OPERATION)
          expect(verifyScript({ scriptSig, scriptPubKey, flags: SCRIPT_FLAGS.BLOCK, checker })).toEqual({ ok: true })
        },
      ),
      { numRuns: 3000 },
    )
    expect(Math.min(seen.malformed, seen.refused, seen.spends)).toBeGreaterThan(30)
  })
})
