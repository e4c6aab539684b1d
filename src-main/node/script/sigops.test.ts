import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { concat, fromHex } from '../util/index.ts'
import {
  castToBool,
  ccScript,
  countSigOps,
  decodeScriptNumber,
  encodeScriptNumber,
  isPushOnly,
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  pushData,
  redeemScriptSigOps,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')

describe('countSigOps', () => {
  it.each([
    ['a key', p2pkScript(P1), 1, 1],
    ['a key hash', p2pkhScript(hash160(P1)), 1, 1],
    ['multisig', multisigScript(1, [P1, P1]), 20, 2],
    ['multisig with a number that is pushed otherwise', fromHex('51010252ae0102ae'), 40, 22],
    ['CHECKSIGVERIFY and CHECKMULTISIGVERIFY', fromHex('ad60af'), 21, 17],
    ['a crypto-condition', ccScript(ccOne(0xf2, P1)), 0, 0],
    ['operations inside a push', fromHex('02acac'), 0, 0],
    ['operations behind a cut push', fromHex('ac02ac'), 1, 1],
    ['an empty script', fromHex(''), 0, 0],
  ])('counts the operations of %s', (_, script, plain, accurate) => {
    expect(countSigOps(script, false)).toBe(plain)
    expect(countSigOps(script, true)).toBe(accurate)
  })
})

describe('redeemScriptSigOps', () => {
  const hidden = multisigScript(2, [P1, P1, P1])
  const output = p2shScript(hash160(hidden))

  it('counts the operations of the last pushed script', () => {
    expect(redeemScriptSigOps(concat(fromHex('0051'), pushData(hidden)), output)).toBe(3)
    expect(redeemScriptSigOps(fromHex('51'), output)).toBe(0)
    expect(redeemScriptSigOps(fromHex(''), output)).toBe(0)
  })

  it('returns 0 if the input does more than push, or is truncated', () => {
    expect(redeemScriptSigOps(concat(fromHex('61'), pushData(hidden)), output)).toBe(0)
    expect(redeemScriptSigOps(pushData(hidden).subarray(0, -1), output)).toBe(0)
  })

  it('returns 0 for other outputs', () => {
    expect(redeemScriptSigOps(pushData(hidden), p2pkScript(P1))).toBe(0)
  })
})

describe('isPushOnly', () => {
  it.each([
    ['', true],
    ['00514f5060', true],
    ['0161', true],
    ['61', false],
    ['0161ac', false],
    ['0261', false],
    ['4d0100', false],
    ['4e0000', false],
    ['4e00000000', true],
  ])('returns the expected result for "%s"', (hex, expected) => {
    expect(isPushOnly(fromHex(hex))).toBe(expected)
  })
})

describe('decodeScriptNumber', () => {
  it('decodes the output of encodeScriptNumber', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 39) + 1, max: 2 ** 39 - 1 }), (value) => {
        const bytes = encodeScriptNumber(value)
        expect(decodeScriptNumber(bytes, true, 5)).toBe(value)
        expect(castToBool(bytes)).toBe(value !== 0)
      }),
    )
  })

  it('decodes other than shortest forms only if allowed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 }), (bytes) => {
        const value = decodeScriptNumber(bytes, false) as number
        const shortest = encodeScriptNumber(value)
        expect(decodeScriptNumber(bytes, true)).toBe(shortest.length === bytes.length ? value : undefined)
      }),
    )
  })

  it('rejects numbers longer than requested', () => {
    expect(decodeScriptNumber(new Uint8Array(5), false)).toBeUndefined()
    expect(decodeScriptNumber(new Uint8Array(6), false, 5)).toBeUndefined()
  })

  it('decodes a lone sign as zero', () => {
    expect(decodeScriptNumber(fromHex('80'), false)).toBe(-0)
    expect(decodeScriptNumber(fromHex('80'), true)).toBeUndefined()
    expect(castToBool(fromHex('000080'))).toBe(false)
    expect(castToBool(fromHex('8000'))).toBe(true)
  })
})
