import { describe, expect, it } from 'vitest'
import { decodeCompact } from '../primitives/index.ts'
import { ADAPTIVE_WINDOW, EASIEST_BITS } from './adaptiveDifficulty.ts'
import { earliestTime, headerWindow, nextBits } from './difficulty.ts'
import { checkClock, checkHeader, contextualCheckHeader, maxSecondsAhead } from './header.ts'
import type { HeaderTimes } from './headerAt.ts'
import { headerFields, toChainParams } from './testing/testSamples.ts'

const START = 1_700_000_000
const usual = toChainParams('-regtest -ac_name=A -ac_adaptivepow=1')
const exponential = toChainParams('-regtest -ac_name=A -ac_adaptivepow=2')
const target = (bits: number): bigint => decodeCompact(bits).target
const flag = (bits: number): number => bits & 3

/** Builds a chain with `blocks` blocks after genesis, whose times follow the spacing function. */
function grow(params: typeof usual, blocks: number, spacing: (height: number) => number): HeaderTimes[] {
  const headers: HeaderTimes[] = [{ time: START, bits: params.powLimitBits }]
  for (let height = 1; height <= blocks; height++) {
    const time = headers[height - 1]!.time + spacing(height)
    headers.push({ time, bits: nextBits(params, height, (h) => headers[h]!, time) })
  }
  return headers
}

const bitsAfter = (params: typeof usual, headers: readonly HeaderTimes[], seconds: number): number =>
  nextBits(params, headers.length, (h) => headers[h]!, headers.at(-1)!.time + seconds)

/** Blocks at one per minute, as planned. Only regtest's average expects 150 s. */
const steady = grow(usual, 80, () => 60)

describe('-ac_adaptivepow', () => {
  it('starts with the unmasked limit and masks its flag bits from height 18 on', () => {
    expect(steady.slice(0, 18).every(({ bits }) => bits === 0x200f0f0f)).toBe(true)
    expect(steady.slice(18).every(({ bits }) => flag(bits) === 0)).toBe(true)
  })

  it('leaves the timespan unclamped on every network', () => {
    // Seventeen blocks with equal times: three quarters of the planned time. Without the option, regtest corrects
    // nothing here.
    const fast = grow(usual, 40, () => 0)
    expect(Number((target(fast[40]!.bits) * 1000n) / target(fast[17]!.bits))).toBeLessThan(760)
    const slow = grow(usual, 40, (height) => (height < 20 ? 0 : 100_000))
    expect(slow[40]!.bits).toBe(0x200f0f0c)
  })

  it('makes the block after a burst harder and flagged, and those after it while the burst lasts', () => {
    const headers = [...steady]
    for (let more = 0; more < 3; more++) {
      const time = headers.at(-1)!.time + 1
      headers.push({ time, bits: nextBits(usual, headers.length, (h) => headers[h]!, time) })
    }
    const bits = headers.slice(81).map((header) => header.bits)
    // The first target does not depend on a burst yet, because the block's own time is not counted.
    expect(bits.map(flag)).toEqual([0, 2, 1])
    expect(target(bits[1]!)).toBeLessThan(target(bits[0]!) / 50n)
  })

  it('eases the target with each minute after seven, up to the limit without flag bits', () => {
    const targets = [60, 420, 422, 600, 900].map((seconds) => target(bitsAfter(usual, steady, seconds)))
    expect(targets[0]).toBe(targets[1])
    expect(targets.slice(1).every((one, index) => one >= targets[index]!)).toBe(true)
    expect(targets[3]).toBeGreaterThan(targets[1]!)
    expect(bitsAfter(usual, steady, 100_000)).toBe(EASIEST_BITS)
  })

  it('counts the delay of the parent for the next block', () => {
    const late = [...steady]
    const time = late.at(-1)!.time + 1_000
    late.push({ time, bits: bitsAfter(usual, steady, 1_000) })
    expect(target(bitsAfter(usual, late, 60))).toBeGreaterThan(
      target(bitsAfter(usual, [...steady, steady.at(-1)!], 60)),
    )
  })

  it('computes a target for any claimed time quickly', () => {
    for (const seconds of [-START, -1, 0, 1, 2 ** 31 - 1, 2 ** 32 - START - 10_000])
      for (const params of [usual, exponential]) {
        const bits = bitsAfter(params, steady, seconds)
        expect(Number.isInteger(bits) && bits >= 0 && bits <= 0xffffffff).toBe(true)
      }
  })

  it('returns the plain average without a block time or a late block', () => {
    const at = (h: number): HeaderTimes => steady[h]!
    const plain = nextBits(usual, steady.length, at)
    expect([bitsAfter(usual, steady, 0), bitsAfter(usual, steady, -5), bitsAfter(usual, steady, 300)]).toEqual([
      plain,
      plain,
      plain,
    ])
    expect(nextBits(exponential, steady.length, at)).toBe(plain)
  })

  it('reads no headers outside the documented window', () => {
    for (const params of [usual, exponential]) {
      const asked: number[] = []
      const at = (height: number): HeaderTimes => {
        asked.push(height)
        return { time: START + height * 10, bits: 0x1f0f0f0e }
      }
      nextBits(params, 1000, at, START + 10_001)
      expect([Math.min(...asked), Math.max(...asked)]).toEqual([1000 - headerWindow(params), 999])
    }
    expect([headerWindow(usual), headerWindow(toChainParams('-ac_name=A'))]).toEqual([ADAPTIVE_WINDOW, 28])
  })

  it.each(['0', '-1'])('%s changes none of the rules', (value) => {
    const params = toChainParams(`-regtest -ac_name=A -ac_adaptivepow=${value}`)
    expect([params.adaptivePow, maxSecondsAhead(params)]).toEqual([null, 60])
    expect(grow(params, 40, () => 1)[40]!.bits).toBe(0x200f0f0d)
  })

  it('=2 derives the target from the parent alone from height 64 on, without limit', () => {
    const headers = grow(exponential, 63, () => 150)
    expect(target(bitsAfter(exponential, headers, 10))).toBeLessThan(target(headers[63]!.bits))
    expect(target(bitsAfter(exponential, headers, 600))).toBeGreaterThan(exponential.powLimit)
    expect(bitsAfter(exponential, headers, 7)).toBe(bitsAfter(exponential, headers, 6))
    expect(bitsAfter(exponential, headers, 1)).toBe(bitsAfter(exponential, headers, 4))
  })
})

describe('headers with -ac_adaptivepow', () => {
  it('require a time after the parent from height 30 on, at most four seconds ahead', () => {
    const at = (h: number): HeaderTimes => ({ time: START + h, bits: 0x200f0f0f })
    expect(earliestTime(usual, 29, at)).toBe(START + 23 + 1)
    expect(earliestTime(usual, 30, at)).toBe(START + 29 + 1)
    const ahead = (seconds: number) => checkClock(usual, { ...headerFields(), time: START + seconds }, START)
    expect(ahead(4).ok).toBe(true)
    expect(ahead(5)).toMatchObject({ ok: false, kind: 'dropped', score: 0, reason: '' })
  })

  it('fail with high-hash if the required target exceeds the limit', () => {
    const headers = grow(exponential, 63, () => 150)
    const time = headers.at(-1)!.time + 600
    const bits = bitsAfter(exponential, headers, 600)
    const impossible = { ...headerFields(), time, bits }
    expect(checkHeader(exponential, impossible).ok).toBe(true)
    const context = { height: 64, at: (h: number) => headers[h]!, now: time }
    expect(contextualCheckHeader(exponential, impossible, context)).toMatchObject({ reason: 'high-hash', score: 50 })
    const other = { ...impossible, bits: bits + 4 }
    expect(contextualCheckHeader(exponential, other, context)).toMatchObject({ reason: 'bad-diffbits', score: 100 })
    expect(checkHeader(usual, impossible)).toMatchObject({ reason: 'bad-diffbits' })
  })
})
