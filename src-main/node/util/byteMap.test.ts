import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteMap } from './byteMap.ts'
import { toHex } from './bytes.ts'

interface Entry {
  readonly key: Uint8Array
  readonly mark: number
}

const createMap = () => new ByteMap<Entry>(({ key }) => key)

/**
 * Few keys, with lengths below, at and above the number of positions with their own table, so that steps affect the
 * same keys.
 */
const someKey = fc.tuple(fc.constantFrom(0, 1, 15, 16, 17, 33), fc.nat(3)).map(([length, byte]) => {
  const key = new Uint8Array(length).fill(7)
  key[length - 1] = byte
  return key
})

describe('ByteMap', () => {
  it('behaves like a Map by hex text after any steps', () => {
    const step = fc.record({
      key: someKey,
      what: fc.constantFrom('add', 'add', 'add', 'delete', 'clear'),
      mark: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const map = createMap()
        const model = new Map<string, Entry>()
        for (const [at, { key, what, mark }] of steps.entries()) {
          const text = toHex(key)
          if (what === 'add') {
            map.add({ key, mark })
            model.delete(text)
            model.set(text, { key, mark })
          } else if (what === 'delete') expect(map.delete(key)).toBe(model.delete(text))
          else if (at % 20 === 0) {
            map.clear()
            model.clear()
          }
          expect(map.get(Uint8Array.from(key))).toEqual(model.get(text))
          expect(map.size).toBe(model.size)
        }
        expect([...map.values()]).toEqual([...model.values()])
      }),
    )
  })

  it('stores many values, and allows deleting them during iteration', () => {
    const map = createMap()
    const keyAt = (mark: number) => new Uint8Array(new Uint32Array([mark, 1, 2, mark]).buffer)
    for (let mark = 0; mark < 10_000; mark++) map.add({ key: keyAt(mark), mark })
    let expected = 0
    for (const { key, mark } of map.values()) {
      expect(mark).toBe(expected++)
      if (mark % 3 > 0) map.delete(key)
    }
    expect(map.size).toBe(3_334)
    for (let mark = 0; mark < 10_000; mark++) expect(map.get(keyAt(mark))?.mark).toBe(mark % 3 > 0 ? undefined : mark)
  })
})
