import { describe, expect, it } from 'vitest'
import { bansOfAll, coversLoopback } from './allPeersBanned.ts'

const bans = (...list: string[]) => list.map((address) => ({ address }))

const standing = (peers: number, more: { readonly enabled?: boolean; readonly state?: 'solo' } = {}) =>
  ({ enabled: true, state: 'no-peers', evidence: { peers }, ...more }) as const

describe('bansOfAll', () => {
  it('finds a ban of all addresses in every notation', () => {
    const findRange = (...list: string[]) => bansOfAll(bans(...list), standing(3), undefined)
    expect(findRange('10.0.0.1/255.255.255.255', '0.0.0.0/0.0.0.0')).toEqual({ range: '0.0.0.0/0' })
    expect(findRange('0.0.0.0/0')).toEqual({ range: '0.0.0.0/0' })
    expect(findRange('::/0')).toEqual({ range: '::/0' })
    expect(findRange('::/::')).toEqual({ range: '::/0' })
  })

  it('ignores bans of narrower ranges while a peer is connected', () => {
    expect(bansOfAll([], standing(0), undefined)).toBeUndefined()
    expect(
      bansOfAll(bans('10.0.0.0/255.0.0.0', '2001:db8::/32', '10.0.0.0/10'), standing(1), undefined),
    ).toBeUndefined()
  })

  it('returns "alone" if bans leave an enabled network without peers', () => {
    const last = bans('203.0.113.9/255.255.255.255')
    expect(bansOfAll(last, standing(0), undefined)).toBe('alone')
    expect(bansOfAll(last, standing(0, { enabled: false }), undefined)).toBeUndefined()
    expect(bansOfAll(last, undefined, undefined)).toBeUndefined()
    expect(bansOfAll(last, standing(0, { state: 'solo' }), undefined)).toBeUndefined()
  })

  it('ignores a single ban in the sandbox, but not a ban of all addresses', () => {
    expect(bansOfAll(bans('203.0.113.9/255.255.255.255'), standing(0), 'alone')).toBeUndefined()
    expect(bansOfAll(bans('0.0.0.0/0'), standing(0), 'alone')).toEqual({ range: '0.0.0.0/0' })
  })

  it('names the ban that separates the two nodes of the sandbox', () => {
    const parted = (...list: string[]) => bansOfAll(bans(...list), standing(0), 'paired')
    expect(parted('203.0.113.9/255.255.255.255', '127.0.0.1/255.255.255.255')).toEqual({ cutOff: '127.0.0.1' })
    expect(parted('127.0.0.0/255.0.0.0')).toEqual({ cutOff: '127.0.0.0/8' })
    expect(parted('0.0.0.0/0.0.0.0')).toEqual({ cutOff: '0.0.0.0/0' })
    expect(parted('203.0.113.9/255.255.255.255')).toBeUndefined()
  })
})

describe('coversLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.1/255.255.255.255', '127.0.0.0/255.0.0.0', '0.0.0.0/0.0.0.0', '0.0.0.1/0.0.0.255'])(
    'returns true for %s, which contains 127.0.0.1',
    (range) => expect(coversLoopback(range)).toBe(true),
  )
  it.each(['127.0.0.2', '128.0.0.0/255.0.0.0', '::1', '::/::'])(
    'returns false for %s, which does not contain 127.0.0.1',
    (range) => expect(coversLoopback(range)).toBe(false),
  )
})
