import { describe, expect, it } from 'vitest'
import { isOwnFill, lookedAt } from './fills.ts'

const ids = (...digits: readonly string[]) => digits.map((digit) => digit.repeat(64))

describe('fills of own orders', () => {
  it('exclude trades made by the user', () => {
    expect(isOwnFill({ side: 'ask', mine: 'sold' })).toBe(true)
    expect(isOwnFill({ side: 'bid', mine: 'bought' })).toBe(true)
    for (const mine of ['bought', 'both', null] as const) expect(isOwnFill({ side: 'ask', mine })).toBe(false)
    expect(isOwnFill({ side: 'bid', mine: 'sold' })).toBe(false)
  })

  it('appear once, not before the first check and not again after a reorganisation', () => {
    let known: readonly string[] | undefined
    const check = (...digits: readonly string[]) => {
      const after = lookedAt(known, ids(...digits))
      known = after.known
      return [...after.fresh]
    }
    expect(check('b', 'a')).toEqual([])
    expect(check('b', 'a')).toEqual([])
    expect(check('c', 'b', 'a')).toEqual(ids('c'))
    expect(check('a')).toEqual([])
    expect(check('d', 'c', 'a')).toEqual(ids('d'))
    expect(known).toEqual(ids('a', 'b', 'c', 'd'))
  })

  it('keep at most 200 remembered trades', () => {
    const many = Array.from({ length: 500 }, (_, at) => String(at).padStart(64, '0'))
    const { known, fresh } = lookedAt([], many)
    expect(fresh.size).toBe(500)
    expect(known).toHaveLength(200)
    expect(known.at(-1)).toBe(many[0])
  })
})
