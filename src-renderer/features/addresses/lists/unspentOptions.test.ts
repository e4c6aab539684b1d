import { describe, expect, it } from 'vitest'
import { unspentOptions } from './unspentOptions.ts'

describe('unspentOptions', () => {
  it('requests the newest first by default, and ignores a sort that the node does not support', () => {
    const usual = { limit: 1000, sort: 'height', descending: true }
    expect(unspentOptions({}, null)).toEqual(usual)
    expect(unspentOptions({ sort: '-balance' }, null)).toEqual(usual)
  })

  it('passes range, state and order to the node', () => {
    expect(unspentOptions({ sort: 'amount', kind: 'received', start: 0, end: 9 }, 'place')).toEqual({
      limit: 1000,
      sort: 'amount',
      descending: false,
      cursor: 'place',
      start: 0,
      end: 9,
      state: 'free',
    })
    expect(unspentOptions({ kind: 'spent' }, null)).toMatchObject({ state: 'spent' })
  })
})
