import { maxSecondsAhead, VALID, type Verdict, type Violation, violation } from '../../consensus/index.ts'
import { FAILED } from '../../storage/index.ts'
import type { ChainContext } from '../context.ts'
import { checkFork, checkTakenOff } from '../notarisations.ts'
import { ancestorAt, compareChains, descends, type TreeEntry } from '../treeEntry.ts'
import { blockOf, connectBlock, disconnectTip } from './connect.ts'

/** Blocks found bad on the way, with what was wrong. */
export type Failures = Map<TreeEntry, Violation>

/**
 * Makes the best valid chain the active one. Blocks that turn out bad are marked and the next best is tried.
 * @param until clock time in milliseconds after which it ends even if more could be connected
 */
export function activateBest(context: ChainContext, until = Number.POSITIVE_INFINITY): Failures {
  const failures: Failures = new Map()
  while (!context.halted() && context.clock.millis() < until) {
    const target = bestTarget(context)
    if (target === undefined) break
    if (context.unit.isOpen) {
      // A commit may take blocks back whose scripts fail: then another chain may be the best.
      context.unit.commit()
      continue
    }
    const failure = advance(context, target)
    if (failure !== undefined) failures.set(failure.entry, failure.verdict)
  }
  return failures
}

/** The best block that can be connected now and beats the tip. */
function bestTarget(context: ChainContext): TreeEntry | undefined {
  const { params, tree, clock } = context
  const latest = clock.now() + maxSecondsAhead(params)
  const best = tree.bestCandidate((entry) => connectablePart(context, entry, latest) === entry)
  if (best !== undefined) return best
  // Every candidate is, or stands on, a block ahead of its time: what is below that may still beat the tip.
  let partial: TreeEntry | undefined
  tree.bestCandidate((entry) => {
    const part = connectablePart(context, entry, latest)
    if (part !== undefined && (partial === undefined || compareChains(part, partial) < 0)) partial = part
    return false
  })
  return partial
}

/** The highest block of a branch, above the active chain, that has no block ahead of its time below it. */
function connectablePart({ tree }: ChainContext, entry: TreeEntry, latest: number): TreeEntry | undefined {
  let part = entry
  for (let node: TreeEntry | null = entry; node !== null && !tree.isActive(node); node = node.prev)
    if (node.time > latest && node.prev !== null) part = node.prev
  return tree.isActive(part) || compareChains(part, tree.tip) >= 0 ? undefined : part
}

interface Failure {
  readonly entry: TreeEntry
  readonly verdict: Violation
}

/** Goes towards the target: one block up, or from one branch over to the other as far as that needs to be one step. */
function advance(context: ChainContext, target: TreeEntry): Failure | undefined {
  const { tree, maxReorg } = context
  const fork = forkOf(context, target)
  const depth = tree.tip.height - fork.height
  const mayLeave = depth === 0 ? VALID : checkFork(context, fork)
  if (!mayLeave.ok) {
    refuse(context, ancestorAt(target, fork.height + 1), mayLeave)
    return { entry: target, verdict: mayLeave }
  }
  if (depth > maxReorg) {
    context.halt(
      `A branch with more work would replace the last ${depth} blocks (block ${target.hashHex} at height ${target.height}), more than -maxreorg=${maxReorg} allows. The node stops: find out which branch is the right one, then start with a larger -maxreorg or use invalidateblock.`,
    )
    return undefined
  }
  return depth === 0 ? connectNext(context, ancestorAt(target, fork.height + 1)) : switchBranch(context, fork, target)
}

/** Rules a block out, and with it all that stands on it. */
function refuse(context: ChainContext, entry: TreeEntry, verdict: Violation): void {
  const { tree, unit, refusals } = context
  unit.run(() => tree.fail(entry, FAILED.INVALID))
  refusals.note(entry, verdict)
  report(context, entry, verdict)
}

/** One block on top of the tip, in its own unit. */
function connectNext(context: ChainContext, entry: TreeEntry): Failure | undefined {
  const block = blockOf(context, entry)
  return context.unit.run(() => {
    const verdict = connectBlock(context, entry, block)
    if (verdict.ok) return undefined
    context.tree.fail(entry, FAILED.INVALID)
    context.refusals.note(entry, verdict)
    report(context, entry, verdict)
    return { entry, verdict }
  })
}

/**
 * Leaves the active branch for a better one in a single unit, so that there never is a tip with less work than before: to
 * the first block of the new branch that beats the old tip. If a block on the way is bad, everything stays as it was.
 */
function switchBranch(context: ChainContext, fork: TreeEntry, target: TreeEntry): Failure | undefined {
  const { tree, unit, logger } = context
  const old = tree.tip
  let failure: Failure | undefined
  const switched = unit.attempt(() => {
    while (tree.tip !== fork) disconnectTip(context)
    for (let height = fork.height + 1; height <= target.height; height++) {
      const entry = ancestorAt(target, height)
      const verdict = connectBlock(context, entry, blockOf(context, entry))
      if (!verdict.ok) {
        failure = { entry, verdict }
        return false
      }
      if (compareChains(entry, old) < 0) break
    }
    return true
  })
  if (!switched && failure !== undefined) {
    refuse(context, failure.entry, failure.verdict)
    return failure
  }
  const { height, hashHex } = tree.tip
  logger.info('reorganised', {
    from: old.hashHex,
    fork: fork.height,
    to: hashHex,
    height,
    depth: old.height - fork.height,
  })
  return undefined
}

function report({ logger }: ChainContext, entry: TreeEntry, verdict: Violation): void {
  const { hashHex: hash, height } = entry
  const reason = verdict.reason || 'script or crypto-condition failed'
  logger.warn('invalid block', { hash, height, reason })
}

function forkOf({ tree }: ChainContext, entry: TreeEntry): TreeEntry {
  let node = entry
  while (!tree.isActive(node)) node = node.prev!
  return node
}

/**
 * `invalidateblock`: rules a block out by the user's word and leaves it, if it is active, in one unit. Then the best of
 * the remaining chains becomes active. What a notarised block stands on is refused before anything is done.
 */
export function invalidate(context: ChainContext, entry: TreeEntry): Verdict {
  const { tree, unit } = context
  if (entry.prev === null) return violation('refused', 'genesis cannot be invalidated', { score: 0 })
  const mayGo = checkTakenOff(context, entry)
  if (!mayGo.ok) return mayGo
  unit.run(() => {
    while (tree.isActive(entry)) disconnectTip(context)
    tree.fail(entry, FAILED.BY_USER)
  })
  context.refusals.note(entry, violation('refused', '', { score: 0 }))
  activateBest(context)
  return VALID
}

/** `reconsiderblock`: forgets why the block, its ancestors and descendants were ruled out, and looks again. */
export function reconsider(context: ChainContext, entry: TreeEntry): Verdict {
  const { tree, unit } = context
  unit.run(() => tree.forgive(entry))
  context.refusals.forget(entry)
  const failures = activateBest(context)
  for (const [failed, verdict] of failures) if (descends(entry, failed)) return verdict
  return VALID
}
