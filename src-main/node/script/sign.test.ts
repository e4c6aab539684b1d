import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { hash160, secp256k1 } from '../crypto/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  ccScript,
  ccScriptSig,
  combineSignatures,
  disassemble,
  makeSignature,
  multisigScript,
  opReturnScript,
  p2pkhScript,
  p2pkhScriptSig,
  p2pkScript,
  p2pkScriptSig,
  p2shScript,
  pushData,
  pushNumber,
  SCRIPT_FLAGS,
  type SigningKeys,
  signCcInput,
  signInput,
  transactionChecker,
  verifyScript,
} from './index.ts'

const K1 = new Uint8Array(32).fill(0x11)
const K2 = new Uint8Array(32).fill(0x22)
const K3 = new Uint8Array(32).fill(0x33)
const [P1, P2, P3] = [K1, K2, K3].map((key) => secp256k1.publicKey(key)) as [Uint8Array, Uint8Array, Uint8Array]
const LONG_P1 = secp256k1.publicKey(K1, false)
const SAPLING = 0x76b809bb
const EMPTY_BYTES = new Uint8Array(0)

const tx: Transaction = {
  overwintered: true,
  version: 4,
  versionGroupId: 0x892f2085,
  vin: [{ prevout: { hash: new Uint8Array(32).fill(0xaa), index: 0 }, scriptSig: EMPTY_BYTES, sequence: 0xfffffffe }],
  vout: [{ value: 1n, scriptPubKey: p2pkScript(P1) }],
  lockTime: 500,
  expiryHeight: 300,
  valueBalance: 0n,
  shieldedSpends: [],
  shieldedOutputs: [],
  joinSplits: [],
  joinSplitAuth: EMPTY_BYTES,
  bindingSig: EMPTY_BYTES,
}

const toSign = (scriptPubKey: Uint8Array) => ({ tx, inputIndex: 0, scriptPubKey, amount: 5n, branchId: SAPLING })
const checker = transactionChecker({ tx, inputIndex: 0, amount: 5n, branchId: SAPLING, ccEnabled: true })

function keyring(
  privateKeys: readonly Uint8Array[],
  scripts: readonly Uint8Array[] = [],
  compressed = true,
): SigningKeys {
  const keys = new Map(privateKeys.map((key) => [toHex(hash160(secp256k1.publicKey(key, compressed))), key]))
  const byHash = new Map(scripts.map((script) => [toHex(hash160(script)), script]))
  return {
    keyOf(hash) {
      const privateKey = keys.get(toHex(hash))
      return privateKey && { privateKey, compressed }
    },
    scriptOf: (hash) => byHash.get(toHex(hash)),
  }
}

const accepts = (scriptPubKey: Uint8Array, scriptSig: Uint8Array) =>
  verifyScript({ scriptSig, scriptPubKey, flags: SCRIPT_FLAGS.STANDARD, checker }).ok

const TWO_OF_THREE = multisigScript(2, [P1, P2, P3])

describe('signInput', () => {
  it.each([
    ['P2PK', p2pkScript(P1)],
    ['P2PKH', p2pkhScript(hash160(P1))],
    ['bare multisig', TWO_OF_THREE],
    ['P2SH of multisig', p2shScript(hash160(TWO_OF_THREE)), TWO_OF_THREE],
    ['P2SH of P2PKH', p2shScript(hash160(p2pkhScript(hash160(P2)))), p2pkhScript(hash160(P2))],
    ['P2PK behind a lock time', concat(pushNumber(499), fromHex('b175'), p2pkScript(P1))],
  ])('signs a spend of %s', (_, script, hidden?: Uint8Array) => {
    const { scriptSig, solved } = signInput(toSign(script), keyring([K1, K2, K3], hidden ? [hidden] : []))
    expect(solved).toBe(true)
    expect(accepts(script, scriptSig)).toBe(true)
  })

  it('spends a payment to an uncompressed key', () => {
    for (const script of [p2pkScript(LONG_P1), p2pkhScript(hash160(LONG_P1))]) {
      const { scriptSig } = signInput(toSign(script), keyring([K1], [], false))
      expect(accepts(script, scriptSig)).toBe(true)
    }
  })

  it('adds only as many signatures as required', () => {
    const { scriptSig } = signInput(toSign(TWO_OF_THREE), keyring([K1, K2, K3]))
    expect(disassemble(scriptSig, { sighashNames: true })).toMatch(/^0 \w+\[ALL] \w+\[ALL]$/)
  })

  it('returns the signatures of the available keys', () => {
    const bare = signInput(toSign(TWO_OF_THREE), keyring([K2]))
    expect(bare.solved).toBe(false)
    expect(disassemble(bare.scriptSig, { sighashNames: true })).toMatch(/^0 \w+\[ALL]$/)
    const hashed = signInput(toSign(p2shScript(hash160(TWO_OF_THREE))), keyring([], [TWO_OF_THREE]))
    expect(hashed).toEqual({ scriptSig: concat(fromHex('00'), pushData(TWO_OF_THREE)), solved: false })
  })

  it.each([
    ['an unknown key', p2pkScript(P3)],
    ['an unknown key hash', p2pkhScript(hash160(P3))],
    ['an unknown script hash', p2shScript(hash160(TWO_OF_THREE))],
    ['data', opReturnScript(P1)],
    ['a crypto-condition', ccScript(ccOne(0xf2, P1))],
  ])('returns an empty script for %s', (_, script) => {
    expect(signInput(toSign(script), keyring([K1]))).toEqual({ scriptSig: EMPTY_BYTES, solved: false })
  })

  it('signs with other hash types, except SINGLE without an output', () => {
    const script = p2pkScript(P1)
    const none = signInput({ ...toSign(script), hashType: 0x82 }, keyring([K1]))
    expect(none.scriptSig[none.scriptSig.length - 1]).toBe(0x82)
    expect(accepts(script, none.scriptSig)).toBe(true)
    const plain = { ...tx, overwintered: false, version: 1, versionGroupId: 0, vout: [] }
    expect(signInput({ ...toSign(script), tx: plain, hashType: 3 }, keyring([K1])).solved).toBe(false)
  })

  it('creates the same scripts as p2pkScriptSig and p2pkhScriptSig', () => {
    for (const script of [p2pkScript(P1), p2pkhScript(hash160(P1))]) {
      const signature = makeSignature(toSign(script), script, K1) as Uint8Array
      const expected = script.length === 25 ? p2pkhScriptSig(signature, P1) : p2pkScriptSig(signature)
      expect(signInput(toSign(script), keyring([K1])).scriptSig).toEqual(expected)
    }
  })
})

describe('combineSignatures', () => {
  const signedBy = (script: Uint8Array, keys: readonly Uint8Array[], scripts: readonly Uint8Array[] = []) =>
    signInput(toSign(script), keyring(keys, scripts)).scriptSig
  const hashed = p2shScript(hash160(TWO_OF_THREE))

  it.each([
    ['bare', TWO_OF_THREE],
    ['behind a hash', hashed],
  ])('merges the signatures of multisig %s in the order of the keys', (_, script) => {
    const first = signedBy(script, [K3], [TWO_OF_THREE])
    const second = signedBy(script, [K1], [TWO_OF_THREE])
    expect(accepts(script, first)).toBe(false)
    const merged = combineSignatures(script, checker, first, second)
    expect(accepts(script, merged)).toBe(true)
    expect(combineSignatures(script, checker, second, first)).toEqual(merged)
    expect(merged).toEqual(signedBy(script, [K1, K3], [TWO_OF_THREE]))
  })

  it('keeps two of three valid signatures and leaves gaps for missing ones', () => {
    const all = combineSignatures(TWO_OF_THREE, checker, signedBy(TWO_OF_THREE, [K1, K2]), signedBy(TWO_OF_THREE, [K3]))
    expect(all).toEqual(signedBy(TWO_OF_THREE, [K1, K2]))
    const one = combineSignatures(TWO_OF_THREE, checker, signedBy(TWO_OF_THREE, [K2]), EMPTY_BYTES)
    expect(one).toEqual(concat(signedBy(TWO_OF_THREE, [K2]), fromHex('00')))
  })

  it('drops signatures of other transactions', () => {
    const other = signInput({ ...toSign(TWO_OF_THREE), amount: 6n }, keyring([K1])).scriptSig
    const merged = combineSignatures(TWO_OF_THREE, checker, other, signedBy(TWO_OF_THREE, [K2, K3]))
    expect(accepts(TWO_OF_THREE, merged)).toBe(true)
  })

  it('returns the signed script if only one is signed', () => {
    const cc = ccScript(ccOne(0xf2, P1))
    const ccSig = signCcInput(toSign(cc), ccOne(0xf2, P1), [K1]) as Uint8Array
    for (const [script, signed] of [
      [p2pkScript(P1), signedBy(p2pkScript(P1), [K1])],
      [p2pkhScript(hash160(P1)), signedBy(p2pkhScript(hash160(P1)), [K1])],
      [hashed, signedBy(hashed, [K1], [TWO_OF_THREE])],
      [cc, ccSig],
    ] as const) {
      const whole = script === hashed ? concat(signed.subarray(0, -pushData(TWO_OF_THREE).length)) : signed
      expect(toHex(combineSignatures(script, checker, signed, EMPTY_BYTES))).toContain(toHex(whole))
      expect(toHex(combineSignatures(script, checker, EMPTY_BYTES, signed))).toContain(toHex(whole))
      expect(combineSignatures(script, checker, EMPTY_BYTES, EMPTY_BYTES)).toEqual(EMPTY_BYTES)
    }
  })

  it('returns the longer stack for an unknown form', () => {
    const script = fromHex('51')
    expect(combineSignatures(script, checker, fromHex('51'), fromHex('5152'))).toEqual(fromHex('5152'))
    expect(combineSignatures(script, checker, fromHex('5352'), fromHex('51'))).toEqual(fromHex('5352'))
  })
})

describe('ccScriptSig', () => {
  it('rejects a tree that is not fulfilled', () => {
    expect(() => ccScriptSig(ccOne(0xf2, P1))).toThrow('not fulfilled')
  })
})
