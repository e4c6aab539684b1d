import { describe, expect, it } from 'vitest'
import { readChainsSearch } from './search.ts'

describe('readChainsSearch', () => {
  it('keeps what the page understands', () => {
    const search = { q: 'garden', sort: '-height', chain: 'GARDEN-5071c306', act: 'delete' }
    expect(readChainsSearch(search)).toEqual(search)
  })

  it('drops everything else', () => {
    expect(readChainsSearch({ q: 7, sort: 'x y', chain: '', act: 'explode', more: 1 })).toEqual({})
    expect(readChainsSearch({ chain: 'x'.repeat(500) }).chain).toHaveLength(128)
  })
})
