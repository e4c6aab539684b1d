import { describe, expect, it } from 'vitest'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  type Condition,
  ccOne,
  ccOneOfTwo,
  encodeCondition,
  evalNode,
  isSupportedCondition,
  isUsableCondition,
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
  ])('encodes the known condition of %s', (_, tree, tail) => {
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

  it('encodes a token tree of the tokens module as the plain tree', () => {
    expect(encodeCondition(tokenCcOne(0xf2, 0, P1))).toEqual(encodeCondition(ccOne(0xf2, P1)))
    expect(encodeCondition(tokenCcOneOfTwo(0xf2, 0, P1, P2))).toEqual(encodeCondition(ccOneOfTwo(0xf2, P1, P2)))
  })

  it('encodes the same condition for any order of the evals', () => {
    expect(encodeCondition(tokenCcOne(0xe3, 0xf7, P1))).toEqual(encodeCondition(tokenCcOne(0xf7, 0xe3, P1)))
    expect(encodeCondition(ccOneOfTwo(0xe3, P1, P2))).toEqual(encodeCondition(ccOneOfTwo(0xe3, P2, P1)))
  })

  it('sums the largest costs and adds 1024 per sub-condition', () => {
    expect(costIn(tokenCcOne(0xe3, 0xf7, P1))).toBe(3 * 1048576 + 132096 + 4096)
    const preimage: Condition = { type: 'preimage', preimage: new Uint8Array(300) }
    expect(costIn(threshold(1, [preimage, secpNode(P1)]))).toBe(131072 + 2048)
    expect(costIn(preimage)).toBe(300)
  })

  it('computes the cost modulo 2^64, and writes 2^63 and above as a negative number', () => {
    const half = anon(2n ** 62n)
    expect(toHex(encodeCondition(threshold(2, [half, half])))).toContain('81088000000000000800')
    const max = anon(2n ** 63n - 1n)
    expect(toHex(encodeCondition(threshold(2, [max, max])))).toContain('810207fe82')
    expect(toHex(encodeCondition(threshold(3, [max, max, max])))).toContain('81088000000000000bfd82')
  })
})

/** Returns the cost field of an encoded condition; the cost must be less than 2^47. */
function costIn(condition: Condition): number {
  const bytes = Buffer.from(encodeCondition(condition))
  return bytes.readUIntBE(38, bytes[37] as number)
}

const anon = (cost: bigint): Condition => ({
  type: 'anon',
  typeId: 5,
  fingerprint: new Uint8Array(32),
  cost,
  subtypes: 0,
})

describe('isUsableCondition', () => {
  const simple = toHex(encodeCondition(secpNode(P1)))
  const fp = `8020${'05'.repeat(32)}`
  const cost = '8103020000'

  it('accepts the output of encodeCondition if a signature is required', () => {
    expect(isUsableCondition(encodeCondition(ccOne(0xe4, FAUCET)))).toBe(true)
    expect(isUsableCondition(fromHex(simple))).toBe(true)
    expect(isUsableCondition(encodeCondition(evalNode(0xe4)))).toBe(false)
    expect(isUsableCondition(encodeCondition(threshold(1, [evalNode(0xe4)])))).toBe(false)
  })

  it.each([
    ['bytes left over', `${simple}00ff`],
    ['a long form of a short length', `a58127${simple.slice(4)}`],
    ['a length with leading zeros', `a58400000027${simple.slice(4)}`],
    ['an indefinite length', `a580${simple.slice(4)}0000`],
    ['an indefinite length, and bytes left over', `a580${simple.slice(4)}0000ff`],
    ['a tag in the long form', `bf0527${simple.slice(4)}`],
    ['a padded cost', `a528${fp}810400020000`],
    ['a negative cost', `a525${fp}8101ff`],
    ['an empty cost', `a524${fp}8100`],
    ['a cost of no length', `a524${fp}8180`],
    ['a cost of eight bytes', `a52c${fp}8108ffffffffffffffff`],
    ['a cost of ten bytes', `a52e${fp}810a00007fffffffffffffff`],
    ['a short fingerprint', `a5078000${cost}`],
    ['a long fingerprint', `a5288021${'05'.repeat(33)}${cost}`],
    ['a fingerprint in pieces', `a52ba0240410${'05'.repeat(16)}0410${'05'.repeat(16)}${cost}`],
    ['a fingerprint in pieces of no known length', `a52ba0800420${'05'.repeat(32)}0000${cost}`],
    ['subtypes with set unused bits', `a22b${fp}${cost}82020207`],
    ['subtypes with more bytes', `a22d${fp}${cost}820400040100`],
    ['subtypes beyond the 32nd', `a22f${fp}${cost}8206020000000004`],
    ['as many unused bits as a byte has not, where others are set', `a22c${fp}${cost}8203080400`],
    ['subtypes in pieces, of which the last says what is unused', `a231${fp}${cost}a2080302000403020305`],
  ])('accepts a condition with %s', (_, hex) => {
    expect(isUsableCondition(fromHex(hex))).toBe(true)
  })

  it.each([
    ['an empty text', ''],
    ['a tag only', 'a5'],
    ['an unknown type', `a7${simple.slice(2)}`],
    ['a type that this node cannot fulfil', `a3${simple.slice(2)}`],
    ['a prefix', `a12b${fp}${cost}82020204`],
    ['a primitive tag', `85${simple.slice(2)}`],
    ['another class of tag', `65${simple.slice(2)}`],
    ['a length beyond the end', `a528${simple.slice(4)}`],
    ['a length of 127 bytes', `a5ff${simple.slice(4)}`],
    ['an indefinite length without an end', `a580${simple.slice(4)}`],
    ['an indefinite length and one zero', `a580${simple.slice(4)}00`],
    ['no cost', `a522${fp}`],
    ['no fingerprint', `a505${cost}`],
    ['swapped fields', `a527${cost}${fp}`],
    ['a constructed cost', `a529${fp}a1050203020000`],
    ['a cost beyond 64 bits', `a52d${fp}8109010000000000000000`],
    ['subtypes on a simple type', `a52b${fp}${cost}82020204`],
    ['no subtypes on a threshold', `a227${fp}${cost}`],
    ['subtypes of no byte', `a229${fp}${cost}8200`],
    ['subtypes whose only bit is unused', `a22b${fp}${cost}82020304`],
    ['subtypes with a prefix', `a22b${fp}${cost}82020244`],
    ['a fingerprint of pieces of another type', `a529a0220320${'05'.repeat(32)}${cost}`],
  ])('rejects %s', (_, hex) => {
    expect(isUsableCondition(fromHex(hex))).toBe(false)
  })

  it('rejects more bytes than an output can push directly', () => {
    expect(isUsableCondition(concat(fromHex(simple), new Uint8Array(34)))).toBe(true)
    expect(isUsableCondition(concat(fromHex(simple), new Uint8Array(35)))).toBe(false)
  })
})

describe('isSupportedCondition', () => {
  it('requires a node that signs', () => {
    expect(isSupportedCondition(ccOne(0xe4, P1))).toBe(true)
    expect(isSupportedCondition(secpNode(P1))).toBe(true)
    expect(isSupportedCondition({ type: 'ed25519', publicKey: new Uint8Array(32) })).toBe(true)
    expect(isSupportedCondition(evalNode(0xe4))).toBe(false)
    expect(isSupportedCondition(threshold(1, [evalNode(0xe4)]))).toBe(false)
  })

  it('rejects prefix conditions, also nested ones', () => {
    const fingerprint = new Uint8Array(32)
    const prefix: Condition = { type: 'anon', typeId: 1, fingerprint, cost: 1n, subtypes: 1 << 5 }
    expect(isSupportedCondition(prefix)).toBe(false)
    expect(isSupportedCondition(threshold(1, [prefix, secpNode(P1)]))).toBe(false)
  })
})
