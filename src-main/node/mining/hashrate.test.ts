import { describe, expect, it } from 'vitest'
import type { BlockEntry, ChainView } from '../core/index.ts'
import { networkSolutionRate } from './hashrate.ts'

/** Creates a chain of blocks with these times and 100 work each. */
function createChain(times: readonly number[]): ChainView {
  const entries: BlockEntry[] = []
  times.forEach((time, height) => {
    const prev = entries.at(-1) ?? null
    entries.push({ height, time, prev, chainWork: BigInt(100 * (height + 1)) } as BlockEntry)
  })
  return { tip: () => entries.at(-1)!, byHeight: (height: number) => entries[height] } as ChainView
}

describe('networkSolutionRate', () => {
  it('returns the work of the window over its time, rounded down', () => {
    expect(networkSolutionRate(createChain([0, 10, 20, 30]), { blocks: 3 })).toBe(10)
    expect(networkSolutionRate(createChain([0, 10, 20, 29]), { blocks: 2 })).toBe(10)
  })

  it('measures between the earliest and the latest time', () => {
    expect(networkSolutionRate(createChain([0, 50, 10, 20]), { blocks: 3 })).toBe(6)
  })

  it('uses a window of 120 blocks, or the whole chain if it is shorter', () => {
    expect(networkSolutionRate(createChain([0, 10, 20]))).toBe(10)
    expect(networkSolutionRate(createChain([0, ...Array.from({ length: 200 }, (_, n) => 1_000_000 + n)]))).toBe(100)
  })

  it('ends the window at a height inside the chain, or at the tip', () => {
    const chain = createChain([0, 10, 20, 21])
    expect(networkSolutionRate(chain, { blocks: 1, height: 2 })).toBe(10)
    expect(networkSolutionRate(chain, { blocks: 1, height: 99 })).toBe(100)
    expect(networkSolutionRate(chain, { blocks: 0 })).toBe(14)
  })

  it('returns 0 for genesis alone or a window without duration', () => {
    expect(networkSolutionRate(createChain([5]))).toBe(0)
    expect(networkSolutionRate(createChain([5, 5, 5]))).toBe(0)
  })
})
