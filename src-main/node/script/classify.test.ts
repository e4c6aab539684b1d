import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ccOne, ccOneOfTwo, encodeCondition, evalNode, tokenCcOne } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  behindLockTime,
  ccScript,
  classify,
  encodeAddress,
  extractDestinations,
  findScriptAddress,
  indexedAddress,
  isPayToCryptoCondition,
  isUnspendable,
  multisigScript,
  opReturnScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  pushData,
  pushNumber,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const TOKENS = fromHex('03e6191c70c9c9a28f9fd87089b9488d0e6c02fb629df64979c9cdb6b2b4a68d95')
const ASSETS = fromHex('02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702')
const FAUCET = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const GATEWAYS = fromHex('03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40')
const BURN = fromHex(`02${'dead'.repeat(16)}`)
/** Key of the genesis block. */
const LONG_KEY = fromHex(
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f',
)
const CC = { cc: true }
const NO_CC = { cc: false }
const HASH = fromHex('11'.repeat(20))

const hex = (text: string) => fromHex(text.replace(/\s/g, ''))
const locked = (time: number, script: Uint8Array) => concat(pushNumber(time), hex('b175'), script)

describe('ccScript', () => {
  it.each([
    ['faucet pool', ccOne(0xe4, FAUCET), 'R9zHrofhRbub7ER77B7NrVch3A63R39GuC'],
    ['token marker', ccOne(0xf2, TOKENS), 'RAMvUfoyURBRxAdVeTMHxn3giJZCFWeha2'],
    ['bid coins', ccOne(0xe3, ASSETS), 'RGKRjeTBw4LYFotSDLT6RWzMHbhXri6BG6'],
    ['gateways', ccOne(0xf1, GATEWAYS), 'RKWpoK6vTRtq5b9qrRBodLkCzeURHeEk33'],
    ['ask tokens', tokenCcOne(0xe3, 0, ASSETS), 'RTWtxY7GTBZ3zL8jfzyWWz1fveF3KXKBF8'],
    ['tokens of P1', ccOne(0xf2, P1), 'RJcxU2AiJBv5nCeeNd4VZTNawgNYMn4xn7'],
    ['order marker of P1', ccOne(0xe3, P1), 'RSEcgnt7Bw3xFmdPRweHupW1fRdt3Sg1ya'],
    ['faucet eval with P1', ccOne(0xe4, P1), 'RAMsCWNLVJgSwbPpy3KntuKAEYPUC7Lxnf'],
    ['assets and tokens with P1', tokenCcOne(0xe3, 0, P1), 'RGGVSUgo4661BVEQWgKjsrJvC6bUc13TPP'],
    ['token with eval f7', tokenCcOne(0xf7, 0, P1), 'RHEmJJXk8xPZ2LyP5yPbiKsAdg832thiDK'],
    ['one of two', ccOneOfTwo(0xf2, P1, P2), 'RBgPVYK546ppSroimgAvKRx5BYmy9CxKmY'],
    ['burnt tokens', ccOne(0xf2, BURN), 'RGhSYviAys2a7LTr2i4uqXKJhxuPtJVMJg'],
  ])('derives the known address of %s', (_, tree, address) => {
    const script = ccScript(tree)
    expect(findScriptAddress(script, CC)).toBe(address)
    expect(classify(script, CC)).toEqual({ type: 'cryptocondition', solutions: [hash160(script)] })
    expect(indexedAddress(script)).toEqual({ type: 3, hash: hash160(script) })
  })

  it('builds a push of the condition followed by the operation', () => {
    expect(toHex(ccScript(ccOne(0xe4, FAUCET)))).toBe(
      '2ea22c8020e029c511da55523565835887e412e5a0c9b920801b007000df45e545f25028248103120c008203000401cc',
    )
  })
})

describe('classify', () => {
  it.each([
    ['a compressed key', p2pkScript(P1), 'pubkey', [P1]],
    ['an uncompressed key', p2pkScript(LONG_KEY), 'pubkey', [LONG_KEY]],
    ['a key hash', p2pkhScript(HASH), 'pubkeyhash', [HASH]],
    ['a script hash', p2shScript(HASH), 'scripthash', [HASH]],
    ['data', opReturnScript(HASH), 'nulldata', []],
    ['a bare RETURN', hex('6a'), 'nulldata', []],
    ['RETURN and several pushes', hex('6a 51 00 0101'), 'nulldata', []],
    ['RETURN and an operation', hex('6a 76'), 'nonstandard', []],
    ['RETURN and a cut push', hex('6a 05 01'), 'nonstandard', []],
    ['an empty script', hex(''), 'nonstandard', []],
    ['a key of an unknown kind', p2pkScript(concat(hex('05'), P1.subarray(1))), 'nonstandard', []],
    ['a compressed key of the wrong length', p2pkScript(concat(hex('02'), LONG_KEY.subarray(1))), 'nonstandard', []],
    ['a lock time in front', locked(114, p2pkScript(P1)), 'nonstandard', []],
  ])('recognises the type of %s', (_, script, type, solutions) => {
    expect(classify(script, CC)).toEqual({ type, solutions })
  })

  it('recognises bare multisig and returns its counts around the keys', () => {
    expect(classify(multisigScript(1, [P1, P2]), CC)).toEqual({
      type: 'multisig',
      solutions: [Uint8Array.of(1), P1, P2, Uint8Array.of(2)],
      required: 1,
    })
    const keys = new Array<Uint8Array>(16).fill(P1)
    expect(classify(multisigScript(16, keys), CC)).toMatchObject({ type: 'multisig', required: 16 })
  })

  it.each([
    ['more signatures than keys', multisigScript(3, [P1, P2])],
    ['no signature', multisigScript(0, [P1])],
    ['a wrong count', concat(hex('51'), pushData(P1), hex('52ae'))],
    ['no key', hex('51 00 ae')],
    ['something behind', concat(multisigScript(1, [P1]), hex('ae'))],
    ['a push that is no key', concat(hex('51'), pushData(HASH), hex('51ae'))],
  ])('classifies multisig with %s as nonstandard', (_, script) => {
    expect(classify(script, CC).type).toBe('nonstandard')
  })

  it('recognises crypto-conditions only if the chain has them', () => {
    expect(classify(ccScript(ccOne(0xe4, P1)), NO_CC).type).toBe('nonstandard')
    expect(indexedAddress(ccScript(ccOne(0xe4, P1)), NO_CC)).toBeUndefined()
  })

  it('requires a condition with a signing node', () => {
    expect(classify(ccScript(evalNode(0xe4)), CC).type).toBe('nonstandard')
    expect(classify(concat(pushData(P1), hex('cc')), CC).type).toBe('nonstandard')
    expect(indexedAddress(concat(pushData(P1), hex('cc')))).toBeUndefined()
  })

  it('returns a type for any script', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (script) => {
        expect(classify(script, CC).type).toBeTypeOf('string')
        indexedAddress(script)
        extractDestinations(script, CC)
      }),
    )
  })
})

describe('isPayToCryptoCondition', () => {
  const condition = encodeCondition(ccOne(0xf2, P1))
  const plain = ccScript(ccOne(0xf2, P1))

  it('returns the condition and the script from which the address is derived', () => {
    expect(isPayToCryptoCondition(plain)).toEqual({ subScript: plain, condition, dropData: [] })
  })

  it('returns dropped data after the operation, which does not change the address', () => {
    const script = concat(plain, hex('00 55 020102 75 75 75 4c01ff 75'))
    expect(isPayToCryptoCondition(script)).toEqual({
      subScript: plain,
      condition,
      dropData: [hex('00'), hex('05'), hex('0102'), hex('ff')],
    })
    expect(findScriptAddress(script, CC)).toBe(findScriptAddress(plain, CC))
    expect(indexedAddress(script)).toEqual(indexedAddress(plain))
  })

  it.each([
    ['what is not dropped', concat(plain, hex('0101'))],
    ['a drop too many', concat(plain, hex('75'))],
    ['a drop before its push', concat(plain, hex('75 0101'))],
    ['another operation', concat(plain, hex('0101 76 75 75'))],
    ['an empty push in a longer form', concat(plain, hex('4c00 75'))],
    ['the number -1', concat(plain, hex('4f 75'))],
    ['a cut push', concat(plain, hex('0201'))],
  ])('rejects %s after the operation', (_, script) => {
    expect(isPayToCryptoCondition(script)).toBe(false)
    expect(classify(script, CC).type).toBe('nonstandard')
  })

  it('requires a direct push of at least one byte', () => {
    expect(isPayToCryptoCondition(concat(hex('4c2e'), plain.subarray(1)))).toBe(false)
    expect(isPayToCryptoCondition(hex('00cc'))).toBe(false)
    expect(isPayToCryptoCondition(hex('51cc'))).toBe(false)
    expect(isPayToCryptoCondition(hex(''))).toBe(false)
    expect(isPayToCryptoCondition(hex('0101cc'))).toMatchObject({ condition: hex('01') })
    expect(isPayToCryptoCondition(hex('0101cd'))).toBe(false)
  })
})

describe('leading lock time', () => {
  const address = encodeAddress({ type: 1, hash: hash160(P1) })

  it('leads to the address of the script after it', () => {
    for (const inner of [p2pkScript(P1), p2pkhScript(hash160(P1))]) {
      const script = locked(1_700_000_000, inner)
      expect(behindLockTime(script)).toEqual(inner)
      expect(findScriptAddress(script, CC)).toBe(address)
      expect(indexedAddress(script)).toEqual({ type: 1, hash: hash160(P1) })
    }
    expect(extractDestinations(locked(114, p2pkScript(P1)), CC)).toEqual({
      type: 'pubkey',
      required: 1,
      addresses: [address],
    })
    expect(extractDestinations(locked(114, locked(115, p2pkScript(P1))), CC).type).toBe('pubkey')
  })

  it('excludes a script hash from the index, and indexes a crypto-condition as a key hash', () => {
    expect(indexedAddress(locked(114, p2shScript(HASH)))).toBeUndefined()
    expect(findScriptAddress(locked(114, p2shScript(HASH)), CC)).toBe(encodeAddress({ type: 2, hash: HASH }))
    const cc = ccScript(ccOne(0xf2, P1))
    expect(indexedAddress(locked(114, cc))).toEqual({ type: 1, hash: hash160(cc) })
  })

  it('gets its length from the first byte, as for a direct push', () => {
    expect(behindLockTime(hex('00 b1 75 51'))).toEqual(hex('51'))
    // The field interprets the opcode of a small number as a length.
    expect(behindLockTime(hex('55 b1 75 51'))).toEqual(hex(''))
    expect(behindLockTime(hex('06 010203040506 b1 75 51'))).toBeUndefined()
    expect(behindLockTime(hex('01 05 76 75 51'))).toBeUndefined()
    expect(behindLockTime(hex('03 01'))).toBeUndefined()
    expect(behindLockTime(hex(''))).toBeUndefined()
  })

  it('repeated many times does not exhaust the stack', () => {
    const many = new Uint8Array(300_000)
    for (let i = 1; i < many.length; i += 3) many[i] = 0xb1
    expect(extractDestinations(many, CC).type).toBe('nonstandard')
  })
})

describe('indexedAddress', () => {
  it('returns key hashes and script hashes, and undefined for other outputs', () => {
    expect(indexedAddress(p2pkScript(P1))).toEqual({ type: 1, hash: hash160(P1) })
    expect(indexedAddress(p2pkScript(LONG_KEY))).toEqual({ type: 1, hash: hash160(LONG_KEY) })
    expect(indexedAddress(p2pkhScript(HASH))).toEqual({ type: 1, hash: HASH })
    expect(indexedAddress(p2shScript(HASH))).toEqual({ type: 2, hash: HASH })
    expect(indexedAddress(opReturnScript(HASH))).toBeUndefined()
    expect(indexedAddress(multisigScript(1, [P1, P2]))).toBeUndefined()
    expect(indexedAddress(hex('51'))).toBeUndefined()
  })
})

describe('extractDestinations', () => {
  it('lists the addresses of bare multisig', () => {
    expect(extractDestinations(multisigScript(1, [P1, P2]), CC)).toEqual({
      type: 'multisig',
      required: 1,
      addresses: ['RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4', 'RGrSBLRov3F6oXf2Bos9Md8xPm5nZ5PV7Q'],
    })
    expect(findScriptAddress(multisigScript(1, [P1, P2]), CC)).toBeUndefined()
  })

  it('returns only the type for data and unknown scripts', () => {
    expect(extractDestinations(hex('6a'), CC)).toEqual({ type: 'nulldata', addresses: [] })
    expect(extractDestinations(hex('51'), CC)).toEqual({ type: 'nonstandard', addresses: [] })
  })
})

describe('isUnspendable', () => {
  it('returns true for RETURN and for scripts too long to run', () => {
    expect(isUnspendable(hex('6a'))).toBe(true)
    expect(isUnspendable(hex('516a'))).toBe(false)
    expect(isUnspendable(new Uint8Array(10_000))).toBe(false)
    expect(isUnspendable(new Uint8Array(10_001))).toBe(true)
  })
})
