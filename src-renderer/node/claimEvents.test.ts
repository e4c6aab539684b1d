import { describe, expect, it } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import { advanceClaim } from './claimEvents.ts'

const known = {
  state: 'searching',
  id: 3,
  started: 5,
  ended: null,
  elapsed: 1,
  attempts: 10,
  rate: 10,
  probability: 0.1,
  median: 45_426,
  p95: 196_327,
  expected: 65_536,
} as const
const event = (state: 'searching' | 'found', id = 3): Extract<NodeEvent, { type: 'faucet' }> => ({
  type: 'faucet',
  claim: { state, id, attempts: 20, rate: 11, elapsed: 2, probability: 0.2 },
})

describe('advanceClaim', () => {
  it('updates the progress of a running search', () => {
    expect(advanceClaim(known, event('searching'))).toEqual({
      ...known,
      attempts: 20,
      rate: 11,
      elapsed: 2,
      probability: 0.2,
    })
  })

  it('returns undefined for the end of a search, another search, or an unknown one', () => {
    expect(advanceClaim(known, event('found'))).toBeUndefined()
    expect(advanceClaim(known, event('searching', 4))).toBeUndefined()
    expect(advanceClaim(undefined, event('searching'))).toBeUndefined()
    expect(advanceClaim({ ...known, state: 'cancelled' }, event('searching'))).toBeUndefined()
  })
})
