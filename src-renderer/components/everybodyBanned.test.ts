import { describe, expect, it } from 'vitest'
import { bansOfAll, coversLoopback } from './everybodyBanned.ts'

const bans = (...list: string[]) => list.map((address) => ({ address }))

const standing = (peers: number, more: { readonly enabled?: boolean; readonly state?: 'solo' } = {}) =>
  ({ enabled: true, state: 'no-peers', evidence: { peers }, ...more }) as const

describe('bansOfAll', () => {
  it('finds a ban of everybody, however it is written', () => {
    const rangeOf = (...list: string[]) => bansOfAll(bans(...list), standing(3), undefined)
    expect(rangeOf('10.0.0.1/255.255.255.255', '0.0.0.0/0.0.0.0')).toEqual({ range: '0.0.0.0/0' })
    expect(rangeOf('0.0.0.0/0')).toEqual({ range: '0.0.0.0/0' })
    expect(rangeOf('::/0')).toEqual({ range: '::/0' })
    expect(rangeOf('::/::')).toEqual({ range: '::/0' })
  })

  it('is silent about narrower ones', () => {
    expect(bansOfAll([], standing(0), undefined)).toBeUndefined()
    expect(
      bansOfAll(bans('10.0.0.0/255.0.0.0', '2001:db8::/32', '10.0.0.0/10'), standing(1), undefined),
    ).toBeUndefined()
  })

  it('says so when the last peer was banned, where there should be one', () => {
    const last = bans('203.0.113.9/255.255.255.255')
    expect(bansOfAll(last, standing(0), undefined)).toBe('alone')
    expect(bansOfAll(last, standing(0, { enabled: false }), undefined)).toBeUndefined()
    expect(bansOfAll(last, undefined, undefined)).toBeUndefined()
    expect(bansOfAll(last, standing(0, { state: 'solo' }), undefined)).toBeUndefined()
  })

  it('leaves who tries a ban in the sandbox in peace, unless it covers everybody', () => {
    expect(bansOfAll(bans('203.0.113.9/255.255.255.255'), standing(0), 'alone')).toBeUndefined()
    expect(bansOfAll(bans('0.0.0.0/0'), standing(0), 'alone')).toEqual({ range: '0.0.0.0/0' })
  })

  it('names the ban that parts the two nodes of the sandbox', () => {
    const parted = (...list: string[]) => bansOfAll(bans(...list), standing(0), 'paired')
    expect(parted('203.0.113.9/255.255.255.255', '127.0.0.1/255.255.255.255')).toEqual({ cutOff: '127.0.0.1' })
    expect(parted('127.0.0.0/255.0.0.0')).toEqual({ cutOff: '127.0.0.0/8' })
    expect(parted('0.0.0.0/0.0.0.0')).toEqual({ cutOff: '0.0.0.0/0' })
    expect(parted('203.0.113.9/255.255.255.255')).toBeUndefined()
  })
})

describe('coversLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.1/255.255.255.255', '127.0.0.0/255.0.0.0', '0.0.0.0/0.0.0.0', '0.0.0.1/0.0.0.255'])(
    'finds this machine in %s',
    (range) => expect(coversLoopback(range)).toBe(true),
  )
  it.each(['127.0.0.2', '128.0.0.0/255.0.0.0', '::1', '::/::'])('finds no local node in %s', (range) =>
    expect(coversLoopback(range)).toBe(false),
  )
})
