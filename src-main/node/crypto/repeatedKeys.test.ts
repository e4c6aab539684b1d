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
  it('expands a key once, when it is requested for the second time', () => {
    const expanded: string[] = []
    const keys = new RepeatedKeys((key, target) => {
      expanded.push(toHex(key))
      expandInto(key, target)
    })
    const key = createKey(1, 7)
    expect(keys.form(key)).toBe(key)
    for (let n = 0; n < 3; n++) expect(toHex(keys.form(key.slice()))).toBe(toHex(expand(key)))
    expect(expanded).toEqual([toHex(key)])
  })

  it('caches two keys of one slot, and evicts the older one for a third', () => {
    const keys = new RepeatedKeys(expandInto)
    const [one, two, three] = [1, 2, 3].map((name) => createKey(name, 500))
    for (const key of [one!, two!, one!, two!]) keys.form(key)
    expect(keys.form(one!).length).toBe(65)
    expect(keys.form(two!).length).toBe(65)
    expect(keys.form(three!)).toBe(three)
    expect(keys.form(two!).length).toBe(65)
    expect(keys.form(one!)).toBe(one)
  })

  it('distinguishes keys that differ in one bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 33, maxLength: 33 }), fc.nat(33 * 8 - 1), (key, bit) => {
        const keys = new RepeatedKeys(expandInto)
        const other = key.slice()
        other[bit >> 3]! ^= 1 << (bit & 7)
        for (const each of [key, other, key, other])
          expect([toHex(each), toHex(expand(each))]).toContain(toHex(keys.form(each)))
        expect(toHex(keys.form(key))).toBe(toHex(expand(key)))
      }),
    )
  })

  it('forwards the error of an invalid key, and does not cache the key as expanded', () => {
    const keys = new RepeatedKeys(() => {
      throw new Error('no key')
    })
    const key = createKey(9, 9)
    expect(keys.form(key)).toBe(key)
    for (let n = 0; n < 2; n++) expect(() => keys.form(key)).toThrow('no key')
  })

  it('returns only forms of the requested key, after any earlier requests', () => {
    const keys = new RepeatedKeys(expandInto)
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.nat(6), pair: fc.nat(2) }), { maxLength: 60 }), (asked) => {
        for (const { name, pair } of asked) {
          const key = createKey(name, pair)
          expect([toHex(key), toHex(expand(key))]).toContain(toHex(keys.form(key)))
        }
      }),
    )
  })
})
