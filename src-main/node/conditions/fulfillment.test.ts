import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secp256k1 } from '../crypto/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  type Condition,
  ccOne,
  collectEvalCodes,
  deriveCondition,
  encodeCondition,
  encodeFulfillment,
  evalNode,
  type Fulfillment,
  firstSecpKey,
  isFulfilled,
  isSigned,
  MAX_CONDITION_DEPTH,
  readFulfillment,
  secpNode,
  signCondition,
  threshold,
  verifyFulfillment,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const K1 = new Uint8Array(32).fill(0x11)
const K2 = new Uint8Array(32).fill(0x22)
const FAUCET = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const FAUCET_KEY = fromHex('d44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9')
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, i) => i + 1)

/** Parses like `readFulfillment`, but throws if the bytes are not a fulfillment. */
function read(bytes: Uint8Array): Fulfillment {
  const fulfillment = readFulfillment(bytes)
  if (!fulfillment) throw new Error('no fulfillment')
  return fulfillment
}

const signedNode = (publicKey: Uint8Array): Condition => ({ type: 'secp256k1', publicKey, signature: SIGNATURE })

describe('encodeFulfillment', () => {
  const sighash = fromHex('7f56afd512b6bb47deea64bfe52dbb97afc340df97e1a5f2a90cf7586a3957d2')
  const fulfillment =
    'a276a072a26ba067a565802103682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe128140' +
    'f537759850959a381dca8845ead03152582aa100ab532313707d7be574f97a83' +
    '26aeaadfb84ec70c8613cf147e007f83f31c945e539dd5263c1eb96eb8a287f2a100af038001e4a100'

  it('encodes a signed faucet pool as the network does', () => {
    const tree = ccOne(0xe4, FAUCET)
    const signed = signCondition(tree, FAUCET_KEY, sighash)
    expect(toHex(encodeFulfillment(signed))).toBe(fulfillment)
    expect(isFulfilled(tree)).toBe(false)
    const decoded = read(fromHex(fulfillment))
    expect(verifyFulfillment(decoded, sighash)).toBe(true)
    expect(verifyFulfillment(decoded, fromHex('00'.repeat(32)))).toBe(false)
    expect(deriveCondition(decoded)).toEqual(encodeCondition(tree))
    expect(collectEvalCodes(decoded)).toEqual([Uint8Array.of(0xe4)])
    expect(firstSecpKey(decoded)).toEqual(FAUCET)
    expect(isSigned(decoded)).toBe(true)
  })

  it('encodes a tree with two eval nodes', () => {
    const tree = threshold(3, [evalNode(0xe3), evalNode(0xf2), threshold(1, [signedNode(P1)])])
    expect(toHex(encodeFulfillment(tree))).toBe(
      `a27ba077a26ba067a5658021${toHex(P1)}8140${toHex(SIGNATURE)}a100af038001e3af038001f2a100`,
    )
  })

  it('encodes the unsigned key of a 1-of-2 tree as a condition', () => {
    const inner = encodeFulfillment(threshold(1, [signedNode(P1), secpNode(P2)]))
    const rest = toHex(encodeCondition(secpNode(P2)))
    expect(toHex(inner)).toBe(`a28194a067a5658021${toHex(P1)}8140${toHex(SIGNATURE)}a129${rest}`)
  })

  it('includes the cheapest fulfilled nodes up to the threshold, and on equal cost the smaller condition', () => {
    const tree = threshold(1, [evalNode(0xe4), signedNode(P1), { type: 'preimage', preimage: Uint8Array.of(1) }])
    const chosen = read(encodeFulfillment(tree))
    expect(chosen).toMatchObject({ threshold: 1, subs: [{ type: 'preimage' }, { type: 'anon' }, { type: 'anon' }] })
    expect(deriveCondition(chosen)).toEqual(encodeCondition(tree))
    const keys = threshold(1, [signedNode(P1), signedNode(P2)])
    const smaller = toHex(encodeCondition(secpNode(P1))) < toHex(encodeCondition(secpNode(P2))) ? P1 : P2
    expect(firstSecpKey(read(encodeFulfillment(keys)))).toEqual(smaller)
  })

  it('rejects a tree that is not fulfilled', () => {
    expect(() => encodeFulfillment(ccOne(0xe4, P1))).toThrow('not fulfilled')
  })
})

describe('signCondition', () => {
  const message = new Uint8Array(32).fill(7)

  it('returns the same tree if it does not contain the key', () => {
    const tree = ccOne(0xe4, P1)
    expect(signCondition(tree, K2, message)).toBe(tree)
  })

  it('signs every node of the key and leaves the others unchanged', () => {
    const tree = threshold(2, [secpNode(P1), threshold(1, [secpNode(P1), secpNode(P2)])])
    const signed = signCondition(tree, K1, message)
    expect(isFulfilled(signed)).toBe(true)
    expect(isFulfilled(signCondition(threshold(2, [secpNode(P1), secpNode(P2)]), K1, message))).toBe(false)
    expect(verifyFulfillment(read(encodeFulfillment(signed)), message)).toBe(true)
  })
})

describe('isSigned', () => {
  it('requires a signature on a fulfilled path', () => {
    expect(isSigned(evalNode(1))).toBe(false)
    expect(isSigned(threshold(1, [evalNode(1)]))).toBe(false)
    expect(isSigned(threshold(1, [evalNode(1), signedNode(P1)]))).toBe(true)
    expect(isSigned(threshold(2, [signedNode(P1), secpNode(P2)]))).toBe(false)
  })

  it('requires an unfulfilled first node for a threshold of zero', () => {
    expect(isFulfilled(threshold(0, []))).toBe(false)
    expect(isFulfilled(threshold(0, [secpNode(P1)]))).toBe(true)
    expect(isFulfilled(threshold(0, [evalNode(1)]))).toBe(false)
  })
})

describe('verifyFulfillment', () => {
  it('rejects a signature with a high S', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const message = new Uint8Array(32).fill(9)
    const low = secp256k1.sign(message, K1)
    const s = order - BigInt(`0x${toHex(low.subarray(32))}`)
    const high = concat(low.subarray(0, 32), fromHex(s.toString(16).padStart(64, '0')))
    expect(verifyFulfillment({ type: 'secp256k1', publicKey: P1, signature: low }, message)).toBe(true)
    expect(verifyFulfillment({ type: 'secp256k1', publicKey: P1, signature: high }, message)).toBe(false)
  })

  // RFC 8032 §7.1, test 3. The network accepts S + L as S; S + 2L has too many bits.
  it('verifies Ed25519 signatures as the network does', () => {
    const publicKey = fromHex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025')
    const signature = fromHex(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
        '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    )
    const node = { type: 'ed25519', publicKey, signature } as const
    expect(verifyFulfillment(node, fromHex('af82'))).toBe(true)
    expect(verifyFulfillment(node, fromHex('af83'))).toBe(false)
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const plus = (multiple: bigint) => {
      const s = BigInt(`0x${toHex(signature.slice(32).reverse())}`) + multiple * order
      const bytes = fromHex(s.toString(16).padStart(64, '0')).reverse()
      return { ...node, signature: concat(signature.subarray(0, 32), bytes) }
    }
    expect(verifyFulfillment(plus(1n), fromHex('af82'))).toBe(true)
    expect(verifyFulfillment(plus(1n), fromHex('af83'))).toBe(false)
    expect(verifyFulfillment(plus(2n), fromHex('af82'))).toBe(false)
    expect(verifyFulfillment({ ...node, publicKey: new Uint8Array(32).fill(0xff) }, fromHex('af82'))).toBe(false)
    expect(read(encodeFulfillment(node))).toEqual(node)
  })
})

describe('readFulfillment', () => {
  const key = `a5658021${toHex(P1)}8140${toHex(SIGNATURE)}`

  it.each([
    ['empty bytes', ''],
    ['bytes left over', `${key}00`],
    ['a prefix node without a fulfillment', 'a10d8001aa810120a205a503800102'],
    ['bytes after the fulfillment of a prefix node', `a16f8000810100a268${key}00`],
    ['a condition instead of a fulfillment', toHex(encodeCondition(secpNode(P1)))],
    ['a key that is not on the curve', `a565802102${'ff'.repeat(32)}8140${toHex(SIGNATURE)}`],
    ['an uncompressed key', `a581858041${'04'.repeat(65)}8140${toHex(SIGNATURE)}`],
    ['a threshold without its list of conditions', 'a207a005af038001e4'],
    ['an item after the list of conditions', 'a20ba005af038001e4a1008200'],
    ['fulfillments out of order', 'a20ea00aaf038001f2af038001e4a100'],
  ])('rejects %s', (_, hex) => {
    expect(readFulfillment(fromHex(hex))).toBeUndefined()
  })

  it('rejects conditions that are out of order', () => {
    const [a, b] = [encodeCondition(secpNode(P1)), encodeCondition(secpNode(P2))].map(toHex).sort() as [string, string]
    expect(read(fromHex(`a256a000a152${a}${b}`))).toMatchObject({ threshold: 0 })
    expect(readFulfillment(fromHex(`a256a000a152${b}${a}`))).toBeUndefined()
  })

  it('accepts equal members in a set', () => {
    const twice = threshold(2, [evalNode(1), evalNode(1)])
    expect(read(encodeFulfillment(twice))).toEqual(twice)
  })

  it('limits the depth and the size', () => {
    const nested = (depth: number) => {
      let tree: Condition = signedNode(P1)
      for (let i = 0; i < depth; i++) tree = threshold(1, [tree])
      return encodeFulfillment(tree)
    }
    expect(read(nested(MAX_CONDITION_DEPTH)).type).toBe('threshold')
    expect(readFulfillment(nested(MAX_CONDITION_DEPTH + 1))).toBeUndefined()
    expect(readFulfillment(encodeFulfillment({ type: 'preimage', preimage: new Uint8Array(2039) }))).toBeDefined()
    expect(readFulfillment(encodeFulfillment({ type: 'preimage', preimage: new Uint8Array(2040) }))).toBeUndefined()
  })

  it('reads the output of encodeFulfillment, with the same condition', () => {
    fc.assert(
      fc.property(fulfilledTree, (tree) => {
        const bytes = encodeFulfillment(tree)
        const decoded = read(bytes)
        expect(encodeFulfillment(decoded)).toEqual(bytes)
        expect(deriveCondition(decoded)).toEqual(encodeCondition(tree))
      }),
      { numRuns: 200 },
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
