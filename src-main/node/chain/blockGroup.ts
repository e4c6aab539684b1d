import { type Block, transactionSize } from '../primitives/index.ts'
import type { FilePosition } from '../storage/index.ts'
import { acceptBlock, type IncomingBlock } from './acceptBlock.ts'
import { connectBlock, finishScripts } from './connectBlock.ts'
import type { ChainContext } from './context.ts'
import { activateBest } from './reorganise.ts'
import type { BlockOutcome } from './types.ts'

/** Accepts one block by itself and makes the best chain active. */
export function processOne(context: ChainContext, incoming: IncomingBlock): BlockOutcome {
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

/** How a group ends: the source had no more, or its share of time was used up. */
export interface GroupResult {
  readonly exhausted: boolean
}

export interface GroupSource {
  /** the next block, parents first as far as possible */
  next(): IncomingBlock | undefined
  /** its parent is unknown; may be said more than once of the same block */
  orphan?(incoming: IncomingBlock): void
  /** If the blocks lie in the block files: these are reflected up to here once all that `next` gave is dealt with. */
  indexed?(): FilePosition | undefined
  /** what became of it; once, in order, when it is final */
  done(incoming: IncomingBlock, outcome: BlockOutcome): void
}

/** Bytes of blocks in one transaction: bounds what is held in memory for observers and listeners. */
const MAX_GROUP_BYTES = 2 * 1024 * 1024

/**
 * Accepts and connects as many blocks as fit into a span of time, in one transaction, with their scripts being verified on
 * other threads meanwhile. That is only worth it while everything goes well: if any block fails, all is taken back and the
 * group's blocks are processed one by one, which finds out which it is and what is wrong.
 * @param until clock time in milliseconds after which no further waiting block is connected on top of the group
 */
export function processGroup(
  context: ChainContext,
  source: GroupSource,
  budgetMillis: number,
  until = Number.POSITIVE_INFINITY,
): GroupResult {
  const attempt = tryGroup(context, source, budgetMillis)
  const { blocks } = attempt
  if (attempt.outcomes === undefined) {
    for (const incoming of blocks) {
      const outcome = processOne(context, incoming)
      if (outcome.kind === 'orphan') source.orphan?.(incoming)
      source.done(incoming, outcome)
    }
    const indexed = source.indexed?.()
    if (indexed !== undefined) context.unit.run(() => context.unit.setIndexed(indexed))
  } else {
    // Side branches, and blocks whose turn came through a later one.
    const failures = activateBest(context, until)
    for (const [index, incoming] of blocks.entries()) {
      const outcome = attempt.outcomes[index]!
      const verdict = 'entry' in outcome ? failures.get(context.tree.byHash(outcome.entry.hash)!) : undefined
      if (verdict === undefined || !('entry' in outcome)) source.done(incoming, outcome)
      else source.done(incoming, { kind: 'invalid', entry: outcome.entry, verdict })
    }
  }
  return { exhausted: attempt.exhausted }
}

interface Attempt {
  readonly blocks: readonly IncomingBlock[]
  /** undefined: taken back */
  readonly outcomes: readonly BlockOutcome[] | undefined
  readonly exhausted: boolean
}

function tryGroup(context: ChainContext, source: GroupSource, budgetMillis: number): Attempt {
  const { unit, verifier } = context
  const scripts = verifier.group()
  const blocks: IncomingBlock[] = []
  const outcomes: BlockOutcome[] = []
  let exhausted = false
  const kept = unit.attempt(() => {
    try {
      exhausted = fillGroup(context, source, budgetMillis, (incoming) => {
        blocks.push(incoming)
        const outcome = acceptAndConnect(context, incoming, { scripts, tag: blocks.length })
        if (outcome?.kind === 'orphan') source.orphan?.(incoming)
        if (outcome !== undefined) outcomes.push(outcome)
        return outcome !== undefined
      })
      const good = outcomes.length === blocks.length
      const indexed = source.indexed?.()
      if (indexed !== undefined) unit.setIndexed(indexed)
      // The tables are written while the last scripts are still being looked at elsewhere: taking them back costs little.
      if (good) unit.flush()
      return finishScripts(context, scripts) === undefined && good
    } catch (error) {
      // Nothing of this group may be under way when the next one begins.
      scripts.finish()
      throw error
    }
  })
  return { blocks, outcomes: kept ? outcomes : undefined, exhausted }
}

/** Takes blocks until the group is full or one does not connect; returns whether the source had no more. */
function fillGroup(
  { clock }: ChainContext,
  source: GroupSource,
  budgetMillis: number,
  take: (incoming: IncomingBlock) => boolean,
): boolean {
  const deadline = clock.millis() + budgetMillis
  let bytes = 0
  do {
    const incoming = source.next()
    if (incoming === undefined) return true
    bytes += incoming.bytes?.length ?? blockSize(incoming.block)
    if (!take(incoming)) return false
  } while (bytes < MAX_GROUP_BYTES && clock.millis() < deadline)
  return false
}

function blockSize({ txs }: Block): number {
  return txs.reduce((sum, tx) => sum + transactionSize(tx), 0)
}

/** Within an open unit, with scripts left to the group; undefined: the block does not connect. */
export function acceptAndConnect(
  context: ChainContext,
  incoming: IncomingBlock,
  group: Parameters<typeof connectBlock>[3] & object,
): BlockOutcome | undefined {
  const { tree, clock } = context
  const acceptance = acceptBlock(context, incoming)
  if (!acceptance.ok) return acceptance.outcome
  const { entry, fresh } = acceptance
  const onTop = entry.prev === tree.tip && entry.eligible && entry.time <= clock.now()
  if (onTop && !context.halted() && !connectBlock(context, entry, incoming.block, group).ok) return undefined
  if (!fresh) return { kind: 'known', entry }
  return { kind: tree.isActive(entry) ? 'connected' : 'stored', entry }
}
