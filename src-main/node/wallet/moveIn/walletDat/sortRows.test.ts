import { describe, expect, it } from 'vitest'
import { mulberry32 } from '../../../testing/index.ts'
import { runToEnd } from '../../../util/runInSlices.ts'
import { sortedRows } from './sortRows.ts'

describe('sortedRows', () => {
  for (const length of [0, 1, 1999, 2000, 2001, 4001, 17_123]) {
    it(`sorts ${length} rows as Array.prototype.sort does`, () => {
      const random = mulberry32(length + 1)
      const rows = Uint32Array.from({ length }, () => Math.floor(random() * 5000))
      const expected = [...rows].sort((a, b) => b - a)
      expect([...runToEnd(sortedRows(rows, (a, b) => b - a))]).toEqual(expected)
    })
  }
})
