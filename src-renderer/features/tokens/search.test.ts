import { describe, expect, it } from 'vitest'
import { readTokenSearch, readTokensSearch } from './search.ts'

const token = 'ab'.repeat(32)

describe('the search of the tokens page', () => {
  it('reads the filter of old addresses as NFTs only', () => {
    expect(readTokensSearch({ show: 'nft', act: 'burn' })).toEqual({ nft: true })
    expect(readTokensSearch({ show: 'mine', nft: true })).toEqual({ show: 'mine', nft: true })
  })

  it('keeps the dialog of an old address with its token', () => {
    expect(readTokensSearch({ token, act: 'burn' })).toEqual({ token, act: 'burn' })
    expect(readTokenSearch({ act: 'else' })).toEqual({})
  })
})
