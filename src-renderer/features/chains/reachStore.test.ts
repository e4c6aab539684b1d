import { beforeEach, describe, expect, it } from 'vitest'
import { readReachAddresses, useReach } from './reachStore.ts'

const state = () => useReach.getState()

describe('the address at which others reach this computer', () => {
  beforeEach(() => useReach.setState({ addresses: {} }))

  it('is remembered for each chain, until it is taken away', () => {
    state().remember('one', ' 203.0.113.9 ')
    state().remember('two', 'node.example:7000')
    state().remember('one', '203.0.113.10')
    expect(state().addresses).toEqual({ two: 'node.example:7000', one: '203.0.113.10' })
    state().remember('two', '')
    expect(state().addresses).toEqual({ one: '203.0.113.10' })
  })

  it('is bounded, and the newest stay', () => {
    for (let chain = 0; chain < 300; chain++) state().remember(`chain ${chain}`, '203.0.113.9')
    expect(Object.keys(state().addresses)).toHaveLength(200)
    expect(state().addresses['chain 299']).toBe('203.0.113.9')
  })

  it('is taken from storage only where it can be one', () => {
    expect(readReachAddresses({ addresses: { one: '203.0.113.9', two: 7, three: 'x'.repeat(301) } })).toEqual({
      one: '203.0.113.9',
    })
    for (const stored of [null, 'text', {}, { addresses: null }]) expect(readReachAddresses(stored)).toEqual({})
  })
})
