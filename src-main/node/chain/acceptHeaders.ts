import { violation } from '../consensus/index.ts'
import { type BlockHeader, blockHash } from '../primitives/index.ts'
import { acceptHeader } from './acceptHeader.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { HeadersOutcome } from './types.ts'

/** Returns the headers with an invalid proof of work, checked together on all threads. Known headers are not checked again. */
export function findUnprovenHeaders(
  { params, tree, verifier }: ChainContext,
  headers: readonly BlockHeader[],
): Set<BlockHeader> {
  const fresh = params.checksSolution ? headers.filter((header) => tree.byHash(blockHash(header)) === undefined) : []
  const answers = verifier.checkSolutions(fresh, params.equihash)
  return new Set(fresh.filter((_, index) => !answers[index]))
}

/** See `Chain.provenHeaders`. */
export function countProvenHeaders(context: ChainContext, headers: readonly BlockHeader[]): number {
  const bad = findUnprovenHeaders(context, headers)
  const first = headers.findIndex((header) => bad.has(header))
  return first === -1 ? headers.length : first
}

/**
 * Accepts headers, each the parent of the next, within the open batch. Stops at the first invalid one.
 * @param unproven the headers with an invalid proof of work
 */
export function acceptHeaders(
  context: ChainContext,
  headers: readonly BlockHeader[],
  unproven: ReadonlySet<BlockHeader>,
): HeadersOutcome {
  const accepted: TreeEntry[] = []
  let last: TreeEntry | undefined
  for (const [index, header] of headers.entries()) {
    if (unproven.has(header))
      return { accepted, last, stopped: { index, reason: violation('refused', 'invalid-solution') } }
    const acceptance = acceptHeader(context, header, { solutionChecked: true })
    if (!acceptance.ok) return { accepted, last, stopped: { index, reason: acceptance.reason } }
    last = acceptance.entry
    if (!acceptance.known) accepted.push(last)
  }
  return { accepted, last }
}
