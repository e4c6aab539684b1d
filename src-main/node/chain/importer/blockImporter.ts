import { VALID, type Verdict, type Violation } from '../../consensus/index.ts'
import type { Block } from '../../primitives/index.ts'
import { explainStorageError, FAILED, type FilePosition, StorageError } from '../../storage/index.ts'
import type { VerifyGroup } from '../../verify/index.ts'
import type { ChainContext } from '../context.ts'
import { loadBlock } from '../storedBlock.ts'
import { ancestorAt, compareChains, type TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome } from '../types.ts'
import { type Acceptance, acceptBlock } from './accept.ts'
import { type Activation, type Failures, planActivation } from './activate.ts'
import { BlockBatch } from './blockBatch.ts'
import type { AcceptedBlock, DecodedBlock, ImportPolicy, ImportSource, SubmittedBlock } from './blocks.ts'
import { commitBatch, rollBackBatch, writeRows } from './commit.ts'
import { checkNextBlock, extendTip } from './connect.ts'
import { decodeBlock } from './decode.ts'
import { disconnectTip } from './disconnect.ts'
import { prepareSubmitted } from './prepare.ts'
import type { ImporterState } from './state.ts'
import { finishScripts, verifyBlock } from './verify.ts'

export interface DecodingBlock {
  /** undefined if the block is malformed */
  readonly decoded: DecodedBlock | undefined
  /** Set until another thread has prepared the block. Never rejects. */
  preparing: Promise<unknown> | undefined
}

/**
 * Imports blocks by running the stages decode, prepare, accept, connect, verify, commit and notify in order. No other
 * code connects a block. Other threads verify scripts while later blocks connect. If a block of a batch is invalid, the
 * batch is rolled back. Then its blocks are processed one by one, which finds the invalid block and keeps the others.
 * Other chain changes (headers, branches, invalidateblock) are batches of the importer too.
 */
export class BlockImporter {
  readonly #context: ChainContext
  readonly #scripts: VerifyGroup
  #state: ImporterState = { kind: 'idle' }
  #indexed: FilePosition | undefined
  #nextTag = 0

  /** @param indexed see `setIndexed` */
  constructor(context: ChainContext, indexed: FilePosition | undefined) {
    this.#context = context
    this.#indexed = indexed
    this.#scripts = context.verifier.group()
  }

  get state(): ImporterState {
    return this.#state
  }

  /** the open batch; blocks connected in it may be rolled back */
  get batch(): BlockBatch | undefined {
    return 'batch' in this.#state ? this.#state.batch : undefined
  }

  /** number of inputs whose scripts are queued for verification */
  get unverifiedInputs(): number {
    return this.#scripts.state().inputs
  }

  /** Changes the state of the open batch. */
  enter(kind: 'connecting' | 'writing' | 'committing'): void {
    const { batch } = this
    if (batch !== undefined) this.#state = { kind, batch }
  }

  /** See `BlockBatch.isDue`. */
  isCommitDue(batch: BlockBatch): boolean {
    const { clock, storage } = this.#context
    return batch.isDue(clock.millis(), storage.batchBytes)
  }

  /** Decodes a block and starts its preparation on another thread. */
  decode(submitted: SubmittedBlock, policy: ImportPolicy): DecodingBlock {
    const decoded = decodeBlock(submitted, policy)
    const prepared = decoded && prepareSubmitted(this.#context, decoded.block, { all: policy.commitAfterMs === 0 })
    const ready = () => {
      decoding.preparing = undefined
    }
    // If the preparation fails, connecting the block repeats the work.
    const decoding: DecodingBlock = { decoded, preparing: prepared?.then(ready, ready) }
    return decoding
  }

  /**
   * Imports blocks in one batch, which stays open, until the time is over.
   * @param until clock time in milliseconds
   * @param next returns the next block with its decoded form (undefined if malformed), or nothing at the end
   */
  importBlocks(
    source: ImportSource,
    until: number,
    next: () => readonly [SubmittedBlock, DecodedBlock | undefined] | undefined,
  ): void {
    const { clock } = this.#context
    const batch = this.#openBatch(source)
    const kept = this.#guard(() => {
      for (let block = next(); block !== undefined; ) {
        if (!this.#acceptAndConnect(batch, ...block)) return false
        block = clock.millis() < until && !this.isCommitDue(batch) ? next() : undefined
      }
      return true
    })
    if (!kept) {
      this.#processSingly(batch)
      return
    }
    // Connects branches that became better than the active chain, and blocks waiting for such a branch.
    batch.conclude(this.activateBestChain(until))
    // A block near the tip becomes visible in the step that commits it, because the mempool has its transactions until
    // then. If the batch is closed, a reorganisation has already committed it.
    if (this.batch === undefined || !this.isCommitDue(batch)) this.#reportVerified(batch)
  }

  /** Imports a single block. Commits it and notifies listeners before returning. */
  process(block: DecodedBlock): BlockOutcome {
    const acceptance = this.run(() => acceptBlock(this.#context, block))
    const failures = this.activateBestChain()
    if (!acceptance.ok) return acceptance.outcome
    const { entry } = acceptance
    const verdict = failures.get(entry)
    return verdict === undefined ? this.#findOutcome(acceptance) : { kind: 'invalid', entry, verdict }
  }

  /**
   * Runs a change of the chain as a separate batch and commits it. An exception rolls the batch back and is rethrown.
   */
  run<T>(work: () => T): T {
    this.commit()
    this.#openBatch()
    const result = this.#guard(work)
    this.commit()
    return result
  }

  /**
   * Activates the valid chain with the most work. Marks invalid blocks and then tries the next best chain.
   * @param until clock time in milliseconds after which it stops even if more blocks could be connected
   */
  activateBestChain(until = Number.POSITIVE_INFINITY): Failures {
    const { halted, clock } = this.#context
    const failures: Failures = new Map()
    while (!halted() && clock.millis() < until) {
      const next = planActivation(this.#context)
      if (next === undefined) break
      // The commit may roll back blocks with a failed script, which can change the best chain, so plan again.
      if (this.batch !== undefined) this.commit()
      else this.#activate(next, failures)
    }
    return failures
  }

  /**
   * Verifies on this thread too, until at most `left` inputs remain. Returns true if it found inputs that no thread had
   * started.
   */
  help(millis: number, left = 0): boolean {
    const helped = this.#scripts.help(left, millis)
    const { batch } = this
    if (batch !== undefined) this.#reportVerified(batch)
    return helped
  }

  /**
   * Waits for the scripts of the open batch. Afterwards the connected tip is the verified tip. If a script failed, the
   * batch was rolled back and its blocks processed one by one.
   */
  verify(): void {
    const { batch } = this
    if (batch?.source === undefined) return
    const failure = this.#guard(() => finishScripts(this.#context, this.#scripts))
    if (failure !== undefined) {
      this.#processSingly(batch)
      return
    }
    const { tree } = this.#context
    tree.setVerified(tree.tip)
    this.#report(batch, Number.POSITIVE_INFINITY)
    this.#indexed = batch.source.indexed?.() ?? this.#indexed
  }

  /** See the stage `writeRows`. */
  writeRows(goOn: () => boolean, dense: boolean): boolean {
    const written = this.#guard(() => writeRows(this.#context, goOn, dense))
    if (written && dense) this.batch?.rowsWritten()
    return written
  }

  /**
   * Writes rows that an index buffers in memory, because they are about to be read. If the write fails, the open batch
   * is rolled back, because SQLite may have ended its transaction.
   */
  guardWrite(write: () => void): void {
    this.#guard(write)
  }

  /**
   * Sets the position up to which block files are in the database. `undefined` means up to their end, while blocks are
   * appended.
   */
  setIndexed(position: FilePosition | undefined): void {
    this.#indexed = position
  }

  /**
   * Verifies and commits the open batch, then notifies listeners.
   * @param blocks maximum number of blocks to notify of; if the batch has more, no listener is notified yet
   */
  commit(blocks?: number): void {
    this.verify()
    const { timed, notifications } = this.#context
    if (this.batch !== undefined) {
      this.#guard(() => timed('commit', () => commitBatch(this.#context, this.#indexed)))
      this.#state = { kind: 'notifying' }
      // For many blocks, the commit alone fills this step.
      if (blocks !== undefined && notifications.size > blocks) return
    }
    this.notify(blocks)
  }

  /** Notifies listeners of at most `blocks` connected blocks, in order. */
  notify(blocks?: number): void {
    const { timed, notifications } = this.#context
    timed('notify', () => notifications.notify(blocks))
    if (this.batch === undefined) this.#state = { kind: notifications.isEmpty ? 'idle' : 'notifying' }
  }

  /** Opens a batch, or returns the open one. */
  #openBatch(source?: ImportSource): BlockBatch {
    const { storage, notifications, clock } = this.#context
    this.#guard(() => storage.checkSpace())
    if (this.batch !== undefined) return this.batch
    notifications.notify()
    const batch = new BlockBatch({ end: storage.files.end(), indexed: this.#indexed }, source, clock.millis())
    this.#state = { kind: 'connecting', batch }
    this.#guard(() => storage.begin())
    return batch
  }

  /**
   * Accepts a block. If it extends the tip, connects it within the batch and queues its scripts. Returns false if it
   * does not connect and the batch must be rolled back.
   */
  #acceptAndConnect(batch: BlockBatch, submitted: SubmittedBlock, decoded: DecodedBlock | undefined): boolean {
    const { tree, clock, halted } = this.#context
    const accepted: AcceptedBlock = { submitted, tag: this.#nextTag++, outcome: undefined, connected: undefined }
    batch.add(accepted)
    if (decoded === undefined) {
      accepted.outcome = { kind: 'malformed' }
      return true
    }
    const acceptance = acceptBlock(this.#context, decoded)
    if (!acceptance.ok) {
      accepted.outcome = acceptance.outcome
      return true
    }
    const { entry } = acceptance
    if (entry.prev === tree.tip && entry.eligible && entry.time <= clock.now() && !halted()) {
      if (!this.#connect(entry, decoded.block, accepted.tag).ok) return false
      accepted.connected = entry
    }
    accepted.outcome = this.#findOutcome(acceptance)
    return true
  }

  /** Returns the outcome of an accepted block that did not fail to connect. */
  #findOutcome({ entry, fresh }: Acceptance & { readonly ok: true }): BlockOutcome {
    if (!fresh) return { kind: 'known', entry }
    return { kind: this.#context.tree.isActive(entry) ? 'connected' : 'stored', entry }
  }

  /**
   * Connects the next block of the active chain within the open batch.
   * @param tag if undefined, scripts are verified immediately
   */
  #connect(entry: TreeEntry, block: Block, tag?: number): Verdict {
    const context = this.#context
    const scripts = this.#scripts
    const parent = context.tree.tip
    const checked = checkNextBlock(context, entry, block, { scripts, tag: tag ?? this.#nextTag++ })
    const verified = tag === undefined ? verifyBlock(context, checked, { block, parent, scripts }) : checked
    if (verified.ok) extendTip(context, entry, block, verified, tag === undefined)
    else context.storage.ledger.abandonBlock()
    return verified.ok ? VALID : verified
  }

  /** Makes one change towards a better chain. A block that fails is marked and added to `failures`. */
  #activate(next: Activation, failures: Failures): void {
    const context = this.#context
    switch (next.kind) {
      case 'halt':
        context.halt(next.message)
        break
      case 'reject':
        this.run(() => this.#reject(next.entry, next.verdict))
        failures.set(next.target, next.verdict)
        break
      case 'extend': {
        const block = loadBlock(context, next.entry)
        const verdict = this.run(() => {
          const connected = this.#connect(next.entry, block)
          if (!connected.ok) this.#reject(next.entry, connected)
          return connected
        })
        if (!verdict.ok) failures.set(next.entry, verdict)
        break
      }
      case 'reorganise':
        this.#reorganise(next.fork, next.target, failures)
    }
  }

  /**
   * Switches to a better branch in one batch, so that no tip with less work is ever visible. Connects up to the first
   * block of the branch that beats the old tip. If a block on the way is invalid, the old chain stays active.
   */
  #reorganise(fork: TreeEntry, target: TreeEntry, failures: Failures): void {
    const context = this.#context
    const { tree, logger } = context
    const old = tree.tip
    this.commit()
    this.#openBatch()
    const failed = this.#guard(() => {
      while (tree.tip !== fork) disconnectTip(context)
      for (let height = fork.height + 1; height <= target.height; height++) {
        const entry = ancestorAt(target, height)
        const verdict = this.#connect(entry, loadBlock(context, entry))
        if (!verdict.ok) return { entry, verdict }
        if (compareChains(entry, old) < 0) break
      }
      return undefined
    })
    if (failed !== undefined) {
      this.#rollBack()
      this.run(() => this.#reject(failed.entry, failed.verdict))
      failures.set(failed.entry, failed.verdict)
      return
    }
    this.commit()
    const { height, hashHex: to } = tree.tip
    logger.info('reorganised', { from: old.hashHex, fork: fork.height, to, height, depth: old.height - fork.height })
  }

  /** Marks a block and its descendants as invalid, within the open batch. */
  #reject(entry: TreeEntry, verdict: Violation): void {
    const { tree, rejected, logger } = this.#context
    tree.fail(entry, FAILED.INVALID)
    rejected.note(entry, verdict)
    const reason = verdict.reason || 'script or crypto-condition failed'
    logger.warn('invalid block', { hash: entry.hashHex, height: entry.height, reason })
  }

  /** Rolls the batch back and processes its blocks one by one. */
  #processSingly(batch: BlockBatch): void {
    this.#rollBack()
    this.#scripts.finish()
    const { blocks, reported } = batch.empty()
    const source = batch.source!
    for (const [index, { submitted }] of blocks.entries()) {
      const block = decodeBlock(submitted, source.policy())
      const outcome: BlockOutcome = block === undefined ? { kind: 'malformed' } : this.process(block)
      if (index >= reported) submitted.done(outcome)
    }
    const indexed = source.indexed?.()
    if (indexed !== undefined) this.run(() => this.setIndexed(indexed))
  }

  /**
   * Advances the verified tip and reports outcomes up to the last verified block. A failed script rolls the batch back.
   */
  #reportVerified(batch: BlockBatch): void {
    const { answered, failed } = this.#scripts.state()
    if (failed) this.verify()
    else this.#report(batch, answered)
  }

  /** @param answered all scripts of blocks with a lower tag are verified */
  #report(batch: BlockBatch, answered: number): void {
    for (let block = batch.takeReportable(answered); block !== undefined; block = batch.takeReportable(answered)) {
      if (block.connected !== undefined) this.#context.tree.setVerified(block.connected)
      block.submitted.done(block.outcome!)
    }
  }

  /**
   * Runs part of a batch. An exception rolls back the whole batch. Its blocks are dropped and may be submitted again.
   */
  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const { batch } = this
      this.#rollBack()
      if (batch !== undefined) this.#drop(batch)
      const explained = explainStorageError(error, this.#context.storage.db.name)
      if (explained instanceof StorageError) this.#context.fail(explained)
      throw explained
    }
  }

  #rollBack(): void {
    const { batch } = this
    if (batch === undefined) return
    rollBackBatch(this.#context, batch.start)
    this.#indexed = batch.start.indexed
    this.#state = { kind: 'idle' }
  }

  #drop(batch: BlockBatch): void {
    this.#scripts.finish()
    const { blocks, reported } = batch.empty()
    for (const { submitted } of blocks.slice(reported)) submitted.done({ kind: 'dropped' })
  }
}
