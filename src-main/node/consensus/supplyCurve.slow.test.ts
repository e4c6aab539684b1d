import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COIN, type Transaction } from '../primitives/index.ts'
import { processorMillis } from '../testing/processorMillis.ts'
import { computeCommission } from './coinbase.ts'
import { createDecaySeries } from './decay.ts'
import { type ChainParams, chainParamsFromArgs } from './params.ts'
import { subsidy } from './subsidy.ts'
import { supplyCurve } from './supplyCurve.ts'

const params = (text: string): ChainParams => chainParamsFromArgs(`-ac_name=CURVE ${text}`.trim().split(' '))
const KEY = `-ac_pubkey=03${'68'.repeat(32)}`

/** Returns the cumulative supply of blocks 1 to `height`, computed block by block. */
function counted(chain: ChainParams, height: number): bigint[] {
  const sums = [0n]
  for (let at = 1; at <= height; at++) {
    const value = subsidy(chain, at)
    const coinbase = { vin: [], vout: [{ value, scriptPubKey: new Uint8Array(0) }] } as unknown as Transaction
    const commission = at === 1 ? 0n : computeCommission(chain, { txs: [coinbase] }, at)
    sums.push(sums[at - 1]! + value + commission)
  }
  return sums
}

/** Values small enough that every kind of change occurs within the tested blocks. */
const reward = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 500n * COIN }),
  fc.bigInt({ min: 0n, max: 5000n * COIN }),
)
const era = fc.record({
  reward,
  length: fc.integer({ min: 1, max: 900 }),
  halving: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 700 })),
  decay: fc.oneof(fc.constantFrom(0, 100_000_000, 50_000_000, 99_999_999), fc.integer({ min: 1, max: 99_999_999 })),
})
const payees = fc.constantFrom(
  '',
  `-ac_perc=5000000 ${KEY}`,
  `-ac_founders=1 ${KEY}`,
  `-ac_founders=7 ${KEY}`,
  '-ac_founders=3 -ac_founders_reward=700000 -ac_script=51',
)
const chains = fc
  .record({
    supply: fc.constantFrom(0, 1, 10, 1_000_000),
    eras: fc.array(era, { minLength: 1, maxLength: 7 }),
    endless: fc.boolean(),
    payee: payees,
  })
  .map(({ supply, eras, endless, payee }) => {
    let end = 0
    const ends = eras.map(({ length }, index) => {
      end += length
      return endless && index === eras.length - 1 ? 0 : end
    })
    const list = (name: string, values: readonly unknown[]): string => `-ac_${name}=${values.join(',')}`
    return [
      `-ac_supply=${supply} -ac_eras=${eras.length}`,
      list(
        'reward',
        eras.map((e) => e.reward),
      ),
      list('end', ends),
      list(
        'halving',
        eras.map((e) => e.halving),
      ),
      list(
        'decay',
        eras.map((e) => e.decay),
      ),
      payee,
    ]
      .join(' ')
      .trim()
  })

describe('supplyCurve', () => {
  it('equals the sum of the subsidies for any eras, halvings, decays and commissions', () => {
    fc.assert(
      fc.property(chains, fc.integer({ min: 2, max: 300 }), (text, maxPoints) => {
        const chain = params(text)
        const curve = supplyCurve(chain, maxPoints)
        const { points, ends, final, commission } = curve
        fc.pre(commission !== 'rounded')
        const sums = counted(chain, 3000)
        expect(points.length).toBeLessThanOrEqual(maxPoints)
        expect(points.map(({ height }) => height)).toEqual(
          [...new Set(points.map((p) => p.height))].sort((a, b) => a - b),
        )
        for (const { height, supply } of points) if (height <= 3000) expect(supply).toBe(sums[height])
        if (ends !== null && ends <= 3000) {
          expect(final).toBe(sums[3000])
          expect(sums[ends - 1]).toBe(sums[3000])
          if (ends > 2) expect(sums[ends - 2]).not.toBe(sums[3000])
          expect(points.at(-1)).toEqual({ height: ends - 1, supply: final })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('contains every height of a short chain if maxPoints allows', () => {
    const chain = params('-ac_eras=2 -ac_reward=70,5 -ac_end=40,60 -ac_halving=7,0')
    const { points, ends, final } = supplyCurve(chain, 100)
    expect(points.map(({ supply }) => supply)).toEqual(counted(chain, 59).slice(1))
    expect(ends).toBe(60)
    expect(final).toBe(points[58]?.supply)
  })

  it('contains only the premine if nothing else is paid', () => {
    const chain = params('-ac_supply=5 -ac_end=1')
    const supply = subsidy(chain, 1)
    expect(supplyCurve(chain, 10)).toEqual({
      points: [{ height: 1, supply }],
      final: supply,
      ends: 2,
      startsOver: null,
      commission: 'none',
    })
  })

  it('covers fifty years and no end with the default reward', () => {
    const { points, ends, final } = supplyCurve(params(''), 200)
    expect({ ends, final }).toEqual({ ends: null, final: null })
    expect(points).toHaveLength(200)
    const { height, supply } = points.at(-1)!
    expect(height).toBe(26_298_000)
    expect(supply).toBe(subsidy(params(''), 1) + 26_297_999n * 10_000n)
  })

  it('spreads a premine of more than ten billion coins', () => {
    const chain = params('-ac_supply=12500000000 -ac_end=1')
    const { points, ends, final } = supplyCurve(chain, 50)
    expect(ends).toBe(13)
    expect(points.map(({ supply }) => supply)).toEqual(counted(chain, 12).slice(1))
    expect(final).toBe(12_500_000_000n * COIN + BigInt(chain.magic & 0xffffff))
  })

  it('reports the height at which a halved reward starts over', () => {
    const chain = params('-ac_reward=100000000 -ac_halving=1000')
    const { startsOver, ends } = supplyCurve(chain, 10)
    expect({ startsOver, ends }).toEqual({ startsOver: 64_000, ends: null })
    expect([subsidy(chain, 63_999), subsidy(chain, 64_000)]).toEqual([0n, 100_000_000n])
    const stopped = supplyCurve(params('-ac_reward=100000000 -ac_halving=1000 -ac_end=64000'), 10)
    expect(stopped).toMatchObject({ startsOver: null, ends: 27_000 })
  })

  it('contains a point at every halving if there are few', () => {
    const chain = params('-ac_reward=300000000 -ac_halving=100000 -ac_end=6400000')
    const curve = supplyCurve(chain, 200)
    const heights = new Set(curve.points.map(({ height }) => height))
    for (let step = 1; step < 28; step++) expect(heights.has(step * 100_000 - 1)).toBe(true)
    expect(curve.points).toHaveLength(200)
  })

  it('reports how the commission is included', () => {
    expect(supplyCurve(params(`-ac_reward=100000000 -ac_perc=1000000 ${KEY}`), 5).commission).toBe('least')
    expect(supplyCurve(params(`-ac_reward=100000000 -ac_founders=1 ${KEY}`), 5).commission).toBe('exact')
    const fixed = supplyCurve(params(`-ac_reward=1 -ac_end=9 -ac_founders=5 -ac_founders_reward=20000 ${KEY}`), 5)
    expect(fixed).toMatchObject({ commission: 'exact', ends: null, final: null })
    const many = supplyCurve(
      params(`-ac_reward=100000000000 -ac_halving=1 -ac_decay=100000000 -ac_end=9000000 -ac_founders=1 ${KEY}`),
      5,
    )
    expect(many.commission).toBe('rounded')
    // The area below the line plus 35/65 of that area.
    const area = 100_000_000_000n * 4_500_000n
    const expected = area + (area * 53_846_154n) / 100_000_000n
    const off = many.final! - expected
    expect(off < expected / 100_000n && -off < expected / 100_000n).toBe(true)
  })

  it('stays fast for slow decays and long chains', () => {
    const chain = params(`-ac_reward=180000000000 -ac_halving=1 -ac_decay=99999500 -ac_founders=1 ${KEY}`)
    let curve: ReturnType<typeof supplyCurve> | undefined
    expect(processorMillis(() => (curve = supplyCurve(chain, 200)))).toBeLessThan(3000)
    const { ends, final } = curve!
    expect(ends).not.toBeNull()
    expect(subsidy(chain, ends! - 1)).toBe(1n)
    expect(subsidy(chain, ends!)).toBe(0n)
    expect(final).toBeGreaterThan(0n)
  })

  it('follows the base chain on a plain regtest', () => {
    const chain = chainParamsFromArgs(['-regtest'])
    const { points, ends } = supplyCurve(chain, 2)
    expect(ends).toBeNull()
    expect(points[0]).toEqual({ height: 1, supply: 100_000_000n * COIN })
    const { height, supply } = points[1]!
    expect(supply).toBe(100_000_000n * COIN + 3n * COIN * 4_125_986n + COIN * BigInt(height - 4_125_987))
  })
})

describe('createDecaySeries', () => {
  /** Returns the rewards computed step by step with 64-bit multiplication. */
  function slow(reward: bigint, decay: bigint, steps: number): bigint[] {
    const rewards = [reward]
    for (let i = 1; i <= steps; i++) rewards.push(BigInt.asUintN(64, rewards[i - 1]! * decay) / 100_000_000n)
    return rewards
  }

  it('equals repeated multiplication for queries in any order', () => {
    const rewards = fc.oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }))
    const decays = fc.oneof(fc.bigInt({ min: 1n, max: 99_999_999n }), fc.bigInt({ min: 99_999_000n, max: 99_999_999n }))
    fc.assert(
      fc.property(rewards, decays, fc.array(fc.integer({ min: 0, max: 400 })), (start, decay, questions) => {
        const expected = slow(start, decay, 400)
        const series = createDecaySeries(start, decay)
        for (const steps of questions) {
          expect(series.after(BigInt(steps))).toBe(expected[steps])
          const sum = expected.slice(0, steps).reduce((total, value) => total + value, 0n)
          expect(series.sumBefore(BigInt(steps))).toBe(sum)
        }
        const nothing = expected.indexOf(0n)
        if (nothing !== -1) expect(series.stepsToNothing()).toBe(BigInt(nothing))
        else expect(series.stepsToNothing()).toBeGreaterThan(400n)
      }),
      { numRuns: 100 },
    )
  })
})
