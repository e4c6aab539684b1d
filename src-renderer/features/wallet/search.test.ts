import { describe, expect, it } from 'vitest'
import { MAX_QUERY_LENGTH, readWalletSearch } from './search.ts'

describe('readWalletSearch', () => {
  it('reads the search that the page writes', () => {
    const tx = 'ab'.repeat(32)
    expect(readWalletSearch({ tab: 'send', q: 'rent', kind: 'mined', tx })).toEqual({
      tab: 'send',
      q: 'rent',
      kind: 'mined',
      tx,
    })
    expect(readWalletSearch({ q: 17 })).toEqual({ q: '17' })
    expect(readWalletSearch({ tab: 'keys', restore: true })).toEqual({ tab: 'keys', restore: true })
  })

  it('drops invalid and unknown members', () => {
    expect(readWalletSearch({ tab: 'history', q: '', kind: 'theft', tx: 'xy', phrase: 'abandon' })).toEqual({})
    expect(readWalletSearch({ tab: 'send', restore: true })).toEqual({ tab: 'send' })
    expect(readWalletSearch({ tab: ['send'], q: { a: 1 }, kind: null, tx: 5 })).toEqual({})
    expect(readWalletSearch({ q: 'x'.repeat(500) }).q).toHaveLength(MAX_QUERY_LENGTH)
  })
})
