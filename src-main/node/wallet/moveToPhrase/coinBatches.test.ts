import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nightly } from '../../testing/index.ts'
import { outpointKey } from '../../util/index.ts'
import { MAX_MOVE_BYTES, planCoinBatches } from './coinBatches.ts'

const RULES = {
  signatureSize: (output: { readonly scriptPubKey: Uint8Array }) => (output.scriptPubKey.length === 35 ? 73 : 107),
  feeFor: (size: number) => (size < 5000 ? 5000n : BigInt(size)),
  dustLimit: 54n,
}

const coin = (number: number, value: bigint, length = 25) => ({
  outpoint: { hash: new Uint8Array(32).fill(7), index: number },
  ...{ value, scriptPubKey: new Uint8Array(length) },
})

describe('planCoinBatches', () => {
  it('plans each coin once, within the size limit and with correct sums, or lists it as too small', () => {
    const value = fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, 10n ** 12n))
    const kinds = fc.array(fc.record({ value, length: fc.constantFrom(25, 35, 67) }), { maxLength: 3000 })
    fc.assert(
      fc.property(kinds, (given) => {
        const coins = given.map(({ value, length }, number) => coin(number, value, length))
        const { batches, tooSmall } = planCoinBatches(coins, RULES)
        const taken = [...batches.flatMap((batch) => batch.coins), ...tooSmall].map(({ outpoint }) =>
          outpointKey(outpoint),
        )
        expect(taken.toSorted()).toEqual(coins.map(({ outpoint }) => outpointKey(outpoint)).toSorted())
        for (const { coins, size, fee, value } of batches) {
          expect(size).toBeLessThanOrEqual(MAX_MOVE_BYTES)
          expect(fee).toBe(RULES.feeFor(size))
          expect(value + fee).toBe(coins.reduce((sum, each) => sum + each.value, 0n))
          expect(value).toBeGreaterThanOrEqual(RULES.dustLimit)
        }
      }),
      { numRuns: nightly() ? 500 : 20 },
    )
  })

  it('plans no transaction without coins', () => {
    expect(planCoinBatches([], RULES)).toEqual({ batches: [], tooSmall: [] })
  })

  it('plans the minimum number of transactions for the size limit', () => {
    const coins = Array.from({ length: 1400 }, (_, number) => coin(number, 100_000n))
    const { batches } = planCoinBatches(coins, RULES)
    expect(batches).toHaveLength(Math.ceil((1400 * 148) / MAX_MOVE_BYTES))
  })

  it('adds a transaction for a coin that fits the total size, but no single transaction', () => {
    // 675 coins of 148 bytes fit into one transaction, and 8 transactions have 160 bytes left in total.
    const coins = Array.from({ length: 8 * 675 + 1 }, (_, number) => coin(number, 100_000n))
    const { batches } = planCoinBatches(coins, RULES)
    expect(batches).toHaveLength(9)
    expect(batches.every(({ size }) => size <= MAX_MOVE_BYTES)).toBe(true)
  })

  it('lets a large coin pay the fee of small ones, and omits coins that cannot pay their own', () => {
    const small = Array.from({ length: 30 }, (_, number) => coin(number, 100n))
    expect(planCoinBatches(small, RULES)).toMatchObject({ batches: [], tooSmall: { length: 30 } })
    const { batches, tooSmall } = planCoinBatches([...small, coin(99, 10n ** 8n)], RULES)
    expect([batches.map(({ coins }) => coins.length), tooSmall]).toEqual([[31], []])
  })

  it('distributes large coins, so that each pays the fee of small ones', () => {
    // In input order, all large coins would go to the first of three transactions.
    const coins = Array.from({ length: 1400 }, (_, number) =>
      coin(number, number % 3 === 0 && number < 9 ? 10n ** 8n : 1n),
    )
    const { batches, tooSmall } = planCoinBatches(coins, RULES)
    expect([batches.length, tooSmall]).toEqual([3, []])
  })

  it('omits a coin whose payment would be dust', () => {
    const [dust, enough] = [5000n + RULES.dustLimit - 1n, 5000n + RULES.dustLimit]
    expect(planCoinBatches([coin(0, dust)], RULES)).toMatchObject({ batches: [], tooSmall: { length: 1 } })
    expect(planCoinBatches([coin(0, enough)], RULES)).toMatchObject({ batches: [{ value: 54n }], tooSmall: [] })
  })
})
