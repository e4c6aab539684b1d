import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../util/index.ts'
import { evalScript, MAX_SCRIPT_SIZE, NULL_CHECKER, OP, SCRIPT_FLAGS, type SignatureChecker } from './index.ts'

const hex = (text: string) => fromHex(text.replace(/\s/g, ''))

/** Runs a script alone. Returns the stack, or the error. */
function run(script: string | Uint8Array, flags: number = SCRIPT_FLAGS.NONE, checker: SignatureChecker = NULL_CHECKER) {
  const stack: Uint8Array[] = []
  const error = evalScript(stack, typeof script === 'string' ? hex(script) : script, flags, checker)
  return error ?? stack.map(toHex)
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

  it('runs a script of 10000 bytes, and rejects a longer one', () => {
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
  ])('requires shortest forms in %s only with the flag', (script, error) => {
    expect(run(script, SCRIPT_FLAGS.MINIMALDATA)).toBe(error)
    expect(run(script)).toBeInstanceOf(Array)
  })

  it('never throws, and respects its limits', () => {
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
