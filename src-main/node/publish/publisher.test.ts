import { describe, expect, it } from 'vitest'
import { computeLagSeconds } from './publisher.ts'

/** Chain whose blocks are a minute apart, after a genesis block that is years older. */
const TIMES = [0, 1_700_000_000, 1_700_000_060, 1_700_000_120]
const entryAt = (height: number) => ({ height, time: TIMES[height] ?? 0 })
const createChain = (height: number) =>
  ({ tip: () => entryAt(height), byHeight: entryAt }) as unknown as Parameters<typeof computeLagSeconds>[0]

describe('computeLagSeconds', () => {
  it.each([
    ['0 at the tip', 3, 3, 0],
    ['0 if the tables are ahead of a node that reads its blocks again', 2, 3, 0],
    ['the difference of the block times behind the tip', 3, 1, 120],
    ['the time since block 1 before anything is published', 3, -1, 120],
    ['0 on a chain with the genesis block only', 0, -1, 0],
  ])('returns %s', (_title, tip, published, seconds) => {
    expect(computeLagSeconds(createChain(tip), published)).toBe(seconds)
  })
})
