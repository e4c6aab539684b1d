import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MempoolEntry } from '../core/index.ts'
import { type SelectionCandidate, selectTransactions } from './select.ts'

const candidate = (fee: number, size: number, parents: number[] = [], sigops = 1): SelectionCandidate => ({
  entry: { size } as MempoolEntry,
  fee: BigInt(fee),
  sigops,
  parents,
})
const room = { size: 1_000, sigops: 100 }

describe('selectTransactions', () => {
  it('selects the highest fee rate first, and equal rates in order of admission', () => {
    expect(selectTransactions([candidate(10, 100), candidate(30, 100), candidate(10, 100)], room)).toEqual([1, 0, 2])
  })

  it('puts ancestors directly before the child that pays for them', () => {
    const list = [candidate(0, 100), candidate(15, 100), candidate(500, 100, [0])]
    expect(selectTransactions(list, room)).toEqual([0, 2, 1])
  })

  it('skips transactions that do not fit and continues with smaller ones', () => {
    expect(selectTransactions([candidate(90, 600), candidate(80, 600), candidate(1, 300)], room)).toEqual([0, 2])
  })

  it('stays within the limit of signature operations', () => {
    expect(
      selectTransactions([candidate(9, 10, [], 60), candidate(8, 10, [], 60), candidate(1, 10, [], 40)], room),
    ).toEqual([0, 2])
  })

  it('always puts parents before children and never exceeds the room', () => {
    const item = fc.record({
      fee: fc.nat(1_000),
      size: fc.integer({ min: 1, max: 400 }),
      up: fc.array(fc.nat(), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const list = items.map(({ fee, size, up }, at) =>
          candidate(fee, size, at === 0 ? [] : [...new Set(up.map((n) => n % at))]),
        )
        const chosen = selectTransactions(list, room)
        expect(new Set(chosen).size).toBe(chosen.length)
        chosen.forEach((index, at) => {
          for (const parent of list[index]!.parents) expect(chosen.slice(0, at)).toContain(parent)
        })
        expect(chosen.reduce((sum, index) => sum + list[index]!.entry.size, 0)).toBeLessThanOrEqual(room.size)
      }),
    )
  })
})
