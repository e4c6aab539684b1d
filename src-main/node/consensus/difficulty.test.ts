import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCompact } from '../primitives/index.ts'
import { type BranchNode, branchWindow, HEADER_WINDOW, medianTimePast, nextBits } from './difficulty.ts'
import type { HeaderTimes } from './headerAt.ts'
import { type ChainParams, chainParamsFromArgs } from './params.ts'

const params = (text: string): ChainParams => chainParamsFromArgs(text.split(' '))
const target = (bits: number): bigint => decodeCompact(bits).target

/** Builds a chain with `blocks` blocks after genesis, whose times follow the spacing function. */
function grow(chain: ChainParams, blocks: number, spacing: (height: number) => number): HeaderTimes[] {
  const headers: HeaderTimes[] = [{ time: 1_700_000_000, bits: chain.powLimitBits }]
  for (let height = 1; height <= blocks; height++) {
    const bits = nextBits(chain, height, (h) => headers[h]!)
    headers.push({ time: headers[height - 1]!.time + spacing(height), bits })
  }
  return headers
}

describe('medianTimePast', () => {
  const at = (height: number): HeaderTimes => ({ time: [5, 9, 1, 7, 3, 8, 2, 6, 4, 11, 10, 100][height]!, bits: 0 })

  it('returns the median of the last eleven times', () => {
    expect(medianTimePast(at, 10)).toBe(6)
    expect(medianTimePast(at, 11)).toBe(7)
  })

  it('uses fewer times at the start of the chain, and the later of the two middle ones', () => {
    expect([0, 1, 2, 3].map((height) => medianTimePast(at, height))).toEqual([5, 9, 5, 7])
  })
})

describe('nextBits', () => {
  it.each([
    ['-regtest -ac_name=A', 150],
    ['-regtest -ac_name=A -ac_blocktime=61', 61],
    ['-regtest', 150],
  ])('drifts down by one every 17 blocks on %s, whatever the times are', (text, spacing) => {
    const bits = grow(params(text), 204, (height) => (height % 7) * spacing).map((header) => header.bits)
    for (let height = 0; height <= 204; height++) {
      expect(bits[height]).toBe(0x200f0f0f - (height < 18 ? 0 : Math.floor((height - 1) / 17)))
    }
  })

  it('returns the limit for the first 17 blocks, however fast they come', () => {
    const headers = grow(params('-ac_name=A'), 30, () => 1)
    expect(headers.slice(0, 18).every(({ bits }) => bits === 0x200f0f0f)).toBe(true)
    expect(target(headers[18]!.bits)).toBeLessThan(target(0x200f0f0f))
  })

  it('changes by at most 16 per cent down and 32 per cent up on the main network', () => {
    const chain = params('-ac_name=A')
    const hard = { time: 0, bits: 0x1f0f0f0f }
    const at = (gap: number) => (height: number) => ({ ...hard, time: height * gap })
    // The planned time of 17 blocks is 1020 s. In whole seconds it is clamped to 856 to 1346 s.
    const base = target(hard.bits)
    const fast = target(nextBits(chain, 100, at(0)))
    const slow = target(nextBits(chain, 100, at(100_000)))
    expect(Number((fast * 10_000n) / base)).toBe(8392)
    expect(Number((slow * 10_000n) / base)).toBe(13196)
  })

  it('corrects a quarter of the deviation, rounded toward the plan', () => {
    const chain = params('-ac_name=A')
    const header = { time: 0, bits: 0x1f0f0f0f }
    // 17 blocks of 64 s take 68 s more than planned; a quarter (17 s) counts.
    const bits = nextBits(chain, 100, (height) => ({ ...header, time: height * 64 }))
    const expected = (target(header.bits) / 1020n) * 1037n
    expect(target(bits) <= expected && expected - target(bits) < 1n << 230n).toBe(true)
  })

  it('returns a valid compact number, never easier than the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -60, max: 10_000 }), { minLength: 60, maxLength: 60 }), (gaps) => {
        const chain = params('-ac_name=A')
        for (const { bits } of grow(chain, 60, (height) => gaps[height - 1]!)) {
          const compact = decodeCompact(bits)
          expect(compact.negative || compact.overflow).toBe(false)
          expect(compact.target > 0n && compact.target <= chain.powLimit).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('reads no headers outside the documented window', () => {
    const asked: number[] = []
    nextBits(params('-ac_name=A'), 1000, (height) => {
      asked.push(height)
      return { time: height, bits: 0x1f0f0f0f }
    })
    expect(Math.min(...asked)).toBe(1000 - HEADER_WINDOW)
    expect(Math.max(...asked)).toBe(999)
  })
})

describe('branchWindow', () => {
  it('returns headers of a branch by height', () => {
    let node: BranchNode | null = null
    for (let height = 0; height <= 100; height++) node = { height, time: height * 2, bits: height, prev: node }
    const at = branchWindow(node!)
    expect(at(100)).toMatchObject({ time: 200, bits: 100 })
    expect(at(101 - HEADER_WINDOW).bits).toBe(101 - HEADER_WINDOW)
    expect(() => at(100 - HEADER_WINDOW)).toThrow(RangeError)
    expect(() => at(101)).toThrow(RangeError)
  })
})
