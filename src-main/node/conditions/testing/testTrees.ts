import fc from 'fast-check'
import { secp256k1 } from '../../crypto/index.ts'
import { fromHex } from '../../util/index.ts'
import { type Condition, encodeCondition, secpNode, threshold } from '../index.ts'

const KEYS = [
  '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa',
  '02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27',
  '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12',
].map(fromHex)

/** For tests: the message of the valid signatures in the trees. */
export const TEST_MESSAGE = new Uint8Array(32).fill(7)
const GOOD = secp256k1.sign(TEST_MESSAGE, new Uint8Array(32).fill(0x11))

const key = fc.constantFrom(...KEYS)
const signature = fc.uint8Array({ minLength: 64, maxLength: 64 })

/** For tests: unfulfilled conditions. */
const anonymous: fc.Arbitrary<Condition> = fc.oneof(
  key.map(secpNode),
  fc.record({
    type: fc.constant('anon' as const),
    typeId: fc.constantFrom(0, 1, 2, 4, 5, 15),
    fingerprint: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    // Small costs only: with large ones the result depends on the order of the nodes, which cost.ts tests cover.
    cost: fc.bigInt(0n, 2n ** 24n),
    subtypes: fc.constant(0),
  }),
)

/** For tests: trees that can be encoded as a fulfillment. */
export const { fulfilledTree } = fc.letrec<{ fulfilledTree: Condition; leaf: Condition }>((tie) => ({
  leaf: fc.oneof(
    fc.uint8Array({ maxLength: 9 }).map((preimage): Condition => ({ type: 'preimage', preimage })),
    fc.uint8Array({ maxLength: 3 }).map((code): Condition => ({ type: 'eval', code })),
    fc.constant<Condition>({ type: 'secp256k1', publicKey: KEYS[0]!, signature: GOOD }),
    fc.record({ type: fc.constant('secp256k1' as const), publicKey: key, signature }),
    fc.record({
      type: fc.constant('ed25519' as const),
      publicKey: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      signature,
    }),
  ),
  fulfilledTree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(fc.array(tie('fulfilledTree'), { minLength: 1, maxLength: 3 }), fc.array(anonymous, { maxLength: 2 }))
      .map(([fulfilled, rest]): Condition => threshold(fulfilled.length, [...fulfilled, ...rest])),
    fc
      .record({ prefix: fc.uint8Array({ maxLength: 4 }), maxMessageLength: fc.bigInt(0n, 2n ** 28n), sub: tie('leaf') })
      .map((parts): Condition => ({ type: 'prefix', ...parts })),
  ),
}))

/** For tests: trees that an output can pay to, as the bytes that the output pushes. */
export const pushedCondition: fc.Arbitrary<Uint8Array> = fc.oneof(fulfilledTree, anonymous).map(encodeCondition)

/** For tests: the bytes with some changed, removed or inserted. */
export function mutated(bytes: Uint8Array, edits = 3): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    at: fc.nat({ max: Math.max(0, bytes.length - 1) }),
    byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x7f, 0x80, 0x81, 0xff)),
    kind: fc.constantFrom('set', 'insert', 'delete', 'add'),
  })
  return fc.array(edit, { maxLength: edits }).map((edits) => {
    const out = [...bytes]
    for (const { at, byte, kind } of edits) {
      if (kind === 'set') out[Math.min(at, out.length - 1)] = byte
      else if (kind === 'add') out[at] = ((out[at] ?? 0) + 1) & 0xff
      else out.splice(at, kind === 'delete' ? 1 : 0, ...(kind === 'insert' ? [byte] : []))
    }
    return Uint8Array.from(out)
  })
}
