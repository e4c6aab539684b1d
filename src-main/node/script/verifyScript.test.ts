import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ccOne, ccOneOfTwo, encodeCondition, evalNode, secpNode, threshold, tokenCcOne } from '../conditions/index.ts'
import { derEncode, hash160, parseDerLax, secp256k1 } from '../crypto/index.ts'
import { parseTransaction, type Transaction } from '../primitives/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  ccScript,
  evalScript,
  MAX_SCRIPT_SIZE,
  makeSignature,
  multisigScript,
  NULL_CHECKER,
  OP,
  p2pkScript,
  p2shScript,
  pushData,
  pushNumber,
  SCRIPT_FLAGS,
  type SignatureChecker,
  scriptErrorText,
  signCcInput,
  transactionChecker,
  verifyScript,
} from './index.ts'

const { NONE, P2SH, STANDARD, BLOCK } = SCRIPT_FLAGS
const SAPLING = 0x76b809bb
const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const FAUCET = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const FAUCET_KEY = fromHex('d44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9')
/** Spends 20010000 satoshis of the faucet pool; the encoding and signature are good, the faucet would refuse it. */
const FAUCET_SPEND =
  '0400008085202f890101aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa000000007b4c79a276a072a26ba0' +
  '67a565802103682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe128140f537759850959a381dca8845ead031' +
  '52582aa100ab532313707d7be574f97a8326aeaadfb84ec70c8613cf147e007f83f31c945e539dd5263c1eb96eb8a287f2a100af038001' +
  'e4a10001ffffffff0180969800000000002321034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaac0000' +
  '00002c0100000000000000000000000000'

const hex = (text: string) => fromHex(text.replace(/\s/g, ''))

/** Runs a script alone and gives what is on the stack, or why it failed. */
function run(script: string | Uint8Array, flags: number = NONE, checker: SignatureChecker = NULL_CHECKER) {
  const stack: Uint8Array[] = []
  const error = evalScript(stack, typeof script === 'string' ? hex(script) : script, flags, checker)
  return error ?? stack.map(toHex)
}

function verdictOf(scriptSig: Uint8Array, scriptPubKey: Uint8Array, flags: number, checker = NULL_CHECKER) {
  const verdict = verifyScript({ scriptSig, scriptPubKey, flags, checker })
  return verdict.ok || verdict.error
}

describe('evalScript', () => {
  it.each([
    ['2OVER', '51 52 53 54 70', ['01', '02', '03', '04', '01', '02']],
    ['2ROT', '51 52 53 54 55 56 71', ['03', '04', '05', '06', '01', '02']],
    ['2SWAP', '51 52 53 54 72', ['03', '04', '01', '02']],
    ['3DUP', '51 52 53 6f', ['01', '02', '03', '01', '02', '03']],
    ['ROT', '51 52 53 7b', ['02', '03', '01']],
    ['SWAP', '51 52 7c', ['02', '01']],
    ['TUCK', '51 52 7d', ['02', '01', '02']],
    ['NIP', '51 52 77', ['02']],
    ['OVER', '51 52 78', ['01', '02', '01']],
    ['PICK', '51 52 53 52 79', ['01', '02', '03', '01']],
    ['ROLL', '51 52 53 52 7a', ['02', '03', '01']],
    ['IFDUP', '51 73 00 73', ['01', '01', '']],
    ['DEPTH and SIZE', '74 0201ff 82 74', ['', '01ff', '02', '03']],
    ['the other stack', '51 52 6b 53 6c', ['01', '03', '02']],
    ['IF, ELSE and another ELSE', '51 63 52 67 53 67 54 68', ['02', '04']],
    ['an IF inside a branch that is not taken', '00 63 51 63 52 67 53 68 67 54 68', ['04']],
    ['NOTIF', '00 64 52 67 53 68', ['02']],
    ['numbers', '04ffffff7f 8b', ['0000008000']],
    ['WITHIN', '52 52 53 a5 53 52 53 a5', ['01', '']],
    ['MIN and MAX', '4f 51 a3 4f 51 a4', ['81', '01']],
  ])('runs %s', (_, script, stack) => {
    expect(run(script)).toEqual(stack)
  })

  it.each([
    ['a number of 5 bytes as an operand', '0500000080 00 8b', 'UNKNOWN_ERROR'],
    ['a disabled operation, taken or not', '00 63 7e 68', 'DISABLED_OPCODE'],
    ['CODESEPARATOR, taken or not', '00 63 ab 68', 'DISABLED_OPCODE'],
    ['VERIF, taken or not', '00 63 65 68', 'BAD_OPCODE'],
    ['an unknown operation', 'ba', 'BAD_OPCODE'],
    ['a cut push', '02 01', 'BAD_OPCODE'],
    ['a push of 521 bytes, taken or not', `00 63 4d0902 ${'00'.repeat(521)} 68`, 'PUSH_SIZE'],
    ['an open IF', '51 63', 'UNBALANCED_CONDITIONAL'],
    ['an ELSE too many', '67', 'UNBALANCED_CONDITIONAL'],
    ['an ENDIF too many', '68', 'UNBALANCED_CONDITIONAL'],
    ['RETURN', '6a', 'OP_RETURN'],
    ['VERIFY of nothing true', '00 69', 'VERIFY'],
    ['EQUALVERIFY of different values', '51 52 88', 'EQUALVERIFY'],
    ['NUMEQUALVERIFY of different numbers', '51 52 9d', 'NUMEQUALVERIFY'],
    ['CHECKSIGVERIFY of an empty signature', '00 51 ad', 'CHECKSIGVERIFY'],
    ['CHECKMULTISIGVERIFY of an empty signature', '00 00 51 51 51 af', 'CHECKMULTISIGVERIFY'],
    ['a signature that is no DER', '0101 51 ac', 'SIG_DER'],
    ['multisig without the extra element', '00 00 ae', 'INVALID_STACK_OPERATION'],
    ['multisig with 21 keys', '0115 ae', 'PUBKEY_COUNT'],
    ['multisig with more signatures than keys', '00 00 00 52 51 51 ae', 'SIG_COUNT'],
    ['the other stack when it is empty', '6c', 'INVALID_ALTSTACK_OPERATION'],
    ['an operation on too little', '51 7c', 'INVALID_STACK_OPERATION'],
    ['PICK beyond the bottom', '51 51 79', 'INVALID_STACK_OPERATION'],
    ['202 operations', '61'.repeat(202), 'OP_COUNT'],
    ['1001 elements', '51'.repeat(1001), 'STACK_SIZE'],
  ])('fails on %s', (_, script, error) => {
    expect(run(script)).toBe(error)
  })

  it('counts the keys of multisig as operations', () => {
    const multisig = `00 00 ${'51'.repeat(20)} 0114 ae`
    expect(run(`${'61'.repeat(180)} ${multisig}`)).toEqual(['01'])
    expect(run(`${'61'.repeat(181)} ${multisig}`)).toBe('OP_COUNT')
  })

  it('runs a script of 10000 bytes and no longer one', () => {
    const script = new Uint8Array(MAX_SCRIPT_SIZE + 1).fill(OP.OP_1)
    for (let i = 1; i < script.length; i += 2) script[i] = OP.OP_DROP
    expect(run(script)).toBe('SCRIPT_SIZE')
    expect(run(script.subarray(1))).not.toBe('SCRIPT_SIZE')
  })

  it.each([
    ['0101', 'MINIMALDATA'],
    ['0181', 'MINIMALDATA'],
    ['4c00', 'MINIMALDATA'],
    ['4c0105', 'MINIMALDATA'],
    [`4c4b${'00'.repeat(75)}`, 'MINIMALDATA'],
    [`4dff00${'00'.repeat(255)}`, 'MINIMALDATA'],
    ['020100 8b', 'UNKNOWN_ERROR'],
  ])('asks for shortest forms in %s only if told to', (script, error) => {
    expect(run(script, SCRIPT_FLAGS.MINIMALDATA)).toBe(error)
    expect(run(script)).toBeInstanceOf(Array)
  })

  it('never throws and keeps its limits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 1023 }), (script, flags) => {
        const stack: Uint8Array[] = []
        evalScript(stack, script, flags, NULL_CHECKER)
        expect(stack.length).toBeLessThanOrEqual(1001)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('verifyScript', () => {
  const script = hex('51')
  const output = p2shScript(hash160(script))

  it('runs the script behind a hash only under its flag', () => {
    const hidden = hex('00')
    const spends = pushData(hidden)
    expect(verdictOf(spends, p2shScript(hash160(hidden)), NONE)).toBe(true)
    expect(verdictOf(spends, p2shScript(hash160(hidden)), P2SH)).toBe('EVAL_FALSE')
    expect(verdictOf(pushData(script), output, P2SH)).toBe(true)
  })

  it('wants only pushes in front of a script hash', () => {
    expect(verdictOf(concat(hex('61'), pushData(script)), output, P2SH)).toBe('SIG_PUSHONLY')
    expect(verdictOf(concat(hex('61'), pushData(script)), output, NONE)).toBe(true)
    expect(verdictOf(hex('61'), hex('51'), SCRIPT_FLAGS.SIGPUSHONLY)).toBe('SIG_PUSHONLY')
  })

  it('wants a true value at the end, and only it under CLEANSTACK', () => {
    expect(verdictOf(hex(''), hex(''), BLOCK)).toBe('EVAL_FALSE')
    expect(verdictOf(hex('51'), hex('0180'), BLOCK)).toBe('EVAL_FALSE')
    expect(verdictOf(hex('51'), hex('51'), BLOCK)).toBe(true)
    expect(verdictOf(hex('51'), hex('51'), STANDARD)).toBe('CLEANSTACK')
    expect(verdictOf(concat(hex('51'), pushData(script)), output, STANDARD)).toBe('CLEANSTACK')
  })

  it('keeps operations for later out of the mempool only', () => {
    for (const opcode of ['b0', 'b2', 'b9']) {
      expect(verdictOf(hex('51'), hex(opcode), BLOCK)).toBe(true)
      expect(verdictOf(hex('51'), hex(opcode), STANDARD)).toBe('DISCOURAGE_UPGRADABLE_NOPS')
    }
  })
})

describe('CHECKLOCKTIMEVERIFY', () => {
  const spend = (lockTime: number, sequence: number): Transaction => {
    const tx = parseTransaction(fromHex(FAUCET_SPEND))
    return { ...tx, lockTime, vin: tx.vin.map((input) => ({ ...input, sequence })) }
  }
  const judge = (script: Uint8Array, lockTime: number, sequence = 0, flags: number = BLOCK) => {
    const tx = spend(lockTime, sequence)
    const checker = transactionChecker({ tx, inputIndex: 0, amount: 0n, branchId: SAPLING, ccEnabled: true })
    return verdictOf(hex(''), concat(script, hex('b1 75 51')), flags, checker)
  }

  it.each([
    ['a height that is reached', 100, 100, true],
    ['a height that is not', 101, 100, 'UNSATISFIED_LOCKTIME'],
    ['a time against a height', 500_000_000, 499_999_999, 'UNSATISFIED_LOCKTIME'],
    ['a height against a time', 499_999_999, 500_000_000, 'UNSATISFIED_LOCKTIME'],
    ['a time beyond 2038', 4_294_967_295, 4_294_967_295, true],
    ['a negative time', -1, 100, 'NEGATIVE_LOCKTIME'],
  ])('judges %s', (_, time, lockTime, expected) => {
    expect(judge(pushNumber(time), lockTime)).toBe(expected)
  })

  it('fails for a final input, and does nothing without its flag', () => {
    expect(judge(pushNumber(1), 100, 0xffffffff)).toBe('UNSATISFIED_LOCKTIME')
    expect(judge(pushNumber(1), 100, 0xffffffff, P2SH)).toBe(true)
    expect(judge(pushNumber(1), 100, 0, SCRIPT_FLAGS.DISCOURAGE_UPGRADABLE_NOPS)).toBe('DISCOURAGE_UPGRADABLE_NOPS')
    expect(judge(hex(''), 100)).toBe('INVALID_STACK_OPERATION')
    expect(judge(hex('06 000000000000'), 100)).toBe('UNKNOWN_ERROR')
  })
})

describe('CHECKCRYPTOCONDITION', () => {
  const tx = parseTransaction(fromHex(FAUCET_SPEND))
  const amount = 20_010_000n
  const pool = ccScript(ccOne(0xe4, FAUCET))
  const { scriptSig } = tx.vin[0] as { scriptSig: Uint8Array }
  const fulfillment = scriptSig.subarray(2)

  const judge = (
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
    return verdictOf(sig, out, flags, checker)
  }

  it('accepts the known spend of the faucet pool, in blocks and in the mempool', () => {
    expect(judge()).toBe(true)
    expect(judge({ flags: BLOCK })).toBe(true)
  })

  it('makes the same spend from key and tree', () => {
    const unsigned: Transaction = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: hex('') })) }
    const input = { tx: unsigned, inputIndex: 0, amount, branchId: SAPLING }
    expect(signCcInput(input, ccOne(0xe4, FAUCET), [K1, FAUCET_KEY])).toEqual(scriptSig)
    expect(signCcInput(input, ccOne(0xe4, FAUCET), [K1])).toBeUndefined()
  })

  it('asks for every eval node, with its code, until one is refused', () => {
    const tree = tokenCcOne(0xe3, 0, P1)
    const sig = signCcInput({ tx, inputIndex: 0, amount, branchId: SAPLING }, tree, [K1]) as Uint8Array
    const asked: string[] = []
    const answer = (refused: string) => (code: Uint8Array) => {
      asked.push(toHex(code))
      return toHex(code) !== refused
    }
    expect(judge({ sig, out: ccScript(tree), evaluate: answer('') })).toBe(true)
    expect(judge({ sig, out: ccScript(tree), evaluate: answer('e3') })).toBe('EVAL_FALSE')
    expect(asked).toEqual(['e3', 'f2', 'e3'])
  })

  it('does not ask modules if a signature is bad', () => {
    const damaged = scriptSig.slice()
    damaged[60] = (damaged[60] as number) ^ 1
    const evaluate = () => {
      throw new Error('asked')
    }
    expect(judge({ sig: damaged, evaluate })).toBe('EVAL_FALSE')
  })

  it('signs the script of the condition, not the data dropped behind it', () => {
    expect(judge({ out: concat(pool, hex('020102 75')) })).toBe(true)
  })

  it('accepts one of two keys, and covers what its hash type says', () => {
    const tree = ccOneOfTwo(0xf2, P1, P2)
    const sig = signCcInput({ tx, inputIndex: 0, amount, branchId: SAPLING }, tree, [K1]) as Uint8Array
    expect(judge({ sig, out: ccScript(tree) })).toBe(true)
    const otherType = concat(sig.subarray(0, -1), hex('02'))
    expect(judge({ sig: otherType, out: ccScript(tree) })).toBe('EVAL_FALSE')
  })

  it.each([
    ['nothing', hex(''), 'BAD_OPCODE'],
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
  ])('refuses an input of %s', (_, sig, error) => {
    expect(judge({ sig })).toBe(error)
  })

  it('refuses the fulfillment of another condition', () => {
    expect(judge({ out: ccScript(ccOne(0xf2, FAUCET)) })).toBe('EVAL_FALSE')
    expect(judge({ out: ccScript(threshold(1, [evalNode(0xe4), secpNode(FAUCET)])) })).toBe('EVAL_FALSE')
  })

  it('does not exist on a chain without crypto-conditions, where the input is a script like any other', () => {
    expect(judge({ cc: false })).toBe('BAD_OPCODE')
    expect(judge({ cc: false, out: concat(hex('51 63 51 67'), pool, hex('68')) })).toBe('CLEANSTACK')
  })

  it('can stand in other scripts, where the usual limits hold', () => {
    const condition = pushData(encodeCondition(ccOne(0xe4, FAUCET)))
    const out = concat(condition, hex('cd 51'))
    expect(judge({ out })).toBe(true)
    expect(judge({ out, evaluate: () => false })).toBe('CRYPTOCONDITIONVERIFY')
    expect(judge({ out: concat(condition, hex('cc 91')), evaluate: () => false })).toBe(true)
    expect(judge({ out, sig: pushData(new Uint8Array(521)) })).toBe('PUSH_SIZE')
    expect(judge({ out: hex('cc') })).toBe('INVALID_STACK_OPERATION')
    expect(judge({ out, sig: hex('00') })).toBe('CRYPTOCONDITIONVERIFY')
  })
})

describe('signature rules', () => {
  const tx = parseTransaction(fromHex(FAUCET_SPEND))
  const input = { tx, inputIndex: 0, amount: 0n, branchId: SAPLING }
  const checker = transactionChecker({ ...input, ccEnabled: true })
  const signatureFor = (key: Uint8Array, hashType: number) =>
    makeSignature({ ...input, scriptPubKey: p2pkScript(key), hashType }, p2pkScript(key), K1) as Uint8Array
  const judge = (signature: Uint8Array, flags: number, key = P1) =>
    verdictOf(pushData(signature), p2pkScript(key), flags, checker)

  it.each([1, 2, 3, 0x81, 0x82, 0x83])('accepts hash type %i', (hashType) => {
    expect(judge(signatureFor(P1, hashType), STANDARD)).toBe(true)
  })

  it.each([0, 4, 0x80, 0xff])('accepts hash type %i in blocks only', (hashType) => {
    expect(judge(signatureFor(P1, hashType), BLOCK)).toBe(true)
    expect(judge(signatureFor(P1, hashType), STANDARD)).toBe('SIG_HASHTYPE')
  })

  it('accepts a high S in blocks only', () => {
    const compact = parseDerLax(signatureFor(P1, 1)) as Uint8Array
    const s =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(`0x${toHex(compact.slice(32))}`)
    const high = concat(derEncode(concat(compact.slice(0, 32), fromHex(s.toString(16).padStart(64, '0')))), hex('01'))
    expect(judge(high, BLOCK)).toBe(true)
    expect(judge(high, STANDARD)).toBe('SIG_HIGH_S')
  })

  it('accepts hybrid keys in blocks only, and uncompressed ones everywhere', () => {
    const long = secp256k1.publicKey(K1, false)
    const hybrid = concat(Uint8Array.of(6 + ((long[64] as number) & 1)), long.subarray(1))
    expect(judge(signatureFor(long, 1), STANDARD, long)).toBe(true)
    expect(judge(signatureFor(hybrid, 1), BLOCK, hybrid)).toBe(true)
    expect(judge(signatureFor(hybrid, 1), STANDARD, hybrid)).toBe('PUBKEYTYPE')
  })

  it('refuses what is not strict DER everywhere', () => {
    const good = signatureFor(P1, 1)
    const padded = concat(hex('30'), Uint8Array.of((good[1] as number) + 1), good.subarray(2, -1), hex('00 01'))
    expect(judge(padded, BLOCK)).toBe('SIG_DER')
    expect(judge(good.subarray(0, -1), BLOCK)).toBe('SIG_DER')
  })

  it('takes a key of an unknown kind and an empty signature for a failed check in blocks', () => {
    const odd = concat(hex('05'), P1.subarray(1))
    expect(judge(signatureFor(odd, 1), BLOCK, odd)).toBe('EVAL_FALSE')
    expect(judge(signatureFor(odd, 1), STANDARD, odd)).toBe('PUBKEYTYPE')
    expect(judge(hex(''), STANDARD)).toBe('EVAL_FALSE')
  })

  it('wants an empty extra element of multisig in the mempool only', () => {
    const out = multisigScript(1, [P2, P1])
    const signature = makeSignature({ ...input, scriptPubKey: out }, out, K1) as Uint8Array
    expect(verdictOf(concat(hex('00'), pushData(signature)), out, STANDARD, checker)).toBe(true)
    expect(verdictOf(concat(hex('51'), pushData(signature)), out, BLOCK, checker)).toBe(true)
    expect(verdictOf(concat(hex('51'), pushData(signature)), out, STANDARD, checker)).toBe('SIG_NULLDUMMY')
  })
})

describe('scriptErrorText', () => {
  it('has the texts that reject reasons carry', () => {
    expect(scriptErrorText('EVAL_FALSE')).toBe(
      'Script evaluated without error but finished with a false/empty top stack element',
    )
    expect(scriptErrorText('CRYPTOCONDITION_INVALID_FULFILLMENT')).toBe('Crypto-Condition payload is invalid')
    expect(scriptErrorText('UNSATISFIED_LOCKTIME')).toBe('Locktime requirement not satisfied')
    expect(scriptErrorText('INVALID_STACK_OPERATION')).toBe('Operation not valid with the current stack size')
  })
})
