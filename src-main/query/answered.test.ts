import { describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { ANSWERED, reasonAgainst } from './answered.ts'

const answered: ReadonlySet<string> = new Set(ANSWERED)

describe('reasonAgainst', () => {
  it('prefers the reason for a method to the reason for its category', () => {
    expect(reasonAgainst('getrawmempool')).toBe('unconfirmed transactions are not published')
    expect(reasonAgainst('pendingorders')).toBe('unconfirmed transactions are not published')
    expect(reasonAgainst('tokencreate')).toBe('the method requires keys')
    expect(reasonAgainst('nothing')).toBeUndefined()
  })

  it('returns a reason for every method of komodod that is not answered', () => {
    const silent = Object.values(methods).filter(({ name, flags }) => !flags.beyondReference && !answered.has(name))
    expect(silent.filter(({ name }) => reasonAgainst(name) === undefined)).toEqual([])
  })
})
