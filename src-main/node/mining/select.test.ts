import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MempoolEntry } from '../core/index.ts'
import { type SelectionCandidate, selectTransactions } from './select.ts'

const waits = (fee: number, size: number, parents: number[] = [], sigops = 1): SelectionCandidate => ({
  entry: { size } as MempoolEntry,
  fee: BigInt(fee),
  sigops,
  parents,
})
const room = { size: 1_000, sigops: 100 }

describe('selectTransactions', () => {
  it('selects the highest fee rate first, and equal rates in order of admission', () => {
    expect(selectTransactions([waits(10, 100), waits(30, 100), waits(10, 100)], room)).toEqual([1, 0, 2])
  })

  it('puts ancestors directly before the child that pays for them', () => {
    const list = [waits(0, 100), waits(15, 100), waits(500, 100, [0])]
    expect(selectTransactions(list, room)).toEqual([0, 2, 1])
  })

  it('skips transactions that do not fit and continues with smaller ones', () => {
    expect(selectTransactions([waits(90, 600), waits(80, 600), waits(1, 300)], room)).toEqual([0, 2])
  })

  it('stays within the limit of signature operations', () => {
    expect(selectTransactions([waits(9, 10, [], 60), waits(8, 10, [], 60), waits(1, 10, [], 40)], room)).toEqual([0, 2])
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
          waits(fee, size, at === 0 ? [] : [...new Set(up.map((n) => n % at))]),
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
