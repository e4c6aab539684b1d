import { shieldedViolation, type Violation, violation } from '../../consensus/index.ts'
import type { FailedScript } from '../../verify/index.ts'

/** The verdict of a block once its scripts and proofs are known; what was found before them comes first. */
export function withScripts<V extends { readonly ok: true }>(
  checked: V | Violation,
  failure: FailedScript | undefined,
): V | Violation {
  if (failure === undefined || !checked.ok) return checked
  const { verdict } = failure
  // Other nodes give no reason for a script that fails.
  return 'kind' in verdict ? shieldedViolation(verdict) : violation('invalid', '')
}
