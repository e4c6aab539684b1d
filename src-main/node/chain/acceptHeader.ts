import {
  branchWindow,
  checkClock,
  checkHeader,
  checkSolution,
  contextualCheckHeader,
  headerWindow,
  REJECT,
  VALID,
  type Verdict,
  type Violation,
  violation,
} from '../consensus/index.ts'
import { type BlockHeader, blockHash } from '../primitives/index.ts'
import { FAILED } from '../storage/index.ts'
import type { ChainContext } from './context.ts'
import { checkNotarisedBranch } from './notarisations.ts'
import type { TreeEntry } from './treeEntry.ts'

/** `known`: the tree already had the header. `orphan`: its parent is unknown. */
export type HeaderAcceptance =
  | { readonly ok: true; readonly entry: TreeEntry; readonly known: boolean }
  | { readonly ok: false; readonly reason: 'orphan' | Violation }

/**
 * Checks the header rules that need no context except the clock. A header slightly ahead of the clock passes; one that
 * is too far ahead is dropped.
 */
export function checkHeaderAlone(context: ChainContext, header: BlockHeader, solutionChecked: boolean): Verdict {
  const { params, clock } = context
  const time = checkClock(params, header, clock.now())
  if (!time.ok && time.kind === 'dropped') return time
  const own = checkHeader(params, header)
  if (!own.ok || solutionChecked) return own
  return checkSolution(params, header)
}

/** Checks the header rules that depend on the parent, the height, checkpoints and notarised blocks. */
export function checkHeaderInContext(context: ChainContext, header: BlockHeader, parent: TreeEntry): Verdict {
  const { params, clock, tree, checkpoints } = context
  const heightOneHash = checkpoints.enabled && tree.tip.height > 1 ? tree.byHeight(1)?.hash : undefined
  const at = branchWindow(parent, headerWindow(params))
  const height = parent.height + 1
  const fits = contextualCheckHeader(params, header, { height, at, now: clock.now(), heightOneHash })
  if (!fits.ok || !checkpoints.enabled) return fits
  const hash = blockHash(header)
  const onPath = checkpoints.check(hash, height)
  return onPath.ok ? checkNotarisedBranch(context, hash, height) : onPath
}

/** Checks whether a header that the tree already has may be used. May clear its failure. */
export function recheckKnown(context: ChainContext, entry: TreeEntry): Verdict {
  if (!entry.failed) return VALID
  // With crypto-conditions a block can fail for a temporary reason, so it is retried when it is announced again
  // (chain-params.md §7.2). Blocks that the user invalidated stay invalid.
  const { params, rejected } = context
  if (params.ccEnabled && (entry.failure & FAILED.BY_USER) === 0 && rejected.mayRetry(entry)) {
    context.tree.pardon(entry)
    return VALID
  }
  return violation('refused', 'duplicate', { score: 0, code: REJECT.DUPLICATE })
}

/**
 * Accepts a header: validates it and adds it to the block index, in the open batch. Headers on branches of rejected
 * blocks are kept too, so that the work of a branch that peers follow is known. Their proof of work is checked like
 * that of other headers.
 */
export function acceptHeader(
  context: ChainContext,
  header: BlockHeader,
  options: { readonly solutionChecked: boolean },
): HeaderAcceptance {
  const { tree } = context
  const known = tree.byHash(blockHash(header))
  if (known !== undefined) {
    recheckKnown(context, known)
    return { ok: true, entry: known, known: true }
  }
  const alone = checkHeaderAlone(context, header, options.solutionChecked)
  if (!alone.ok) return { ok: false, reason: alone }
  return insertHeader(context, header, { onRefused: true })
}

/**
 * Adds a header that is unknown and has passed checkHeaderAlone.
 * @param onRefused whether its parent may be on a rejected branch
 */
export function insertHeader(
  context: ChainContext,
  header: BlockHeader,
  { onRefused }: { readonly onRefused: boolean },
): HeaderAcceptance {
  const { tree } = context
  const parent = tree.byHash(header.prevHash)
  if (parent === undefined) return { ok: false, reason: 'orphan' }
  if (!parent.eligible && !onRefused) return { ok: false, reason: violation('refused', 'bad-prevblk') }
  const placed = checkHeaderInContext(context, header, parent)
  if (!placed.ok) return { ok: false, reason: placed }
  return { ok: true, entry: tree.insert(header, parent), known: false }
}
