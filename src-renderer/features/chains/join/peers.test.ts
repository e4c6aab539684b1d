import { describe, expect, it } from 'vitest'
import { peersOf } from './peers.ts'

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
