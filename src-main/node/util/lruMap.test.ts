import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LruMap } from './index.ts'

describe('LruMap', () => {
  it('drops the least recently used entry', () => {
    const map = new LruMap<string, number>(2).set('a', 1).set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect([...map.entries()]).toEqual([
      ['a', 1],
      ['c', 3],
    ])
  })

  it('ignores peek and has when it orders entries by use', () => {
    const map = new LruMap<string, number>(2).set('a', 1).set('b', 2)
    expect(map.peek('a')).toBe(1)
    expect(map.has('a')).toBe(true)
    map.set('c', 3)
    expect(map.has('a')).toBe(false)
  })

  it('deletes entries and clears the map', () => {
    const map = new LruMap<string, number>(3).set('a', 1).set('b', 2)
    expect(map.delete('a')).toBe(true)
    expect(map.delete('a')).toBe(false)
    map.clear()
    expect(map.size).toBe(0)
  })

  it('rejects a limit below one', () => {
    expect(() => new LruMap(0)).toThrow(RangeError)
    expect(() => new LruMap(1.5)).toThrow(RangeError)
  })

  it('behaves like a list of recent uses', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(6)), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (limit, uses) => {
        const map = new LruMap<number, number>(limit)
        let recent: number[] = []
        for (const [write, key] of uses) {
          const known = recent.includes(key)
          if (write) map.set(key, key)
          else expect(map.get(key)).toBe(known ? key : undefined)
          if (write || known) recent = [...recent.filter((other) => other !== key), key].slice(-limit)
        }
        expect([...map.entries()].map(([key]) => key)).toEqual(recent)
      }),
    )
  })
})
