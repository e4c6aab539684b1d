import { violation } from '../consensus/index.ts'
import { type BlockHeader, blockHash } from '../primitives/index.ts'
import { acceptHeader } from './acceptHeader.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { HeadersOutcome } from './types.ts'

/** Headers of a peer, each the parent of the next, in one unit. Stops at the first that is not acceptable. */
export function acceptHeaders(context: ChainContext, headers: readonly BlockHeader[]): HeadersOutcome {
  const { params, tree, verifier, unit } = context
  // All proofs of work at once, on all threads: the only part that takes time.
  const fresh = params.checksSolution ? headers.filter((header) => tree.byHash(blockHash(header)) === undefined) : []
  const answers = verifier.checkSolutions(fresh, params.equihash)
  const bad = new Set(fresh.filter((_, index) => !answers[index]))
  return unit.run(() => {
    const accepted: TreeEntry[] = []
    let last: TreeEntry | undefined
    for (const [index, header] of headers.entries()) {
      if (bad.has(header))
        return { accepted, last, stopped: { index, reason: violation('refused', 'invalid-solution') } }
      const acceptance = acceptHeader(context, header, { solutionChecked: true })
      if (!acceptance.ok) return { accepted, last, stopped: { index, reason: acceptance.reason } }
      last = acceptance.entry
      if (!acceptance.known) accepted.push(last)
    }
    return { accepted, last }
  })
}
