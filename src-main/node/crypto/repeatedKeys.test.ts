import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../util/index.ts'
import { RepeatedKeys } from './repeatedKeys.ts'

/** Stand-in for point decompression: 4, then the key’s x coordinate twice. */
const expand = (key: Uint8Array) => Uint8Array.of(4, ...key.subarray(1), ...key.subarray(1))
const expandInto = (key: Uint8Array, target: Uint8Array) => target.set(expand(key))

/** Creates a key whose slot depends on `pair` only. */
function createKey(name: number, pair: number): Uint8Array {
  const key = new Uint8Array(33)
  key.set([2 + (name & 1), name & 0xff, (name >> 8) & 0xff])
  key.set([pair & 0xff, pair >> 8], 31)
  return key
}

describe('RepeatedKeys', () => {
  it('expands a key once', () => {
    const expanded: string[] = []
    const keys = new RepeatedKeys((key, target) => {
      expanded.push(toHex(key))
      expandInto(key, target)
    })
    const key = createKey(1, 7)
    for (let n = 0; n < 3; n++) expect(toHex(keys.form(key.slice()))).toBe(toHex(expand(key)))
    expect(expanded).toEqual([toHex(key)])
  })

  it('caches two keys of one slot, and evicts the older one for a third', () => {
    const expanded: number[] = []
    const keys = new RepeatedKeys((key, target) => {
      expanded.push(key[1]!)
      expandInto(key, target)
    })
    const [one, two, three] = [1, 2, 3].map((name) => createKey(name, 500))
    for (const key of [one!, two!, one!, two!, three!, two!, one!]) keys.form(key)
    expect(expanded).toEqual([1, 2, 3, 1])
  })

  it('distinguishes keys that differ in one bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 33, maxLength: 33 }), fc.nat(33 * 8 - 1), (key, bit) => {
        const keys = new RepeatedKeys(expandInto)
        const other = key.slice()
        other[bit >> 3]! ^= 1 << (bit & 7)
        for (const each of [key, other, key, other]) expect(toHex(keys.form(each))).toBe(toHex(expand(each)))
      }),
    )
  })

  it('forwards the error of an invalid key, and does not cache the key as expanded', () => {
    const keys = new RepeatedKeys(() => {
      throw new Error('no key')
    })
    const key = createKey(9, 9)
    for (let n = 0; n < 2; n++) expect(() => keys.form(key)).toThrow('no key')
  })

  it('returns no earlier form for a key that failed, or for a key of zeros', () => {
    const invalid = new Error('no key')
    const keys = new RepeatedKeys((key, target) => {
      if (key[0] !== 2 && key[0] !== 3) throw invalid
      expandInto(key, target)
    })
    expect(() => keys.form(new Uint8Array(33))).toThrow(invalid)
    const [key, zeroFirst, other] = [createKey(4, 5), createKey(4, 5), createKey(6, 5)]
    zeroFirst[0] = 0
    for (const valid of [key, other]) keys.form(valid)
    for (let n = 0; n < 3; n++) expect(() => keys.form(zeroFirst)).toThrow(invalid)
    expect(toHex(keys.form(key))).toBe(toHex(expand(key)))
  })

  it('returns only forms of the requested key, after any earlier requests', () => {
    const keys = new RepeatedKeys(expandInto)
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.nat(6), pair: fc.nat(2) }), { maxLength: 60 }), (asked) => {
        for (const { name, pair } of asked) {
          const key = createKey(name, pair)
          expect(toHex(keys.form(key))).toBe(toHex(expand(key)))
        }
      }),
    )
  })
})
