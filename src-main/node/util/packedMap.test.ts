import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from './bytes.ts'
import { PackedMap } from './packedMap.ts'

/**
 * Keys with lengths below, at and above the number of positions with their own table. Some keys are prefixes of longer
 * keys.
 */
const someKey = fc.tuple(fc.constantFrom(0, 1, 15, 16, 17, 40), fc.nat(255)).map(([length, byte]) => {
  const key = new Uint8Array(length).fill(7)
  if (length > 0) key[length - 1] = byte
  return key
})

describe('PackedMap', () => {
  it('behaves like a Map by hex text, also after it was cleared', () => {
    fc.assert(
      fc.property(fc.array(fc.option(someKey, { freq: 20 }), { maxLength: 300 }), (keys) => {
        const map = new PackedMap<number>()
        const model = new Map<string, number>()
        for (const [at, key] of keys.entries()) {
          if (key === null) {
            map.clear()
            model.clear()
            continue
          }
          expect(map.get(key)).toBe(model.get(toHex(key)))
          if (model.has(toHex(key))) continue
          map.add(key, at)
          model.set(toHex(key), at)
          expect(map.get(Uint8Array.from(key))).toBe(at)
        }
        expect(map.size).toBe(model.size)
        for (const [text, at] of model) expect(map.get(Uint8Array.from(Buffer.from(text, 'hex')))).toBe(at)
      }),
    )
  })

  it('keeps its own copy of a key', () => {
    const map = new PackedMap<string>()
    const key = Uint8Array.of(1, 2, 3)
    map.add(key, 'first')
    key[0] = 9
    expect(map.get(key)).toBeUndefined()
    expect(map.get(Uint8Array.of(1, 2, 3))).toBe('first')
  })
})
