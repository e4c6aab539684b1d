import { describe, expect, it } from 'vitest'
import { namedRow } from './namedRow.ts'

const rows = [{ name: 'Friend' }, { name: 'Friendly Bob' }, { name: 'Ann' }, { name: 'ann' }]

describe('namedRow', () => {
  it('takes a name that was typed in full, and no beginning of one', () => {
    expect(namedRow(rows, ' friend ')).toBe(rows[0])
    for (const typed of ['fri', 'friendl', '', '  ']) expect(namedRow(rows, typed)).toBeUndefined()
  })

  it('never chooses between two of one name', () => {
    expect(namedRow(rows, 'Ann')).toBeUndefined()
  })
})
