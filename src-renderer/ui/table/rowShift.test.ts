import { describe, expect, it } from 'vitest'
import { computeRowShift } from './rowShift.ts'

const rows = (text: string) => [...text]
const key = (row: string) => row
const shift = (old: string, now: string, first: number, last: number) =>
  computeRowShift(rows(old), rows(now), key, first, last)

describe('computeRowShift', () => {
  it('returns the number of rows added above the visible rows', () => {
    expect(shift('abcdef', 'xyabcdef', 2, 4)).toBe(2)
  })
  it('returns a negative number for rows removed above the visible rows', () => {
    expect(shift('abcdef', 'bcdef', 2, 4)).toBe(-1)
  })
  it('returns 0 for rows added or removed below the visible rows', () => {
    expect(shift('abcdef', 'abcdefgh', 2, 4)).toBe(0)
    expect(shift('abcdef', 'abcde', 2, 4)).toBe(0)
  })
  it('returns 0 if visible rows were reordered or removed', () => {
    expect(shift('abcdef', 'fedcba', 1, 4)).toBe(0)
    expect(shift('abcdef', 'xabcd', 2, 4)).toBe(0)
    expect(shift('abcdef', '', 2, 4)).toBe(0)
  })
  it('compares the last row if fewer rows exist than are visible', () => {
    expect(shift('abc', 'xabc', 1, 9)).toBe(1)
  })
})
