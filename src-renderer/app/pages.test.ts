import { describe, expect, it } from 'vitest'
import { isChainPage } from './pages.ts'

describe('isChainPage', () => {
  it('returns false for chain-list and settings pages, and true for pages of one chain', () => {
    expect(['/chains', '/chains/create', '/chains/join', '/settings', undefined].map(isChainPage)).toEqual(
      Array(5).fill(false),
    )
    expect(['/', '/tokens', '/tokens/create', '/addresses/$address', '/chainsaw'].map(isChainPage)).toEqual(
      Array(5).fill(true),
    )
  })
})
