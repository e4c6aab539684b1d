import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CachedCoin, CoinCache } from './coinCache.ts'

const createOutpoint = (tx: number, index: number) => ({ hash: new Uint8Array(32).fill(tx), index })
const formatKey = (tx: number, index: number) => `${tx}:${index}`

function coin(mark: number, scriptSize = 25): CachedCoin {
  const scriptPubKey = new Uint8Array(scriptSize).fill(mark)
  return {
    value: BigInt(mark) * 10_000_000_000_000_001n,
    scriptPubKey,
    height: mark,
    coinbase: mark % 2 === 1,
    txNum: 2 ** 40 + mark,
  }
}

describe('CoinCache', () => {
  it('returns added coins in any order of operations while capacity remains', () => {
    const step = fc.record({
      tx: fc.nat(3),
      index: fc.constantFrom(0, 1, 2, 65_535),
      mark: fc.nat(200),
      take: fc.boolean(),
      clear: fc.integer({ min: 0, max: 40 }).map((number) => number === 0),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const memory = new CoinCache(16)
        const model = new Map<string, CachedCoin>()
        for (const { tx, index, mark, take, clear } of steps) {
          const key = formatKey(tx, index)
          if (clear) {
            memory.clear()
            model.clear()
          }
          if (take) {
            expect(memory.take(createOutpoint(tx, index))).toEqual(model.get(key))
            model.delete(key)
          } else if (!model.has(key)) {
            memory.add(createOutpoint(tx, index), coin(mark, mark % 51))
            model.set(key, coin(mark, mark % 51))
          }
          expect(memory.get(createOutpoint(tx, index))).toEqual(model.get(key))
        }
        for (const tx of [0, 1, 2, 3])
          for (const index of [0, 1, 2, 65_535])
            expect(memory.get(createOutpoint(tx, index))).toEqual(model.get(formatKey(tx, index)))
      }),
    )
  })

  it('evicts other coins when full and never mixes them up', () => {
    const memory = new CoinCache(10)
    for (let index = 0; index < 100; index++) {
      memory.add(createOutpoint(1, index), coin(index))
      expect(memory.get(createOutpoint(1, index))).toEqual(coin(index))
    }
    const left = Array.from({ length: 100 }, (_, index) => index).filter((index) => {
      const found = memory.get(createOutpoint(1, index))
      if (found !== undefined) expect(found).toEqual(coin(index))
      return found !== undefined
    })
    expect(left).toHaveLength(10)
  })

  it('ignores coins with long scripts', () => {
    const memory = new CoinCache(10)
    memory.add(createOutpoint(1, 0), coin(1, 51))
    expect(memory.take(createOutpoint(1, 0))).toBeUndefined()
  })
})
