import type { ChainContext } from './context.ts'
import { acceptBlock, type IncomingBlock } from './importer/accept.ts'
import { activateBest } from './importer/activate.ts'
import type { BlockOutcome } from './types.ts'

/**
 * One block by itself: accepted, connected, verified and committed when this returns. It is what a caller gets who waits for
 * the answer, and what the pipeline falls back to for blocks of which one is bad.
 */
export function processBlock(context: ChainContext, incoming: IncomingBlock): BlockOutcome {
  const { unit, tree } = context
  const acceptance = unit.run(() => acceptBlock(context, incoming))
  const failures = activateBest(context)
  if (!acceptance.ok) return acceptance.outcome
  const { entry, fresh } = acceptance
  const verdict = failures.get(entry)
  if (verdict !== undefined) return { kind: 'invalid', entry, verdict }
  if (!fresh) return { kind: 'known', entry }
  return { kind: tree.isActive(entry) ? 'connected' : 'stored', entry }
}
