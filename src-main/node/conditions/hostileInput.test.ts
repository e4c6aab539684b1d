import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError, fromHex } from '../util/index.ts'
import {
  type Condition,
  ccOneOfTwo,
  decodeCondition,
  decodeFulfillment,
  encodeCondition,
  encodeFulfillment,
  evalNode,
  secpNode,
  threshold,
} from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const signed: Condition = { type: 'secp256k1', publicKey: P1, signature: new Uint8Array(64).fill(7) }
const good = encodeFulfillment(threshold(2, [evalNode(0xe4), threshold(1, [signed, secpNode(P2)])]))

describe('decodeCondition on hostile input', () => {
  it('lets only DecodeError escape, and reads nothing that encodeCondition writes otherwise', () => {
    fc.assert(
      fc.property(mutated(encodeCondition(ccOneOfTwo(0xf2, P1, P2))), (bytes) => {
        const decoded = attempt(() => decodeCondition(bytes))
        if (decoded) expect(encodeCondition(decoded)).toEqual(bytes)
      }),
    )
  })
})

describe('decodeFulfillment on hostile input', () => {
  it('lets only DecodeError escape, and reads nothing that encodeFulfillment writes otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(mutated(good), fc.uint8Array({ maxLength: 40 })), (bytes) => {
        const decoded = attempt(() => decodeFulfillment(bytes))
        if (decoded) expect(encodeFulfillment(decoded)).toEqual(bytes)
      }),
      { numRuns: 1000 },
    )
  })
})

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

/** What `run` gives; undefined if it throws a DecodeError, and any other error fails the test. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError)
    return undefined
  }
}
