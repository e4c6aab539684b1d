import type { FailedScript } from './types.ts'

/**
 * Returns true if old blocks are connected in spite of this failure (shielded.md §1), so that any other failure takes
 * precedence.
 */
export function isLenient({ verdict }: FailedScript): boolean {
  return 'kind' in verdict && verdict.kind === 'inconclusive'
}

/** Returns the failure to report: the one with the lower tag, then the one that is not lenient, then the first. */
export function worseFailure(known: FailedScript | undefined, found: FailedScript): FailedScript {
  if (known === undefined || found.tag < known.tag) return found
  return found.tag === known.tag && isLenient(known) && !isLenient(found) ? found : known
}
