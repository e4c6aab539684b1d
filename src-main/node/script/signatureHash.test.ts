import { describe, expect, it } from 'vitest'
import { hash160 } from '../crypto/index.ts'
import { computeTxid, parseTransaction, type Transaction } from '../primitives/index.ts'
import { fromHex, toDisplayHex, toHex } from '../util/index.ts'
import { createSighashCache, makeSignature, p2pkhScript, SIGHASH, SighashError, signatureHash } from './index.ts'

const SAPLING = 0x76b809bb
const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const SCRIPT_CODE = p2pkhScript(hash160(P1))
const AMOUNT = 100_000_000n
/** Inputs, outputs and lock time of both transaction forms. */
const CORE =
  '0201aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffffffff02bbbbbbbbbbbbbbbbbbbbbbbbbb' +
  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0100000000feffffff024e61bc00000000001976a914531260aa2a199e228c537dfa42c82bea' +
  '2c7c1f4d88acc0473905000000002321034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaacf4010000'
const v4 = parseTransaction(fromHex(`0400008085202f89${CORE}2c0100000000000000000000000000`))
const v1 = parseTransaction(fromHex(`01000000${CORE}`))

const request = (tx: Transaction, hashType: number = SIGHASH.ALL) => ({
  tx,
  inputIndex: 1,
  scriptCode: SCRIPT_CODE,
  hashType,
  amount: AMOUNT,
  branchId: SAPLING,
})
const computeHash = (tx: Transaction, hashType?: number) => toHex(signatureHash(request(tx, hashType)))

const signed = (tx: Transaction) =>
  toHex(
    makeSignature(
      { tx, inputIndex: 1, scriptPubKey: SCRIPT_CODE, amount: AMOUNT, branchId: SAPLING },
      SCRIPT_CODE,
      K1,
    ) as Uint8Array,
  )

describe('signatureHash', () => {
  it('returns the known hash and signature of a Sapling transaction', () => {
    expect(toDisplayHex(computeTxid(v4))).toBe('2ea1b5aae3b5d0b1f7fb727dd12cc1e886209828c961a882ca252655cd8ac8e2')
    expect(computeHash(v4)).toBe('d348ea792aae1bd689f7b04465de391262ff3c38a1b39b3b0411860fdc5eb4dd')
    expect(signed(v4)).toBe(
      '304402201618d7b77fa3e8eafb096cc100a19e19f9fe7e4c78cb702978fcddd7ab12a2d9' +
        '0220704ddb927c6fb317cb6f6d2245a47ca4a584847f609f0f4209415285de38ff0c01',
    )
  })

  it('returns the known hash and signature of a plain transaction', () => {
    expect(toDisplayHex(computeTxid(v1))).toBe('3972587ab9ef5c2002af1cb90461ce18cd4c1822892fb286ae515b5b87e27dca')
    expect(computeHash(v1)).toBe('e745ed6fd596ca633066dc7c62b06f03baa447c6a9ecc674233740e7fab0cbae')
    expect(signed(v1)).toBe(
      '3045022100ae3d0e5e27bb62db346ff19df3d0996bf0054396c816f828839a110ece948ab0' +
        '022063c44da63f01df8ac50417761f5182fef2d51a3d541bc22f3794405d3d62a66701',
    )
  })

  it.each([SIGHASH.ALL, SIGHASH.NONE, SIGHASH.SINGLE, 0x81, 0x82, 0x83, 0x1f, 0])(
    'returns the same hash with a shared cache for type %i',
    (hashType) => {
      const cache = createSighashCache(v4)
      // Fill the cache with other requests first, also on other branches.
      for (const branchId of [0x5ba81b19, SAPLING, 1]) signatureHash({ ...request(v4), branchId, cache })
      for (const type of [1, 2, 3, 0x81]) signatureHash({ ...request(v4, type), inputIndex: 0, cache })
      expect(toHex(signatureHash({ ...request(v4, hashType), cache }))).toBe(computeHash(v4, hashType))
    },
  )

  it.each([
    ['v1', v1],
    ['v4', v4],
  ])('covers the parts of %s that the hash type defines', (_, tx) => {
    const otherSequence = { ...tx, vin: tx.vin.map((input, i) => (i === 0 ? { ...input, sequence: 7 } : input)) }
    const otherInput = { ...tx, vin: tx.vin.map((input, i) => (i === 0 ? { ...input, prevout: v4In } : input)) }
    const otherFirst = { ...tx, vout: tx.vout.map((output, i) => (i === 0 ? { ...output, value: 1n } : output)) }
    const otherSecond = { ...tx, vout: tx.vout.map((output, i) => (i === 1 ? { ...output, value: 1n } : output)) }
    const covers = (type: number) =>
      [otherSequence, otherInput, otherFirst, otherSecond].map(
        (other) => computeHash(other, type) !== computeHash(tx, type),
      )
    expect(covers(SIGHASH.ALL)).toEqual([true, true, true, true])
    expect(covers(SIGHASH.NONE)).toEqual([false, true, false, false])
    expect(covers(SIGHASH.SINGLE)).toEqual([false, true, false, true])
    expect(covers(SIGHASH.ALL | SIGHASH.ANYONECANPAY)).toEqual([false, false, true, true])
    expect(covers(SIGHASH.NONE | SIGHASH.ANYONECANPAY)).toEqual([false, false, false, false])
    expect(covers(SIGHASH.SINGLE | SIGHASH.ANYONECANPAY)).toEqual([false, false, false, true])
  })

  it('rejects SINGLE without an output in a plain transaction, and hashes it in later ones', () => {
    const short = (tx: Transaction) => ({ ...tx, vout: tx.vout.slice(0, 1) })
    expect(() => signatureHash(request(short(v1), SIGHASH.SINGLE))).toThrow(SighashError)
    expect(signatureHash(request(short(v4), SIGHASH.SINGLE)).length).toBe(32)
  })

  it('rejects an input that does not exist', () => {
    for (const tx of [v1, v4]) {
      expect(() => signatureHash({ ...request(tx), inputIndex: 2 })).toThrow(SighashError)
      expect(signatureHash({ ...request(tx), inputIndex: undefined }).length).toBe(32)
    }
    expect(() => signatureHash({ ...request(v1, 0x81), inputIndex: undefined })).toThrow(SighashError)
  })
})

const v4In = { hash: new Uint8Array(32).fill(1), index: 5 }
