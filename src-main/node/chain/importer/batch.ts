import type { VerifyGroup } from '../../verify/index.ts'
import type { ChainContext } from '../context.ts'
import { processBlock } from '../processBlock.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome, PipelineUser, SubmittedBlock } from '../types.ts'
import type { IncomingBlock } from './accept.ts'
import type { Failures } from './activate.ts'
import type { PendingVerification } from './commit.ts'
import { finishScripts } from './connect.ts'
import { parseSubmitted, type Taken, takeBlock } from './decode.ts'

/** A submitted block and the name that its submitter knows it by. */
export interface Submission<T> {
  readonly submitted: SubmittedBlock
  readonly tag: T
}

interface OpenBlock<T> extends Submission<T> {
  /** tag of its scripts; grows by one with each block */
  readonly place: number
  /** undefined: it is being connected */
  taken: Taken | undefined
}

/**
 * The blocks of the open unit, in order: which of them are verified, and what became of each. If a script fails, or a block
 * does not connect, the whole unit is taken back and its blocks are processed one by one: that finds the bad one and what is
 * wrong with it, and keeps the good ones.
 */
export interface OpenBlocks<T> {
  readonly scripts: VerifyGroup
  /** what the unit of work waits for */
  readonly pending: PendingVerification
  /** bytes of the blocks, and milliseconds since the first of them */
  readonly bytes: number
  age(): number
  /** A new unit begins: nothing of an earlier one may be under way. */
  begin(): void
  /** Within the unit; false: the block does not connect. @param incoming what `parseSubmitted` found in it */
  take(submission: Submission<T>, incoming: IncomingBlock | undefined): boolean
  /** What `take` has found is final but for scripts, and for these failures of blocks that were connected afterwards. */
  conclude(failures: Failures): void
  /** Moves the verified tip and reports outcomes as far as scripts are verified. A failed script takes the unit back. */
  report(): void
  /** The unit was taken back. */
  reprocess(): void
}

interface State<T> {
  blocks: OpenBlock<T>[]
  /** so many of `blocks` are concluded; so many of those are reported */
  concluded: number
  reported: number
  bytes: number
  /** clock time in milliseconds */
  begun: number
}

export function createOpenBlocks<T>(context: ChainContext, user: PipelineUser<T>): OpenBlocks<T> {
  const { unit, tree, verifier, clock } = context
  const scripts = verifier.group()
  const fresh = (): State<T> => ({ blocks: [], concluded: 0, reported: 0, bytes: 0, begun: clock.millis() })
  let state = fresh()
  let nextPlace = 0

  /** @param answered blocks before this place have no script left to verify */
  function reportBefore(answered: number): void {
    const reporting = state
    // A submitter that hears of one block may do anything, but for what begins a new unit.
    while (reporting.reported < reporting.concluded) {
      const { place, taken, tag } = reporting.blocks[reporting.reported]!
      if (place >= answered) return
      reporting.reported++
      if (taken!.connected !== undefined) tree.setVerified(taken!.connected)
      user.done(tag, taken!.outcome)
    }
  }

  function reprocess(): void {
    const { blocks, reported } = state
    scripts.finish()
    state = fresh()
    for (const [index, { submitted, tag }] of blocks.entries()) {
      const incoming = parseSubmitted(submitted)
      const outcome: BlockOutcome = incoming === undefined ? { kind: 'malformed' } : processBlock(context, incoming)
      if (index >= reported) user.done(tag, outcome)
    }
    const indexed = user.indexed?.()
    if (indexed !== undefined) unit.run(() => unit.setIndexed(indexed))
  }

  const pending: PendingVerification = {
    finish: () => finishScripts(context, scripts) === undefined,
    verified() {
      tree.setVerified(tree.tip)
      reportBefore(Number.POSITIVE_INFINITY)
      const indexed = user.indexed?.()
      if (indexed !== undefined) unit.setIndexed(indexed)
    },
    rolledBack: reprocess,
    failed() {
      // Nobody is to blame, and the blocks may be submitted again.
      const lost = state.blocks.slice(state.reported)
      scripts.finish()
      state = fresh()
      for (const { tag } of lost) user.done(tag, { kind: 'dropped' })
    },
  }

  return {
    scripts,
    pending,
    get bytes() {
      return state.bytes
    },
    age: () => clock.millis() - state.begun,
    begin() {
      scripts.finish()
      state = fresh()
    },
    take({ submitted, tag }, incoming) {
      const block: OpenBlock<T> = { submitted, tag, place: nextPlace++, taken: undefined }
      state.blocks.push(block)
      state.bytes += submitted.bytes.length
      block.taken = takeBlock(context, incoming, { scripts, tag: block.place })
      return block.taken !== undefined
    },
    conclude(failures) {
      for (const block of failures.size > 0 ? state.blocks.slice(state.concluded) : []) {
        const failed = failedEntry(block.taken?.outcome, failures)
        if (failed === undefined) continue
        block.taken = { outcome: { kind: 'invalid', entry: failed, verdict: failures.get(failed)! } }
      }
      state.concluded = state.blocks.length
    },
    report() {
      const { answered, failed } = scripts.state()
      if (failed) unit.verify()
      else reportBefore(answered)
    },
    reprocess,
  }
}

/** The block that was stored, if it proved bad when its branch was connected. */
function failedEntry(outcome: BlockOutcome | undefined, failures: Failures): TreeEntry | undefined {
  if (outcome === undefined || !('entry' in outcome)) return undefined
  for (const entry of failures.keys()) if (entry.key === outcome.entry.key) return entry
  return undefined
}
