import { describe, expect, it } from 'vitest'
import { namedRow } from './namedRow.ts'

const rows = [{ name: 'Friend' }, { name: 'Friendly Bob' }, { name: 'Ann' }, { name: 'ann' }]

describe('namedRow', () => {
  it('returns the row of a complete name, but not of a prefix', () => {
    expect(namedRow(rows, ' friend ')).toBe(rows[0])
    for (const typed of ['fri', 'friendl', '', '  ']) expect(namedRow(rows, typed)).toBeUndefined()
  })

  it('returns undefined if two rows have equal names', () => {
    expect(namedRow(rows, 'Ann')).toBeUndefined()
  })
})
