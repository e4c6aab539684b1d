import type { FailedScript } from './types.ts'

/** Whether old blocks are connected in spite of it (shielded.md §1), so that any other failure counts for more. */
export function isLenient({ verdict }: FailedScript): boolean {
  return 'kind' in verdict && verdict.kind === 'inconclusive'
}

/** Of two failures the one that is reported: the lower tag, then the one that is not lenient, then the first. */
export function worseFailure(known: FailedScript | undefined, found: FailedScript): FailedScript {
  if (known === undefined || found.tag < known.tag) return found
  return found.tag === known.tag && isLenient(known) && !isLenient(found) ? found : known
}
