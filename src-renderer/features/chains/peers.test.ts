import { describe, expect, it } from 'vitest'
import { peersOf, withPort } from './peers.ts'

describe('peersOf', () => {
  it('takes addresses apart however they are listed, each once', () => {
    expect(peersOf(' 203.0.113.9:8000\n[2001:db8::1]:8000, node.example\n\n203.0.113.9:8000;')).toEqual([
      '203.0.113.9:8000',
      '[2001:db8::1]:8000',
      'node.example',
    ])
    expect(peersOf(' \n')).toEqual([])
  })

  it('takes no more than anybody calls', () => {
    expect(peersOf(Array.from({ length: 300 }, (_, index) => `h${index}`).join(' '))).toHaveLength(100)
  })
})

describe('withPort', () => {
  it('adds the port to an address that has none', () => {
    expect(['host.example', '203.0.113.9', '2001:db8::1', '[2001:db8::1]'].map((peer) => withPort(peer, 8000))).toEqual(
      ['host.example:8000', '203.0.113.9:8000', '[2001:db8::1]:8000', '[2001:db8::1]:8000'],
    )
  })

  it('leaves a port that was given, and knows none while there is none', () => {
    expect(withPort('203.0.113.9:7', 8000)).toBe('203.0.113.9:7')
    expect(withPort('[2001:db8::1]:7', 8000)).toBe('[2001:db8::1]:7')
    expect(withPort('host', 0)).toBe('host')
  })
})
