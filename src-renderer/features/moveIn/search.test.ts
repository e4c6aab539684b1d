import { describe, expect, it } from 'vitest'
import { readMoveInSearch } from './search.ts'

describe('readMoveInSearch', () => {
  it('reads a folder or a chain, and prefers the chain', () => {
    expect(readMoveInSearch({ folder: '/old/TEST' })).toEqual({ folder: '/old/TEST' })
    expect(readMoveInSearch({ folder: '/old/TEST', chain: 'TEST-1' })).toEqual({ chain: 'TEST-1' })
  })

  it('ignores other types and limits the length', () => {
    expect(readMoveInSearch({ folder: 7, chain: null })).toEqual({})
    expect(readMoveInSearch({ folder: '/a'.repeat(9000) }).folder).toHaveLength(4096)
  })
})
