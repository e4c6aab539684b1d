import { violation } from '../consensus/index.ts'
import { type BlockHeader, blockHash } from '../primitives/index.ts'
import { acceptHeader } from './acceptHeader.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { HeadersOutcome } from './types.ts'

/** The headers with an invalid proof of work. Known headers are not checked again. All at once, on all threads. */
function unproven({ params, tree, verifier }: ChainContext, headers: readonly BlockHeader[]): Set<BlockHeader> {
  const fresh = params.checksSolution ? headers.filter((header) => tree.byHash(blockHash(header)) === undefined) : []
  const answers = verifier.checkSolutions(fresh, params.equihash)
  return new Set(fresh.filter((_, index) => !answers[index]))
}

/** See Chain.provenHeaders. */
export function provenHeaders(context: ChainContext, headers: readonly BlockHeader[]): number {
  const bad = unproven(context, headers)
  const first = headers.findIndex((header) => bad.has(header))
  return first === -1 ? headers.length : first
}

/** Headers of a peer, each the parent of the next, in one unit. Stops at the first that is not acceptable. */
export function acceptHeaders(context: ChainContext, headers: readonly BlockHeader[], proven: number): HeadersOutcome {
  const bad = unproven(context, headers.slice(proven))
  return context.unit.run(() => {
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
