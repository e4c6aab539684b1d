import type { Eligibility, EligibilityCheck, FaucetClaim } from '../claimStatus.ts'

const NAMES = ['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running'] as const

/** Returns what a node says of a claim whose conditions are met, but for those that are given. */
export function eligibilityWith(failed: readonly Partial<EligibilityCheck>[] = []): Eligibility {
  const checks = NAMES.map((name) => {
    const given = failed.find((check) => check.name === name)
    return { name, passed: given === undefined, detail: '', ...given }
  })
  const shared = { address: 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn', payout: 10_000_000n }
  return { ...shared, eligible: failed.length === 0, checks } as unknown as Eligibility
}

/** Returns a search for a claim that was not begun, but for what is given. */
export const claimWith = (other: Partial<FaucetClaim> = {}): FaucetClaim =>
  ({
    ...{ id: 0, state: 'none', attempts: 0, elapsed: 0, rate: 0, probability: 0 },
    ...{ expected: 65_536, median: 45_426, p95: 196_328 },
    ...other,
  }) as FaucetClaim
