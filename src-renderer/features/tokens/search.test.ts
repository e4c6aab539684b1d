import { describe, expect, it } from 'vitest'
import { readTokenSearch, readTokensSearch } from './search.ts'

const token = 'ab'.repeat(32)

describe('URL search of the tokens page', () => {
  it('converts the filter of an old URL to NFTs only', () => {
    expect(readTokensSearch({ show: 'nft', act: 'burn' })).toEqual({ nft: true })
    expect(readTokensSearch({ show: 'mine', nft: true })).toEqual({ show: 'mine', nft: true })
  })

  it('keeps the dialog of an old URL with its token', () => {
    expect(readTokensSearch({ token, act: 'burn' })).toEqual({ token, act: 'burn' })
    expect(readTokenSearch({ act: 'else' })).toEqual({})
  })
})
