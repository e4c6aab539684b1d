import { describe, expect, it } from 'vitest'
import { bansOfAll } from './everybodyBanned.ts'

const bans = (...list: string[]) => list.map((address) => ({ address }))

const standing = (peers: number, more: { readonly enabled?: boolean; readonly state?: 'solo' } = {}) =>
  ({ enabled: true, state: 'no-peers', evidence: { peers }, ...more }) as const

describe('bansOfAll', () => {
  it('finds a ban of everybody, however it is written', () => {
    const rangeOf = (...list: string[]) => bansOfAll(bans(...list), standing(3), false)
    expect(rangeOf('10.0.0.1/255.255.255.255', '0.0.0.0/0.0.0.0')).toEqual({ range: '0.0.0.0/0' })
    expect(rangeOf('0.0.0.0/0')).toEqual({ range: '0.0.0.0/0' })
    expect(rangeOf('::/0')).toEqual({ range: '::/0' })
    expect(rangeOf('::/::')).toEqual({ range: '::/0' })
  })

  it('is silent about narrower ones', () => {
    expect(bansOfAll([], standing(0), false)).toBeUndefined()
    expect(bansOfAll(bans('10.0.0.0/255.0.0.0', '2001:db8::/32', '10.0.0.0/10'), standing(1), false)).toBeUndefined()
  })

  it('says so when the last peer was banned, where there should be one', () => {
    const last = bans('203.0.113.9/255.255.255.255')
    expect(bansOfAll(last, standing(0), false)).toBe('alone')
    expect(bansOfAll(last, standing(0, { enabled: false }), false)).toBeUndefined()
    expect(bansOfAll(last, undefined, false)).toBeUndefined()
    expect(bansOfAll(last, standing(0, { state: 'solo' }), false)).toBeUndefined()
  })

  it('leaves who tries a ban in the sandbox in peace, unless it covers everybody', () => {
    expect(bansOfAll(bans('203.0.113.9/255.255.255.255'), standing(0), true)).toBeUndefined()
    expect(bansOfAll(bans('0.0.0.0/0'), standing(0), true)).toEqual({ range: '0.0.0.0/0' })
  })
})
