import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secp256k1 } from '../crypto/index.ts'
import { concat, DecodeError, fromHex, toHex } from '../util/index.ts'
import {
  type Condition,
  ccOne,
  ccOneOfTwo,
  conditionOf,
  decodeCondition,
  decodeFulfillment,
  encodeCondition,
  encodeFulfillment,
  evalCodesOf,
  evalNode,
  firstSecpKey,
  isFulfilled,
  isSigned,
  isSupportedCondition,
  MAX_CONDITION_DEPTH,
  secpNode,
  signCondition,
  threshold,
  tokenCcOne,
  tokenCcOneOfTwo,
  verifyFulfillment,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const K1 = new Uint8Array(32).fill(0x11)
const K2 = new Uint8Array(32).fill(0x22)
const TOKENS = fromHex('03e6191c70c9c9a28f9fd87089b9488d0e6c02fb629df64979c9cdb6b2b4a68d95')
const ASSETS = fromHex('02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702')
const FAUCET = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const FAUCET_KEY = fromHex('d44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9')
const BURN = fromHex(`02${'dead'.repeat(16)}`)
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, i) => i + 1)

const signedNode = (publicKey: Uint8Array): Condition => ({ type: 'secp256k1', publicKey, signature: SIGNATURE })

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

  it('lets only DecodeError escape, and reads nothing that it would write otherwise', () => {
    fc.assert(
      fc.property(mutated(encodeCondition(ccOneOfTwo(0xf2, P1, P2))), (bytes) => {
        const decoded = attempt(() => decodeCondition(bytes))
        if (decoded) expect(encodeCondition(decoded)).toEqual(bytes)
      }),
    )
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

describe('encodeFulfillment', () => {
  const sighash = fromHex('7f56afd512b6bb47deea64bfe52dbb97afc340df97e1a5f2a90cf7586a3957d2')
  const fulfillment =
    'a276a072a26ba067a565802103682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe128140' +
    'f537759850959a381dca8845ead03152582aa100ab532313707d7be574f97a83' +
    '26aeaadfb84ec70c8613cf147e007f83f31c945e539dd5263c1eb96eb8a287f2a100af038001e4a100'

  it('signs the faucet pool as the network does', () => {
    const tree = ccOne(0xe4, FAUCET)
    const signed = signCondition(tree, FAUCET_KEY, sighash)
    expect(toHex(encodeFulfillment(signed))).toBe(fulfillment)
    expect(isFulfilled(tree)).toBe(false)
    const decoded = decodeFulfillment(fromHex(fulfillment))
    expect(verifyFulfillment(decoded, sighash)).toBe(true)
    expect(verifyFulfillment(decoded, fromHex('00'.repeat(32)))).toBe(false)
    expect(conditionOf(decoded)).toEqual(encodeCondition(tree))
    expect(evalCodesOf(decoded)).toEqual([Uint8Array.of(0xe4)])
    expect(firstSecpKey(decoded)).toEqual(FAUCET)
    expect(isSigned(decoded)).toBe(true)
  })

  it('has the known form with two evals', () => {
    const tree = threshold(3, [evalNode(0xe3), evalNode(0xf2), threshold(1, [signedNode(P1)])])
    expect(toHex(encodeFulfillment(tree))).toBe(
      `a27ba077a26ba067a5658021${toHex(P1)}8140${toHex(SIGNATURE)}a100af038001e3af038001f2a100`,
    )
  })

  it('leaves the unsigned key of one of two as a condition', () => {
    const inner = encodeFulfillment(threshold(1, [signedNode(P1), secpNode(P2)]))
    const rest = toHex(encodeCondition(secpNode(P2)))
    expect(toHex(inner)).toBe(`a28194a067a5658021${toHex(P1)}8140${toHex(SIGNATURE)}a129${rest}`)
  })

  it('takes the cheapest nodes if more than enough are fulfilled, then those with the smaller condition', () => {
    const tree = threshold(1, [evalNode(0xe4), signedNode(P1), { type: 'preimage', preimage: Uint8Array.of(1) }])
    const chosen = decodeFulfillment(encodeFulfillment(tree))
    expect(chosen).toMatchObject({ threshold: 1, subs: [{ type: 'preimage' }, { type: 'anon' }, { type: 'anon' }] })
    expect(conditionOf(chosen)).toEqual(encodeCondition(tree))
    const keys = threshold(1, [signedNode(P1), signedNode(P2)])
    const smaller = toHex(encodeCondition(secpNode(P1))) < toHex(encodeCondition(secpNode(P2))) ? P1 : P2
    expect(firstSecpKey(decodeFulfillment(encodeFulfillment(keys)))).toEqual(smaller)
  })

  it('refuses a tree that is not fulfilled', () => {
    expect(() => encodeFulfillment(ccOne(0xe4, P1))).toThrow('not fulfilled')
  })
})

describe('signCondition', () => {
  const message = new Uint8Array(32).fill(7)

  it('gives the same tree back if the key is not in it', () => {
    const tree = ccOne(0xe4, P1)
    expect(signCondition(tree, K2, message)).toBe(tree)
  })

  it('signs every node of the key and leaves the others', () => {
    const tree = threshold(2, [secpNode(P1), threshold(1, [secpNode(P1), secpNode(P2)])])
    const signed = signCondition(tree, K1, message)
    expect(isFulfilled(signed)).toBe(true)
    expect(isFulfilled(signCondition(threshold(2, [secpNode(P1), secpNode(P2)]), K1, message))).toBe(false)
    expect(verifyFulfillment(decodeFulfillment(encodeFulfillment(signed)), message)).toBe(true)
  })
})

describe('isSigned', () => {
  it('wants a signature on a fulfilled path', () => {
    expect(isSigned(evalNode(1))).toBe(false)
    expect(isSigned(threshold(1, [evalNode(1)]))).toBe(false)
    expect(isSigned(threshold(1, [evalNode(1), signedNode(P1)]))).toBe(true)
    expect(isSigned(threshold(2, [signedNode(P1), secpNode(P2)]))).toBe(false)
  })

  it('knows the odd rule for a threshold of zero', () => {
    expect(isFulfilled(threshold(0, []))).toBe(false)
    expect(isFulfilled(threshold(0, [secpNode(P1)]))).toBe(true)
    expect(isFulfilled(threshold(0, [evalNode(1)]))).toBe(false)
  })
})

describe('verifyFulfillment', () => {
  it('refuses a high S', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const message = new Uint8Array(32).fill(9)
    const low = secp256k1.sign(message, K1)
    const s = order - BigInt(`0x${toHex(low.subarray(32))}`)
    const high = concat(low.subarray(0, 32), fromHex(s.toString(16).padStart(64, '0')))
    expect(verifyFulfillment({ type: 'secp256k1', publicKey: P1, signature: low }, message)).toBe(true)
    expect(verifyFulfillment({ type: 'secp256k1', publicKey: P1, signature: high }, message)).toBe(false)
  })

  // RFC 8032 §7.1, test 3
  it('checks Ed25519 signatures', () => {
    const publicKey = fromHex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025')
    const signature = fromHex(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
        '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    )
    const node = { type: 'ed25519', publicKey, signature } as const
    expect(verifyFulfillment(node, fromHex('af82'))).toBe(true)
    expect(verifyFulfillment(node, fromHex('af83'))).toBe(false)
    expect(verifyFulfillment({ ...node, publicKey: new Uint8Array(32).fill(0xff) }, fromHex('af82'))).toBe(false)
    expect(decodeFulfillment(encodeFulfillment(node))).toEqual(node)
  })
})

describe('decodeFulfillment', () => {
  const good = encodeFulfillment(threshold(2, [evalNode(0xe4), threshold(1, [signedNode(P1), secpNode(P2)])]))
  const key = `a5658021${toHex(P1)}8140${toHex(SIGNATURE)}`

  it.each([
    ['nothing', ''],
    ['bytes left over', `${key}00`],
    ['a prefix fulfillment', `a16e8000810100a267${key}`],
    ['a condition in place of a fulfillment', toHex(encodeCondition(secpNode(P1)))],
    ['a key that is not on the curve', `a565802102${'ff'.repeat(32)}8140${toHex(SIGNATURE)}`],
    ['an uncompressed key', `a581858041${'04'.repeat(65)}8140${toHex(SIGNATURE)}`],
    ['a signature of 63 bytes', `a5648021${toHex(P1)}813f${toHex(SIGNATURE.subarray(1))}`],
    ['a threshold without the rest', 'a207a005af038001e4'],
    ['an item behind the rest', 'a20ba005af038001e4a1008200'],
    ['fulfillments out of order', 'a20ea00aaf038001f2af038001e4a100'],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeFulfillment(fromHex(hex))).toThrow(DecodeError)
  })

  it('refuses conditions out of order', () => {
    const [a, b] = [encodeCondition(secpNode(P1)), encodeCondition(secpNode(P2))].map(toHex).sort() as [string, string]
    expect(decodeFulfillment(fromHex(`a256a000a152${a}${b}`))).toMatchObject({ threshold: 0 })
    expect(() => decodeFulfillment(fromHex(`a256a000a152${b}${a}`))).toThrow(DecodeError)
  })

  it('accepts equal members', () => {
    const twice = threshold(2, [evalNode(1), evalNode(1)])
    expect(decodeFulfillment(encodeFulfillment(twice))).toEqual(twice)
  })

  it('bounds depth and size', () => {
    const nested = (depth: number) => {
      let tree: Condition = signedNode(P1)
      for (let i = 0; i < depth; i++) tree = threshold(1, [tree])
      return encodeFulfillment(tree)
    }
    expect(decodeFulfillment(nested(MAX_CONDITION_DEPTH)).type).toBe('threshold')
    expect(() => decodeFulfillment(nested(MAX_CONDITION_DEPTH + 1))).toThrow(DecodeError)
    expect(() => decodeFulfillment(encodeFulfillment({ type: 'preimage', preimage: new Uint8Array(2048) }))).toThrow(
      DecodeError,
    )
  })

  it('reads what encodeFulfillment writes, and the condition stays the same', () => {
    fc.assert(
      fc.property(fulfilledTree, (tree) => {
        const bytes = encodeFulfillment(tree)
        const decoded = decodeFulfillment(bytes)
        expect(encodeFulfillment(decoded)).toEqual(bytes)
        expect(conditionOf(decoded)).toEqual(encodeCondition(tree))
      }),
      { numRuns: 200 },
    )
  })

  it('lets only DecodeError escape, and reads nothing that it would write otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(mutated(good), fc.uint8Array({ maxLength: 40 })), (bytes) => {
        const decoded = attempt(() => decodeFulfillment(bytes))
        if (decoded) expect(encodeFulfillment(decoded)).toEqual(bytes)
      }),
      { numRuns: 1000 },
    )
  })
})

const { tree: fulfilledTree } = fc.letrec<{ tree: Condition; leaf: Condition }>((tie) => ({
  leaf: fc.oneof(
    fc.uint8Array({ maxLength: 9 }).map((preimage): Condition => ({ type: 'preimage', preimage })),
    fc.uint8Array({ maxLength: 3 }).map((code): Condition => ({ type: 'eval', code })),
    fc.constantFrom<Condition>(signedNode(P1), signedNode(P2), signedNode(FAUCET)),
    fc.constant<Condition>({ type: 'ed25519', publicKey: P1.subarray(1), signature: SIGNATURE }),
  ),
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(fc.array(tie('tree'), { minLength: 1, maxLength: 3 }), fc.array(fc.constantFrom(P1, P2), { maxLength: 2 }))
      .map(([fulfilled, open]): Condition => threshold(fulfilled.length, [...fulfilled, ...open.map(secpNode)])),
  ),
}))

/** The bytes with some of them changed, left out or put in. */
function mutated(bytes: Uint8Array) {
  const edit = fc.record({
    at: fc.nat({ max: bytes.length - 1 }),
    byte: fc.integer({ min: 0, max: 255 }),
    kind: fc.constantFrom('set', 'insert', 'delete'),
  })
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const out = [...bytes]
    for (const { at, byte, kind } of edits) {
      if (kind === 'set') out[Math.min(at, out.length - 1)] = byte
      else out.splice(at, kind === 'delete' ? 1 : 0, ...(kind === 'insert' ? [byte] : []))
    }
    return Uint8Array.from(out)
  })
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError)
    return undefined
  }
}
