import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COIN } from '../primitives/index.ts'
import { processorMillis } from '../testing/processorMillis.ts'
import { type ChainParams, chainParamsFromArgs } from './params.ts'
import { subsidy } from './subsidy.ts'

const params = (text: string): ChainParams => chainParamsFromArgs(text.split(' '))
const smart = (text: string): ChainParams => params(`-ac_name=DEMO ${text}`.trim())
const rewards = (chain: ChainParams, heights: readonly number[]): bigint[] => heights.map((h) => subsidy(chain, h))

describe('premine', () => {
  it('replaces the reward with one era and is added to it with several', () => {
    const one = smart('-ac_supply=5 -ac_reward=100')
    const two = smart('-ac_supply=5 -ac_reward=100 -ac_eras=2')
    expect(subsidy(one, 1)).toBe(5n * COIN + BigInt(one.magic & 0xffffff))
    expect(subsidy(two, 1)).toBe(5n * COIN + BigInt(two.magic & 0xffffff) + 100n)
  })

  it('spreads above ten billion coins over blocks in steps of a billion', () => {
    const chain = smart('-ac_supply=12500000000 -ac_reward=100')
    const extra = BigInt(chain.magic & 0xffffff)
    expect(rewards(chain, [1, 2, 12, 13])).toEqual([
      100n + 1_500_000_000n * COIN + extra,
      100n + 1_000_000_000n * COIN,
      100n + 1_000_000_000n * COIN,
      100n,
    ])
  })
})

describe('reward', () => {
  it('defaults to 10,000 sat per block', () => {
    expect(rewards(smart(''), [2, 1_000_000])).toEqual([10_000n, 10_000n])
  })

  it('accepts any 64-bit number and treats the upper half as negative', () => {
    const chain = smart('-ac_supply=5 -ac_reward=18446744073709551615')
    expect(rewards(chain, [1, 2])).toEqual([5n * COIN + BigInt(chain.magic & 0xffffff), -1n])
    expect(rewards(smart('-ac_reward=18446744073709551615 -ac_halving=10'), [9, 10])).toEqual([-1n, 2n ** 63n - 1n])
    expect(() => smart('-ac_reward=18446744073709551616')).toThrow('-ac_reward: 18446744073709551616 is not within')
  })

  it('equals 0 from its end on', () => {
    expect(rewards(smart('-ac_reward=7 -ac_end=10'), [2, 9, 10, 11])).toEqual([7n, 7n, 0n, 0n])
    expect(rewards(smart('-ac_end=10'), [2, 9, 10])).toEqual([0n, 0n, 0n])
  })

  it('halves every interval, counted from the start of the chain', () => {
    expect(rewards(smart('-ac_reward=100 -ac_halving=10'), [2, 9, 10, 19, 20, 30, 60, 70])).toEqual([
      ...[100n, 100n, 50n, 50n, 25n, 12n, 1n, 0n],
    ])
  })

  it('starts over after 64 halvings, like a 64-bit shift', () => {
    expect(rewards(smart('-ac_reward=100 -ac_halving=10'), [639, 640, 650])).toEqual([0n, 100n, 50n])
  })

  it('decays by a factor in steps', () => {
    const chain = smart('-ac_reward=1000 -ac_halving=10 -ac_decay=75000000')
    expect(rewards(chain, [9, 10, 20, 30, 400])).toEqual([1000n, 750n, 562n, 421n, 0n])
  })

  it('overflows 64 bits for a large reward', () => {
    const chain = smart('-ac_reward=1000000000000 -ac_halving=10 -ac_decay=75000000')
    const register = (75_000_000n * 1_000_000_000_000n) % (1n << 64n)
    expect(rewards(chain, [9, 10])).toEqual([1_000_000_000_000n, register / COIN])
  })

  it('costs the same late in a long chain as at its start', () => {
    const chain = smart('-ac_reward=100000000000 -ac_halving=1 -ac_decay=99999990')
    const took = processorMillis(() => {
      for (let height = 3_000_000; height < 3_001_000; height++) subsidy(chain, height)
    })
    expect(took).toBeLessThan(2000)
  })

  it('decreases linearly to the end', () => {
    const chain = smart('-ac_reward=1000 -ac_halving=10 -ac_decay=100000000 -ac_end=100')
    expect(rewards(chain, [2, 9, 10, 19, 50, 99, 100])).toEqual([1000n, 1000n, 900n, 900n, 500n, 100n, 0n])
  })

  it('changes linearly from era to era, up or down', () => {
    const falling = smart('-ac_eras=2 -ac_reward=1000,400 -ac_halving=10,0 -ac_decay=100000000,0 -ac_end=100,0')
    expect(rewards(falling, [9, 10, 50, 99, 100, 1000])).toEqual([1000n, 940n, 700n, 460n, 400n, 400n])
    const rising = smart('-ac_eras=2 -ac_reward=0,1000 -ac_halving=10,0 -ac_decay=100000000,0 -ac_end=100,0')
    expect(rewards(rising, [9, 10, 55, 99, 100])).toEqual([0n, 100n, 500n, 900n, 1000n])
  })

  it('counts halvings from the start of its era', () => {
    const chain = smart('-ac_eras=3 -ac_reward=0,1000,80 -ac_halving=0,10,20 -ac_end=5,50,0')
    expect(rewards(chain, [4, 5, 14, 15, 49, 50, 69, 70, 90])).toEqual([
      ...[0n, 1000n, 1000n, 500n, 62n, 80n, 80n, 40n, 20n],
    ])
  })

  it('follows the base chain on a plain regtest', () => {
    const chain = params('-regtest')
    expect(rewards(chain, [1, 2, 4_125_987, 4_125_988])).toEqual([100_000_000n * COIN, 3n * COIN, 3n * COIN, COIN])
  })
})

describe('issuance', () => {
  const height = fc.integer({ min: 2, max: 20_000 })
  const reward = fc.bigInt({ min: 1n, max: 1_000_000_000_000n })
  const interval = fc.integer({ min: 1, max: 5_000 })

  it('never rises within a decaying era before the shift count wraps', () => {
    fc.assert(
      fc.property(
        reward,
        interval,
        fc.constantFrom('0', '50000000', '99999999'),
        height,
        (amount, halving, decay, h) => {
          const chain = smart(`-ac_reward=${amount} -ac_halving=${halving} -ac_decay=${decay}`)
          if (decay === '0' && (h + 1) / halving >= 64) return
          const [now, next] = rewards(chain, [h, h + 1])
          expect(next).toBeLessThanOrEqual(now!)
          expect(now).toBeLessThanOrEqual(amount)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('never exceeds twice the first interval with halving', () => {
    fc.assert(
      fc.property(reward, fc.integer({ min: 2, max: 40 }), (amount, halving) => {
        const chain = smart(`-ac_reward=${amount} -ac_halving=${halving}`)
        let total = 0n
        for (let h = 2; h < 64 * halving; h++) total += subsidy(chain, h)
        expect(total).toBeLessThanOrEqual(2n * amount * BigInt(halving))
      }),
      { numRuns: 30 },
    )
  })

  it('stays between the rewards at the ends of a linear era', () => {
    fc.assert(
      fc.property(reward, reward, interval, height, (from, to, halving, h) => {
        const chain = smart(
          `-ac_eras=2 -ac_reward=${from},${to} -ac_halving=${halving},0 -ac_decay=100000000,0 -ac_end=20001,0`,
        )
        const value = subsidy(chain, h)
        const [low, high] = from < to ? [from, to] : [to, from]
        expect(value).toBeGreaterThanOrEqual(low)
        expect(value).toBeLessThanOrEqual(high)
      }),
      { numRuns: 200 },
    )
  })

  it('stays below maxMoney on chains with one plain era', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.bigInt({ min: 1n, max: 100n * COIN }),
        (supply, amount) => {
          const chain = smart(`-ac_supply=${supply} -ac_reward=${amount}`)
          expect(subsidy(chain, 1) + 9_999_999n * amount).toBeLessThanOrEqual(chain.maxMoney + 0xffffffn)
        },
      ),
    )
  })
})
