import { describe, expect, it } from 'vitest'
import { ccOne, ccOneOfTwo, encodeCondition, evalNode, secpNode, threshold, tokenCcOne } from '../conditions/index.ts'
import { parseTransaction, type Transaction } from '../primitives/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  ccScript,
  NULL_CHECKER,
  pushData,
  SCRIPT_FLAGS,
  signCcInput,
  transactionChecker,
  verifyScript,
} from './index.ts'

const { STANDARD, BLOCK } = SCRIPT_FLAGS
const SAPLING = 0x76b809bb
const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const FAUCET_PUB = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const FAUCET_PRIV = fromHex('d44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9')
/**
 * Spends 20010000 satoshis of the faucet pool. Encoding and signature are valid, but the faucet module would reject it.
 */
const FAUCET_SPEND =
  '0400008085202f890101aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa000000007b4c79a276a072a26ba0' +
  '67a565802103682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe128140f537759850959a381dca8845ead031' +
  '52582aa100ab532313707d7be574f97a8326aeaadfb84ec70c8613cf147e007f83f31c945e539dd5263c1eb96eb8a287f2a100af038001' +
  'e4a10001ffffffff0180969800000000002321034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaac0000' +
  '00002c0100000000000000000000000000'

const hex = (text: string) => fromHex(text.replace(/\s/g, ''))

function verifyPair(scriptSig: Uint8Array, scriptPubKey: Uint8Array, flags: number, checker = NULL_CHECKER) {
  const verdict = verifyScript({ scriptSig, scriptPubKey, flags, checker })
  return verdict.ok || verdict.error
}

describe('CHECKCRYPTOCONDITION', () => {
  const tx = parseTransaction(fromHex(FAUCET_SPEND))
  const amount = 20_010_000n
  const pool = ccScript(ccOne(0xe4, FAUCET_PUB))
  const { scriptSig } = tx.vin[0] as { scriptSig: Uint8Array }
  const fulfillment = scriptSig.subarray(2)

  const verify = (
    options: {
      sig?: Uint8Array
      out?: Uint8Array
      cc?: boolean
      flags?: number
      evaluate?: (code: Uint8Array) => boolean
    } = {},
  ) => {
    const { sig = scriptSig, out = pool, cc = true, flags = STANDARD, evaluate } = options
    const checker = transactionChecker({ tx, inputIndex: 0, amount, branchId: SAPLING, ccEnabled: cc, evaluate })
    return verifyPair(sig, out, flags, checker)
  }

  it('accepts the known spend of the faucet pool, in blocks and in the mempool', () => {
    expect(verify()).toBe(true)
    expect(verify({ flags: BLOCK })).toBe(true)
  })

  it('signs the same spend from key and tree', () => {
    const unsigned: Transaction = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: hex('') })) }
    const input = { tx: unsigned, inputIndex: 0, amount, branchId: SAPLING }
    expect(signCcInput(input, ccOne(0xe4, FAUCET_PUB), [K1, FAUCET_PRIV])).toEqual(scriptSig)
    expect(signCcInput(input, ccOne(0xe4, FAUCET_PUB), [K1])).toBeUndefined()
  })

  it('evaluates every eval node with its code, until one is rejected', () => {
    const tree = tokenCcOne(0xe3, 0, P1)
    const sig = signCcInput({ tx, inputIndex: 0, amount, branchId: SAPLING }, tree, [K1]) as Uint8Array
    const asked: string[] = []
    const answer = (refused: string) => (code: Uint8Array) => {
      asked.push(toHex(code))
      return toHex(code) !== refused
    }
    expect(verify({ sig, out: ccScript(tree), evaluate: answer('') })).toBe(true)
    expect(verify({ sig, out: ccScript(tree), evaluate: answer('e3') })).toBe('EVAL_FALSE')
    expect(asked).toEqual(['e3', 'f2', 'e3'])
  })

  it('runs no module if a signature is invalid', () => {
    const damaged = scriptSig.slice()
    damaged[60] = (damaged[60] as number) ^ 1
    const evaluate = () => {
      throw new Error('asked')
    }
    expect(verify({ sig: damaged, evaluate })).toBe('EVAL_FALSE')
  })

  it('accepts an output script with dropped data after the operation, because signatures do not cover them', () => {
    expect(verify({ out: concat(pool, hex('020102 75')) })).toBe(true)
  })

  it('accepts one of two keys, and rejects a changed hash type', () => {
    const tree = ccOneOfTwo(0xf2, P1, P2)
    const sig = signCcInput({ tx, inputIndex: 0, amount, branchId: SAPLING }, tree, [K1]) as Uint8Array
    expect(verify({ sig, out: ccScript(tree) })).toBe(true)
    const otherType = concat(sig.subarray(0, -1), hex('02'))
    expect(verify({ sig: otherType, out: ccScript(tree) })).toBe('EVAL_FALSE')
  })

  it.each([
    ['no data', hex(''), 'BAD_OPCODE'],
    ['two pushes', concat(scriptSig, hex('51')), 'INVALID_STACK_OPERATION'],
    ['an operation behind the push', concat(scriptSig, hex('61')), 'INVALID_STACK_OPERATION'],
    ['an empty push', hex('00'), 'INVALID_STACK_OPERATION'],
    ['a small number', hex('51'), 'INVALID_STACK_OPERATION'],
    ['a cut push', hex('05 01'), 'BAD_OPCODE'],
    ['2049 bytes', pushData(new Uint8Array(2049)), 'PUSH_SIZE'],
    ['2048 bytes that are no fulfillment', pushData(new Uint8Array(2048)), 'CRYPTOCONDITION_INVALID_FULFILLMENT'],
    ['a hash type alone', hex('0101'), 'CRYPTOCONDITION_INVALID_FULFILLMENT'],
    ['a fulfillment with a byte more', pushData(concat(fulfillment, hex('01'))), 'CRYPTOCONDITION_INVALID_FULFILLMENT'],
    ['a fulfillment without a signature', pushData(hex('af038001e4 01')), 'EVAL_FALSE'],
  ])('rejects a scriptSig with %s', (_, sig, error) => {
    expect(verify({ sig })).toBe(error)
  })

  it('rejects the fulfillment of another condition', () => {
    expect(verify({ out: ccScript(ccOne(0xf2, FAUCET_PUB)) })).toBe('EVAL_FALSE')
    expect(verify({ out: ccScript(threshold(1, [evalNode(0xe4), secpNode(FAUCET_PUB)])) })).toBe('EVAL_FALSE')
  })

  it('fails as an unknown opcode on a chain without crypto-conditions', () => {
    expect(verify({ cc: false })).toBe('BAD_OPCODE')
    expect(verify({ cc: false, out: concat(hex('51 63 51 67'), pool, hex('68')) })).toBe('CLEANSTACK')
  })

  it('works within other scripts, with the usual limits', () => {
    const condition = pushData(encodeCondition(ccOne(0xe4, FAUCET_PUB)))
    const out = concat(condition, hex('cd 51'))
    expect(verify({ out })).toBe(true)
    expect(verify({ out, evaluate: () => false })).toBe('CRYPTOCONDITIONVERIFY')
    expect(verify({ out: concat(condition, hex('cc 91')), evaluate: () => false })).toBe(true)
    expect(verify({ out, sig: pushData(new Uint8Array(521)) })).toBe('PUSH_SIZE')
    expect(verify({ out: hex('cc') })).toBe('INVALID_STACK_OPERATION')
    expect(verify({ out, sig: hex('00') })).toBe('CRYPTOCONDITIONVERIFY')
  })
})
