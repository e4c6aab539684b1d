import { describe, expect, it } from 'vitest'
import { cellFrom } from './cells.ts'

const [BOOL, BYTEA, INT8, FLOAT8, NUMERIC, TEXT] = [16, 17, 20, 701, 1700, 25]

describe('cellFrom', () => {
  it('converts integers to the type that the statement requests', () => {
    expect(cellFrom('9007199254740993', INT8, true)).toBe(9_007_199_254_740_993n)
    expect(cellFrom('-7', INT8, false)).toBe(-7)
    expect([cellFrom('t', BOOL, false), cellFrom('f', BOOL, true)]).toEqual([1, 0n])
  })

  it('converts bytes, texts, doubles and NULL', () => {
    expect(cellFrom('\\x00ff', BYTEA, false)).toEqual(Buffer.from([0, 255]))
    expect(cellFrom('7', TEXT, true)).toBe('7')
    expect(cellFrom('0.1', FLOAT8, true)).toBe(0.1)
    expect(cellFrom(null, INT8, true)).toBeNull()
  })

  it('converts a sum beyond 64 bits to the format of chain.db', () => {
    expect(cellFrom('9223372036854775807', NUMERIC, true)).toBe(9_223_372_036_854_775_807n)
    expect(cellFrom('9223372036854775808', NUMERIC, true)).toBe('000000000009223372036854775808')
  })
})
