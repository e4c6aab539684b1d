import { describe, expect, it } from 'vitest'
import { derEncode, hash160, parseDerLax, secp256k1 } from '../crypto/index.ts'
import { parseTransaction, type Transaction } from '../primitives/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  makeSignature,
  multisigScript,
  NULL_CHECKER,
  p2pkScript,
  p2shScript,
  pushData,
  pushNumber,
  SCRIPT_FLAGS,
  scriptErrorText,
  transactionChecker,
  verifyScript,
} from './index.ts'

const { NONE, P2SH, STANDARD, BLOCK } = SCRIPT_FLAGS
const SAPLING = 0x76b809bb
const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
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

describe('verifyScript', () => {
  const script = hex('51')
  const output = p2shScript(hash160(script))

  it('runs a redeem script only with its flag', () => {
    const hidden = hex('00')
    const spends = pushData(hidden)
    expect(verifyPair(spends, p2shScript(hash160(hidden)), NONE)).toBe(true)
    expect(verifyPair(spends, p2shScript(hash160(hidden)), P2SH)).toBe('EVAL_FALSE')
    expect(verifyPair(pushData(script), output, P2SH)).toBe(true)
  })

  it('accepts only pushes in an input of a script hash', () => {
    expect(verifyPair(concat(hex('61'), pushData(script)), output, P2SH)).toBe('SIG_PUSHONLY')
    expect(verifyPair(concat(hex('61'), pushData(script)), output, NONE)).toBe(true)
    expect(verifyPair(hex('61'), hex('51'), SCRIPT_FLAGS.SIGPUSHONLY)).toBe('SIG_PUSHONLY')
  })

  it('requires a true value at the end, and no further value with CLEANSTACK', () => {
    expect(verifyPair(hex(''), hex(''), BLOCK)).toBe('EVAL_FALSE')
    expect(verifyPair(hex('51'), hex('0180'), BLOCK)).toBe('EVAL_FALSE')
    expect(verifyPair(hex('51'), hex('51'), BLOCK)).toBe(true)
    expect(verifyPair(hex('51'), hex('51'), STANDARD)).toBe('CLEANSTACK')
    expect(verifyPair(concat(hex('51'), pushData(script)), output, STANDARD)).toBe('CLEANSTACK')
  })

  it('rejects reserved operations only in the mempool', () => {
    for (const opcode of ['b0', 'b2', 'b9']) {
      expect(verifyPair(hex('51'), hex(opcode), BLOCK)).toBe(true)
      expect(verifyPair(hex('51'), hex(opcode), STANDARD)).toBe('DISCOURAGE_UPGRADABLE_NOPS')
    }
  })
})

describe('CHECKLOCKTIMEVERIFY', () => {
  const spend = (lockTime: number, sequence: number): Transaction => {
    const tx = parseTransaction(fromHex(FAUCET_SPEND))
    return { ...tx, lockTime, vin: tx.vin.map((input) => ({ ...input, sequence })) }
  }
  const verify = (script: Uint8Array, lockTime: number, sequence = 0, flags: number = BLOCK) => {
    const tx = spend(lockTime, sequence)
    const checker = transactionChecker({ tx, inputIndex: 0, amount: 0n, branchId: SAPLING, ccEnabled: true })
    return verifyPair(hex(''), concat(script, hex('b1 75 51')), flags, checker)
  }

  it.each([
    ['a height that is reached', 100, 100, true],
    ['a height that is not', 101, 100, 'UNSATISFIED_LOCKTIME'],
    ['a time against a height', 500_000_000, 499_999_999, 'UNSATISFIED_LOCKTIME'],
    ['a height against a time', 499_999_999, 500_000_000, 'UNSATISFIED_LOCKTIME'],
    ['a time beyond 2038', 4_294_967_295, 4_294_967_295, true],
    ['a negative time', -1, 100, 'NEGATIVE_LOCKTIME'],
  ])('returns the expected result for %s', (_, time, lockTime, expected) => {
    expect(verify(pushNumber(time), lockTime)).toBe(expected)
  })

  it('fails for a final input, and does nothing without its flag', () => {
    expect(verify(pushNumber(1), 100, 0xffffffff)).toBe('UNSATISFIED_LOCKTIME')
    expect(verify(pushNumber(1), 100, 0xffffffff, P2SH)).toBe(true)
    expect(verify(pushNumber(1), 100, 0, SCRIPT_FLAGS.DISCOURAGE_UPGRADABLE_NOPS)).toBe('DISCOURAGE_UPGRADABLE_NOPS')
    expect(verify(hex(''), 100)).toBe('INVALID_STACK_OPERATION')
    expect(verify(hex('06 000000000000'), 100)).toBe('UNKNOWN_ERROR')
  })
})

describe('verifyScript with signatures', () => {
  const tx = parseTransaction(fromHex(FAUCET_SPEND))
  const input = { tx, inputIndex: 0, amount: 0n, branchId: SAPLING }
  const checker = transactionChecker({ ...input, ccEnabled: true })
  const signatureFor = (key: Uint8Array, hashType: number) =>
    makeSignature({ ...input, scriptPubKey: p2pkScript(key), hashType }, p2pkScript(key), K1) as Uint8Array
  const verify = (signature: Uint8Array, flags: number, key = P1) =>
    verifyPair(pushData(signature), p2pkScript(key), flags, checker)

  it.each([1, 2, 3, 0x81, 0x82, 0x83])('accepts hash type %i', (hashType) => {
    expect(verify(signatureFor(P1, hashType), STANDARD)).toBe(true)
  })

  it.each([0, 4, 0x80, 0xff])('accepts hash type %i in blocks only', (hashType) => {
    expect(verify(signatureFor(P1, hashType), BLOCK)).toBe(true)
    expect(verify(signatureFor(P1, hashType), STANDARD)).toBe('SIG_HASHTYPE')
  })

  it('accepts a high S in blocks only', () => {
    const compact = parseDerLax(signatureFor(P1, 1)) as Uint8Array
    const s =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(`0x${toHex(compact.slice(32))}`)
    const high = concat(derEncode(concat(compact.slice(0, 32), fromHex(s.toString(16).padStart(64, '0')))), hex('01'))
    expect(verify(high, BLOCK)).toBe(true)
    expect(verify(high, STANDARD)).toBe('SIG_HIGH_S')
  })

  it('accepts hybrid keys in blocks only, and uncompressed ones also in the mempool', () => {
    const long = secp256k1.publicKey(K1, false)
    const hybrid = concat(Uint8Array.of(6 + ((long[64] as number) & 1)), long.subarray(1))
    expect(verify(signatureFor(long, 1), STANDARD, long)).toBe(true)
    expect(verify(signatureFor(hybrid, 1), BLOCK, hybrid)).toBe(true)
    expect(verify(signatureFor(hybrid, 1), STANDARD, hybrid)).toBe('PUBKEYTYPE')
  })

  it('rejects encodings other than strict DER, also in blocks', () => {
    const good = signatureFor(P1, 1)
    const padded = concat(hex('30'), Uint8Array.of((good[1] as number) + 1), good.subarray(2, -1), hex('00 01'))
    expect(verify(padded, BLOCK)).toBe('SIG_DER')
    expect(verify(good.subarray(0, -1), BLOCK)).toBe('SIG_DER')
  })

  it('treats an unknown kind of key and an empty signature as a failed check in blocks', () => {
    const odd = concat(hex('05'), P1.subarray(1))
    expect(verify(signatureFor(odd, 1), BLOCK, odd)).toBe('EVAL_FALSE')
    expect(verify(signatureFor(odd, 1), STANDARD, odd)).toBe('PUBKEYTYPE')
    expect(verify(hex(''), STANDARD)).toBe('EVAL_FALSE')
  })

  it('requires an empty extra element of multisig in the mempool only', () => {
    const out = multisigScript(1, [P2, P1])
    const signature = makeSignature({ ...input, scriptPubKey: out }, out, K1) as Uint8Array
    expect(verifyPair(concat(hex('00'), pushData(signature)), out, STANDARD, checker)).toBe(true)
    expect(verifyPair(concat(hex('51'), pushData(signature)), out, BLOCK, checker)).toBe(true)
    expect(verifyPair(concat(hex('51'), pushData(signature)), out, STANDARD, checker)).toBe('SIG_NULLDUMMY')
  })
})

describe('scriptErrorText', () => {
  it('returns the texts of reject reasons', () => {
    expect(scriptErrorText('EVAL_FALSE')).toBe(
      'Script evaluated without error but finished with a false/empty top stack element',
    )
    expect(scriptErrorText('CRYPTOCONDITION_INVALID_FULFILLMENT')).toBe('Crypto-Condition payload is invalid')
    expect(scriptErrorText('UNSATISFIED_LOCKTIME')).toBe('Locktime requirement not satisfied')
    expect(scriptErrorText('INVALID_STACK_OPERATION')).toBe('Operation not valid with the current stack size')
  })
})
