import { describe, expect, it } from 'vitest'
import { checkEligibility } from './eligibility.ts'
import type { FaucetPool } from './faucetPool.ts'

/** What a node says of a pool; of everything else it knows nothing. */
function poolCheck(pool: Partial<FaucetPool>) {
  const deps = { chain: { tip: () => ({ height: 5 }) }, addressIndex: undefined, conditionsEnabled: () => true }
  const checks = checkEligibility(undefined, {
    ...deps,
    pool: { deposits: () => [], select: () => undefined, inClaims: () => 0n, ...pool },
    running: () => false,
  } as never)
  return checks.find(({ name }) => name === 'pool')
}

describe('a pool whose coins a claim of the mempool holds', () => {
  it('is not called empty', () => {
    expect(poolCheck({ inClaims: () => 250_000_000n })).toEqual({
      ...{ name: 'pool', passed: false, amount: 0n, waiting: 250_000_000n },
      detail: expect.stringMatching(/^A claim that waits for a block holds the faucet’s coins, 2\.50000000/),
    })
  })

  it('is, when nobody claims from it', () => {
    expect(poolCheck({})).toMatchObject({ passed: false, detail: expect.stringContaining('The faucet is empty') })
  })
})
