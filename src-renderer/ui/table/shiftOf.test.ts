import { describe, expect, it } from 'vitest'
import { shiftOf } from './shiftOf.ts'

const rows = (text: string) => [...text]
const key = (row: string) => row
const shift = (old: string, now: string, first: number, last: number) => shiftOf(rows(old), rows(now), key, first, last)

describe('how far the rows in sight moved', () => {
  it('counts what came above them', () => {
    expect(shift('abcdef', 'xyabcdef', 2, 4)).toBe(2)
  })
  it('counts what went above them', () => {
    expect(shift('abcdef', 'bcdef', 2, 4)).toBe(-1)
  })
  it('is nothing for what comes below or goes there', () => {
    expect(shift('abcdef', 'abcdefgh', 2, 4)).toBe(0)
    expect(shift('abcdef', 'abcde', 2, 4)).toBe(0)
  })
  it('is nothing where they were put into another order, or one of them is gone', () => {
    expect(shift('abcdef', 'fedcba', 1, 4)).toBe(0)
    expect(shift('abcdef', 'xabcd', 2, 4)).toBe(0)
    expect(shift('abcdef', '', 2, 4)).toBe(0)
  })
  it('looks at the last row where more are in sight than there are', () => {
    expect(shift('abc', 'xabc', 1, 9)).toBe(1)
  })
})
