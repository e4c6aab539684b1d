import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../primitives/types.ts'
import { Pool, type PoolEntry, sortParentsFirst, withDescendants } from './pool.ts'

const fillHash = (n: number): Uint8Array => new Uint8Array(32).fill(n)

function entry(n: number, parents: readonly number[], sequence = n): PoolEntry {
  const vin = parents.map((parent) => ({ prevout: { hash: fillHash(parent), index: n } }))
  const vout = Array.from({ length: 64 }, () => ({}))
  const shielded = { shieldedSpends: [], shieldedOutputs: [], joinSplits: [] }
  const tx = {
    ...shielded,
    vin: [...vin, { prevout: { hash: fillHash(255), index: n } }],
    vout,
  } as unknown as Transaction
  return { tx, txid: fillHash(n), size: 10, sequence, parents: new Set(), children: new Set() } as unknown as PoolEntry
}

const numbers = (entries: Iterable<PoolEntry>): number[] => [...entries].map(({ txid }) => txid[0]!)

describe('pool', () => {
  it('links a parent that is added after its child', () => {
    const pool = new Pool()
    const child = entry(2, [1])
    const parent = entry(1, [])
    pool.add(child)
    pool.add(parent)
    expect(numbers(withDescendants(parent))).toEqual([1, 2])
    expect(numbers(sortParentsFirst(pool.entries()))).toEqual([1, 2])
    pool.remove(parent)
    expect(child.parents.size).toBe(0)
    expect(pool.spender({ hash: fillHash(1), index: 2 })).toEqual({ entry: child, inputIndex: 0 })
  })

  it('returns every descendant once, parents first', () => {
    const pool = new Pool()
    const all = [entry(1, []), entry(2, [1]), entry(3, [1]), entry(4, [2, 3])]
    for (const each of all) pool.add(each)
    expect(numbers(withDescendants(all[0]!))).toEqual([1, 2, 3, 4])
  })

  it('returns to empty statistics after all entries are removed', () => {
    const pool = new Pool()
    const all = [entry(1, []), entry(2, [1]), entry(3, [2])]
    for (const each of all) pool.add(each)
    expect(pool.stats()).toMatchObject({ size: 3, bytes: 30 })
    expect(pool.stats().usage).toBeGreaterThan(30)
    for (const each of all) pool.remove(each)
    pool.remove(all[0]!)
    expect(pool.stats()).toEqual({ size: 0, bytes: 0, usage: 0 })
  })

  it('sorts parents before children for any order of arrival', () => {
    const graph = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(graph, fc.integer(), (links, seed) => {
        const made = links.map((up, n) =>
          entry(n, n === 0 ? [] : [...new Set(up.map((each) => each % n))], (n * seed) % 97),
        )
        const pool = new Pool()
        for (const each of [...made].sort((a, b) => a.sequence - b.sequence)) pool.add(each)
        const order = sortParentsFirst(pool.entries())
        expect(order.length).toBe(made.length)
        order.forEach((each, at) => {
          for (const parent of each.parents) expect(order.indexOf(parent)).toBeLessThan(at)
        })
      }),
    )
  })
})
