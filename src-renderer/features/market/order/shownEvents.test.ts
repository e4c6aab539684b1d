import { describe, expect, it } from 'vitest'
import { shownEvents } from './shownEvents.ts'

describe('the life of an order', () => {
  it('is shown whole while it is short', () => {
    expect(shownEvents([1, 2, 3], 3)).toEqual({ first: [1, 2, 3], hidden: 0, last: [] })
  })

  it('keeps how it began and what happened last', () => {
    expect(shownEvents([1, 2, 3, 4, 5], 3)).toEqual({ first: [1], hidden: 2, last: [4, 5] })
  })
})
