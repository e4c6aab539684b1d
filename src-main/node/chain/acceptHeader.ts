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
import { checkBesideNotarised } from './notarisations.ts'
import type { TreeEntry } from './treeEntry.ts'

/** `known`: it was in the tree already. `orphan`: its parent is not. */
export type HeaderAcceptance =
  | { readonly ok: true; readonly entry: TreeEntry; readonly known: boolean }
  | { readonly ok: false; readonly reason: 'orphan' | Violation }

/** The rules of a header that need nothing but itself and the clock. A header ahead of its time passes. */
export function checkHeaderAlone(context: ChainContext, header: BlockHeader, solutionChecked: boolean): Verdict {
  const { params, clock } = context
  const time = checkClock(params, header, clock.now())
  if (!time.ok && time.kind === 'dropped') return time
  const own = checkHeader(params, header)
  if (!own.ok || solutionChecked) return own
  return checkSolution(params, header)
}

/** The rules of a header at its place. */
export function checkHeaderInPlace(context: ChainContext, header: BlockHeader, parent: TreeEntry): Verdict {
  const { params, clock, tree, checkpoints } = context
  const heightOneHash = checkpoints.enabled && tree.tip.height > 1 ? tree.byHeight(1)?.hash : undefined
  const at = branchWindow(parent, headerWindow(params))
  const height = parent.height + 1
  const fits = contextualCheckHeader(params, header, { height, at, now: clock.now(), heightOneHash })
  if (!fits.ok || !checkpoints.enabled) return fits
  const hash = blockHash(header)
  const onPath = checkpoints.check(hash, height)
  return onPath.ok ? checkBesideNotarised(context, hash, height) : onPath
}

/** A header that is in the tree already: may it be used? */
export function recheckKnown(context: ChainContext, entry: TreeEntry): Verdict {
  if (!entry.failed) return VALID
  // With crypto-conditions a block may have failed for a passing reason: it gets another chance when it is announced again
  // (chain-params.md §7.2). What the user ruled out stays out.
  const { params, rejected } = context
  if (params.ccEnabled && (entry.failure & FAILED.BY_USER) === 0 && rejected.mayRetry(entry)) {
    context.tree.pardon(entry)
    return VALID
  }
  return violation('refused', 'duplicate', { score: 0, code: REJECT.DUPLICATE })
}

/**
 * Judges a header and puts it into the tree, within the open unit. What is or stands on a refused block is kept too: only so
 * is it known how much work there is on the branch of the peers that follow it. It takes the same proof of work.
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
  return placeHeader(context, header, { onRefused: true })
}

/**
 * For a header that is not known and has passed checkHeaderAlone.
 * @param onRefused whether its parent may be on a refused branch
 */
export function placeHeader(
  context: ChainContext,
  header: BlockHeader,
  { onRefused }: { readonly onRefused: boolean },
): HeaderAcceptance {
  const { tree } = context
  const parent = tree.byHash(header.prevHash)
  if (parent === undefined) return { ok: false, reason: 'orphan' }
  if (!parent.eligible && !onRefused) return { ok: false, reason: violation('refused', 'bad-prevblk') }
  const placed = checkHeaderInPlace(context, header, parent)
  if (!placed.ok) return { ok: false, reason: placed }
  return { ok: true, entry: tree.insert(header, parent), known: false }
}
