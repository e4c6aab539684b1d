import type { Eligibility, EligibilityCheck, FaucetClaim } from '../claimStatus.ts'

const NAMES = ['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running'] as const

/** Returns the eligibility of a node that meets all conditions except the given ones. */
export function eligibilityWith(failed: readonly Partial<EligibilityCheck>[] = []): Eligibility {
  const checks = NAMES.map((name) => {
    const given = failed.find((check) => check.name === name)
    return { name, passed: given === undefined, detail: '', ...given }
  })
  const shared = { address: 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn', payout: 10_000_000n }
  return { ...shared, eligible: failed.length === 0, checks } as unknown as Eligibility
}

/** Returns a claim without a search, changed by the given members. */
export const claimWith = (other: Partial<FaucetClaim> = {}): FaucetClaim =>
  ({
    ...{ id: 0, state: 'none', attempts: 0, elapsed: 0, rate: 0, probability: 0 },
    ...{ expected: 65_536, median: 45_426, p95: 196_328 },
    ...other,
  }) as FaucetClaim
