import { describe, expect, it } from 'vitest'
import { DecodeError, fromHex, toHex } from '../util/index.ts'
import {
  type Condition,
  ccOne,
  ccOneOfTwo,
  decodeCondition,
  encodeCondition,
  evalNode,
  isSupportedCondition,
  secpNode,
  threshold,
  tokenCcOne,
  tokenCcOneOfTwo,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const TOKENS = fromHex('03e6191c70c9c9a28f9fd87089b9488d0e6c02fb629df64979c9cdb6b2b4a68d95')
const ASSETS = fromHex('02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702')
const FAUCET = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const BURN = fromHex(`02${'dead'.repeat(16)}`)

describe('encodeCondition', () => {
  it.each([
    [
      'faucet pool',
      ccOne(0xe4, FAUCET),
      '20e029c511da55523565835887e412e5a0c9b920801b007000df45e545f25028248103120c008203000401',
    ],
    [
      'token marker',
      ccOne(0xf2, TOKENS),
      '20432de388aabcb6b4e3326351d1d815cee8be9a8d37b055cd1c0cf8782e5c50c08103120c008203000401',
    ],
    [
      'bid coins',
      ccOne(0xe3, ASSETS),
      '201ab400e039122028345520ba041ac3e6ec81ad28d8415e78d760d55f41097dd58103120c008203000401',
    ],
    [
      'ask tokens',
      tokenCcOne(0xe3, 0, ASSETS),
      '20da880e7fc68667bf26d0867ba3c43ffa9f9c096f259f12d3fd4aa43c96b119c681032210008203000401',
    ],
    [
      'tokens of P1',
      ccOne(0xf2, P1),
      '20fa03465fe1040d7d1c5ffaae34f33ee40972d4ad8b8445aa822b1389391660928103120c008203000401',
    ],
    [
      'order marker of P1',
      ccOne(0xe3, P1),
      '205a286b05d2f696a225b347b3aba5c282e7de6ca936a7f93c424669949eda5aad8103120c008203000401',
    ],
    [
      'faucet eval with P1',
      ccOne(0xe4, P1),
      '201be6970265b40e1ca0c79fa4161b1ffb7cce7e484faf8555301e58e6bcfd6c608103120c008203000401',
    ],
    [
      'assets and tokens with P1',
      tokenCcOne(0xe3, 0, P1),
      '20601ad534cab473d4bcbcb7c261d2f78e527e42d6045d2789657c329379c64b4c81032210008203000401',
    ],
    [
      'token with eval f7',
      tokenCcOne(0xf7, 0, P1),
      '206f1c4e8868d4e654976bc1cd3cf8793a5efda791d60ae01d4ee03845c3a626f181032210008203000401',
    ],
    [
      'one of two',
      ccOneOfTwo(0xf2, P1, P2),
      '2058b7781746aa3d3e15a73f5d8b9be84cf6a3d1004957af775d13bbc69428ed9081031210008203000401',
    ],
    [
      'burnt tokens',
      ccOne(0xf2, BURN),
      '20252e8d87bea87b0b45ebb27b88778d41394bb639b995092cd6f4557d07286bb68103120c008203000401',
    ],
  ])('gives the known condition of %s', (_, tree, tail) => {
    expect(toHex(encodeCondition(tree))).toBe(`a22c80${tail}`)
  })

  it('encodes the parts of the faucet pool', () => {
    const key = encodeCondition(secpNode(FAUCET))
    expect(toHex(key)).toBe('a527802067a2c7c70601df5bb07d508d82e366c5c956ca646e311ab0e6b10fa24dbdf29e8103020000')
    expect(toHex(encodeCondition(threshold(1, [secpNode(FAUCET)])))).toBe(
      'a22b8020ac349e1a9cc6a98c52cf7015effd7b6faf41df8003e08ea79ff4d334bb53a9b5810302040082020204',
    )
    expect(toHex(encodeCondition(evalNode(0xe4)))).toBe(
      'af2780205e1effe9b7bab73dce628ccd9f0cbbb16c1e6efc6c4f311e59992a467bc119fd8103100000',
    )
  })

  it('makes a token tree of the tokens module itself the plain tree', () => {
    expect(encodeCondition(tokenCcOne(0xf2, 0, P1))).toEqual(encodeCondition(ccOne(0xf2, P1)))
    expect(encodeCondition(tokenCcOneOfTwo(0xf2, 0, P1, P2))).toEqual(encodeCondition(ccOneOfTwo(0xf2, P1, P2)))
  })

  it('does not depend on the order of the evals', () => {
    expect(encodeCondition(tokenCcOne(0xe3, 0xf7, P1))).toEqual(encodeCondition(tokenCcOne(0xf7, 0xe3, P1)))
    expect(encodeCondition(ccOneOfTwo(0xe3, P1, P2))).toEqual(encodeCondition(ccOneOfTwo(0xe3, P2, P1)))
  })

  it('sums the largest costs and 1024 for each sub-condition', () => {
    expect(decodeCondition(encodeCondition(tokenCcOne(0xe3, 0xf7, P1))).cost).toBe(3 * 1048576 + 132096 + 4096)
    const preimage: Condition = { type: 'preimage', preimage: new Uint8Array(300) }
    expect(decodeCondition(encodeCondition(threshold(1, [preimage, secpNode(P1)]))).cost).toBe(131072 + 2048)
    expect(decodeCondition(encodeCondition(preimage)).cost).toBe(300)
  })
})

describe('decodeCondition', () => {
  const simple = encodeCondition(secpNode(P1))

  it('reads what encodeCondition writes', () => {
    const pool = decodeCondition(encodeCondition(ccOne(0xe4, FAUCET)))
    expect(pool).toMatchObject({ type: 'anon', typeId: 2, cost: 0x120c00, subtypes: (1 << 5) | (1 << 15) })
    expect(encodeCondition(pool)).toEqual(encodeCondition(ccOne(0xe4, FAUCET)))
  })

  it.each([
    ['nothing', ''],
    ['a tag only', 'a5'],
    ['an unknown type', `a7${toHex(simple).slice(2)}`],
    ['bytes left over', `${toHex(simple)}00`],
    ['a long form of a short length', `a58127${toHex(simple).slice(4)}`],
    ['an indefinite length', `a580${toHex(simple).slice(4)}0000`],
    ['a padded cost', `a5288020${'00'.repeat(32)}810400020000`],
    ['a negative cost', `a5258020${'00'.repeat(32)}8101ff`],
    ['an empty cost', `a5248020${'00'.repeat(32)}8100`],
    ['a cost of eight bytes', `a52c8020${'00'.repeat(32)}81087fffffffffffffff`],
    ['a short fingerprint', `a526801f${'00'.repeat(31)}8103020000`],
    ['subtypes on a simple type', `a52b8020${'00'.repeat(32)}810302000082020204`],
    ['no subtypes on a threshold', `a2278020${'00'.repeat(32)}8103020000`],
    ['subtypes with set padding bits', `a22b8020${'00'.repeat(32)}810302000082020205`],
    ['subtypes with a trailing zero byte', `a22c8020${'00'.repeat(32)}81030200008203020400`],
    ['subtypes of no byte', `a2298020${'00'.repeat(32)}81030200008200`],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeCondition(fromHex(hex))).toThrow(DecodeError)
  })
})

describe('isSupportedCondition', () => {
  it('wants a node to sign', () => {
    expect(isSupportedCondition(ccOne(0xe4, P1))).toBe(true)
    expect(isSupportedCondition(decodeCondition(encodeCondition(ccOne(0xe4, P1))))).toBe(true)
    expect(isSupportedCondition(secpNode(P1))).toBe(true)
    expect(isSupportedCondition({ type: 'ed25519', publicKey: new Uint8Array(32) })).toBe(true)
    expect(isSupportedCondition(evalNode(0xe4))).toBe(false)
    expect(isSupportedCondition(threshold(1, [evalNode(0xe4)]))).toBe(false)
  })

  it('refuses prefix conditions, inside others too', () => {
    const fingerprint = new Uint8Array(32)
    const prefix: Condition = { type: 'anon', typeId: 1, fingerprint, cost: 1, subtypes: 1 << 5 }
    expect(decodeCondition(encodeCondition(prefix))).toEqual(prefix)
    expect(isSupportedCondition(prefix)).toBe(false)
    expect(isSupportedCondition(threshold(1, [prefix, secpNode(P1)]))).toBe(false)
  })
})
