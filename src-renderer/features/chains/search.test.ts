import { describe, expect, it } from 'vitest'
import { readChainsSearch } from './search.ts'

describe('readChainsSearch', () => {
  it('keeps every valid member of the search', () => {
    const search = { q: 'garden', sort: '-height', chain: 'GARDEN-5071c306', act: 'delete' }
    expect(readChainsSearch(search)).toEqual(search)
  })

  it('drops invalid and unknown members', () => {
    expect(readChainsSearch({ q: 7, sort: 'x y', chain: '', act: 'explode', more: 1 })).toEqual({})
    expect(readChainsSearch({ chain: 'x'.repeat(500) }).chain).toHaveLength(128)
  })
})
