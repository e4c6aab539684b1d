import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../util/index.ts'
import { RepeatedHashes } from './repeatedHashes.ts'

/** Stand-in for the hash: the first 20 bytes, each plus one. */
const compute = (key: Uint8Array) => key.slice(0, 20).map((byte) => byte + 1)

/** Creates a key whose slot depends on `slot` only. */
function createKey(name: number, slot: number): Uint8Array {
  const key = new Uint8Array(33)
  key.set([2 + (name & 1), name & 0xff, (name >> 8) & 0xff])
  key.set([slot & 0xff, slot >> 8], 31)
  return key
}

describe('RepeatedHashes', () => {
  it('computes the hash of a key once, until another key takes its slot', () => {
    const computed: string[] = []
    const hashes = new RepeatedHashes((key) => {
      computed.push(toHex(key))
      return compute(key)
    })
    const [one, two] = [createKey(1, 7), createKey(2, 7)]
    for (const key of [one, one, two, two, one]) expect(toHex(hashes.hash(key))).toBe(toHex(compute(key)))
    expect(computed).toEqual([one, two, one].map(toHex))
  })

  it('fits compressed public keys only', () => {
    expect(RepeatedHashes.fits(createKey(1, 0))).toBe(true)
    // An unused slot contains zeros, so a key of zeros must not fit.
    expect(RepeatedHashes.fits(new Uint8Array(33))).toBe(false)
    expect(RepeatedHashes.fits(new Uint8Array(65).fill(2))).toBe(false)
  })

  it('returns a copy that the caller may change', () => {
    const hashes = new RepeatedHashes(compute)
    const key = createKey(3, 3)
    hashes.hash(key).fill(0)
    hashes.hash(key).fill(0)
    expect(toHex(hashes.hash(key))).toBe(toHex(compute(key)))
  })

  it('returns the hash of the requested key after any earlier requests', () => {
    const hashes = new RepeatedHashes(compute)
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.nat(6), slot: fc.nat(2) }), { maxLength: 60 }), (asked) => {
        for (const { name, slot } of asked) {
          const key = createKey(name, slot)
          expect(toHex(hashes.hash(key))).toBe(toHex(compute(key)))
        }
      }),
    )
  })
})
