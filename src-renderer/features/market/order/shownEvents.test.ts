import { describe, expect, it } from 'vitest'
import { shownEvents } from './shownEvents.ts'

describe('shownEvents', () => {
  it('returns all events of a short list', () => {
    expect(shownEvents([1, 2, 3], 3)).toEqual({ first: [1, 2, 3], hidden: 0, last: [] })
  })

  it('keeps the first and the newest events of a long list', () => {
    expect(shownEvents([1, 2, 3, 4, 5], 3)).toEqual({ first: [1], hidden: 2, last: [4, 5] })
  })
})
