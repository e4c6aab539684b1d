import { describe, expect, it } from 'vitest'
import { checkEligibility } from './eligibility.ts'
import type { FaucetPool } from './faucetPool.ts'

/** Checks the pool condition against a fake pool. */
function poolCheck(pool: Partial<FaucetPool>) {
  const deps = { chain: { tip: () => ({ height: 5 }) }, addressIndex: undefined, conditionsEnabled: () => true }
  const checks = checkEligibility(undefined, {
    ...deps,
    pool: { deposits: () => [], select: () => undefined, inClaims: () => 0n, ...pool },
    running: () => false,
  } as never)
  return checks.find(({ name }) => name === 'pool')
}

describe('checkEligibility for a pool', () => {
  it('reports coins held by an unconfirmed claim instead of an empty pool', () => {
    expect(poolCheck({ inClaims: () => 250_000_000n })).toEqual({
      ...{ name: 'pool', passed: false, amount: 0n, waiting: 250_000_000n },
      detail: expect.stringMatching(/^An unconfirmed claim holds the faucet’s coins, 2\.50000000/),
    })
  })

  it('reports an empty pool if no unconfirmed claim holds coins', () => {
    expect(poolCheck({})).toMatchObject({ passed: false, detail: expect.stringContaining('The faucet is empty') })
  })
})
