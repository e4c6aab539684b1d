import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundUp, trafficBuckets, trafficShape, trafficTicks } from './trafficShape.ts'

const NOW = 1_700_000_003

describe('trafficBuckets', () => {
  it('distinguishes zero traffic from missing samples', () => {
    const samples = [
      { time: 1_699_999_980, received: 0, sent: 0 },
      { time: 1_700_000_000, received: 500, sent: 100 },
    ]
    const buckets = trafficBuckets(samples, 50, NOW)
    expect(buckets.map(({ received }) => received)).toEqual([undefined, undefined, 0, undefined, 50])
    expect(buckets.at(-1)).toEqual({ time: 1_700_000_000, received: 50, sent: 10 })
  })

  it('returns at most 240 steps, and no rate above the highest sample', () => {
    fc.assert(
      fc.property(fc.constantFrom(300, 3600, 86_400), fc.array(fc.nat(1e6), { maxLength: 30 }), (range, bytes) => {
        const samples = bytes.map((received, index) => ({ time: 1_700_000_000 - index * 10, received, sent: 0 }))
        const buckets = trafficBuckets(samples, range, NOW)
        expect(buckets.length).toBeLessThanOrEqual(240)
        const step = range / buckets.length
        const whole = buckets.filter(({ received }) => received !== undefined).length
        const most = Math.max(0, ...buckets.map(({ received }) => received ?? 0))
        expect(whole).toBeLessThanOrEqual(Math.ceil(samples.length / (step / 10)) + 1)
        expect(most * 10).toBeLessThanOrEqual(Math.max(0, ...bytes) + 1)
      }),
    )
  })
})

describe('trafficTicks', () => {
  it('marks whole minutes from the left edge to now', () => {
    expect(trafficTicks(300, 500)).toEqual([
      { value: 300, at: 0 },
      { value: 240, at: expect.closeTo(100) },
      { value: 180, at: expect.closeTo(200) },
      { value: 120, at: expect.closeTo(300) },
      { value: 60, at: expect.closeTo(400) },
      { value: 0, at: 500 },
    ])
  })

  it('omits every second mark in a narrow chart, except the one for now', () => {
    expect(trafficTicks(3600, 400).map(({ value }) => value)).toEqual([3600, 2400, 1200, 0])
    expect(trafficTicks(300, 300).map(({ value }) => value)).toEqual([240, 120, 0])
  })
})

describe('trafficShape', () => {
  it('splits the area at gaps', () => {
    const buckets = trafficBuckets(
      [1_699_999_980, 1_700_000_000].map((time) => ({ time, received: 100, sent: 0 })),
      30,
      NOW,
    )
    const { received } = trafficShape(buckets, { width: 300, height: 100 })
    expect(received).toBe('M0.0,50.0V1.0H100.0V50.0ZM200.0,50.0V1.0H300.0V50.0Z')
  })

  it('renders no area without samples, and finds the step at the pointer', () => {
    const buckets = trafficBuckets([{ time: 1_700_000_000, received: 100, sent: 0 }], 30, NOW)
    const shape = trafficShape(buckets, { width: 300, height: 100 })
    expect(shape.top).toBe(10)
    expect(shape.received).toBe('M200.0,50.0V1.0H300.0V50.0Z')
    expect(shape.bucketAt(299)?.received).toBe(10)
    expect(trafficShape([], { width: 300, height: 100 }).received).toBe('')
  })

  it('rounds the rate at the edge up', () => {
    expect([0, 11, 20, 21, 999, 1001].map(roundUp)).toEqual([10, 20, 20, 50, 1000, 2000])
  })
})
