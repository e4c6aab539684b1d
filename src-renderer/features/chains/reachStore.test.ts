import { beforeEach, describe, expect, it } from 'vitest'
import { readReachAddresses, useReach } from './reachStore.ts'

const state = () => useReach.getState()

describe('useReach', () => {
  beforeEach(() => useReach.setState({ addresses: {} }))

  it('stores the address for each chain until it is cleared', () => {
    state().remember('one', ' 203.0.113.9 ')
    state().remember('two', 'node.example:7000')
    state().remember('one', '203.0.113.10')
    expect(state().addresses).toEqual({ two: 'node.example:7000', one: '203.0.113.10' })
    state().remember('two', '')
    expect(state().addresses).toEqual({ one: '203.0.113.10' })
  })

  it('keeps the addresses of the 200 newest chains', () => {
    for (let chain = 0; chain < 300; chain++) state().remember(`chain ${chain}`, '203.0.113.9')
    expect(Object.keys(state().addresses)).toHaveLength(200)
    expect(state().addresses['chain 299']).toBe('203.0.113.9')
  })

  it('ignores stored values that cannot be an address', () => {
    expect(readReachAddresses({ addresses: { one: '203.0.113.9', two: 7, three: 'x'.repeat(301) } })).toEqual({
      one: '203.0.113.9',
    })
    for (const stored of [null, 'text', {}, { addresses: null }]) expect(readReachAddresses(stored)).toEqual({})
  })
})
