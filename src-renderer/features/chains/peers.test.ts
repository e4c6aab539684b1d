import { describe, expect, it } from 'vitest'
import { parsePeers, withPort } from './peers.ts'

describe('parsePeers', () => {
  it('splits a list of addresses at any separator, without duplicates', () => {
    expect(parsePeers(' 203.0.113.9:8000\n[2001:db8::1]:8000, node.example\n\n203.0.113.9:8000;')).toEqual([
      '203.0.113.9:8000',
      '[2001:db8::1]:8000',
      'node.example',
    ])
    expect(parsePeers(' \n')).toEqual([])
  })

  it('returns at most 100 addresses', () => {
    expect(parsePeers(Array.from({ length: 300 }, (_, index) => `h${index}`).join(' '))).toHaveLength(100)
  })
})

describe('withPort', () => {
  it('adds the port to an address without one', () => {
    expect(['host.example', '203.0.113.9', '2001:db8::1', '[2001:db8::1]'].map((peer) => withPort(peer, 8000))).toEqual(
      ['host.example:8000', '203.0.113.9:8000', '[2001:db8::1]:8000', '[2001:db8::1]:8000'],
    )
  })

  it('keeps a given port, and adds no port 0', () => {
    expect(withPort('203.0.113.9:7', 8000)).toBe('203.0.113.9:7')
    expect(withPort('[2001:db8::1]:7', 8000)).toBe('[2001:db8::1]:7')
    expect(withPort('host', 0)).toBe('host')
  })
})
