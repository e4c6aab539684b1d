import type { BlockEntry } from '../../core/index.ts'
import type { ChainContext } from '../context.ts'
import type { BlockBatch } from './blockBatch.ts'
import type { BlockImporter, DecodingBlock } from './blockImporter.ts'
import type { ImportSource, SubmittedBlock } from './blocks.ts'

/** Rows are buffered for this many bytes of blocks, or a quarter of a batch if that is less, then written in key order. */
const WRITE_BYTES = 6 * 1024 * 1024
/**
 * Maximum number of unverified inputs: enough to keep another thread busy while this one writes the rows of a batch and
 * commits it (half a second). Below it, this thread leaves verification to the others.
 */
const MAX_UNVERIFIED_INPUTS = 12_000
const NOTIFIED_BLOCKS_PER_STEP = 24

/**
 * Queues submitted blocks. In short steps it has the importer do the work due by the source's policy, so that the
 * thread stays responsive. Only one source at a time.
 */
export class ImportQueue {
  readonly #context: ChainContext
  readonly #importer: BlockImporter
  #blocks: SubmittedBlock[] = []
  /** the first queued block, once decoded */
  #next: { readonly submitted: SubmittedBlock; readonly decoded: DecodingBlock } | undefined
  #reserved = false
  #reservations = 0

  constructor(context: ChainContext, importer: BlockImporter) {
    this.#context = context
    this.#importer = importer
  }

  /**
   * Reserves the queue for a source that reads files, and drops the blocks that another source submitted. That source
   * must not use the queue until the returned function is called, and then submit its blocks again.
   */
  reserve(): () => void {
    this.finish()
    this.#reserved = true
    this.#reservations++
    return () => {
      this.#reserved = false
    }
  }

  /** true while files are imported: other sources wait */
  get reserved(): boolean {
    return this.#reserved
  }

  /** number of reservations so far; each has dropped the submitted blocks */
  get reservations(): number {
    return this.#reservations
  }

  /** Queues a block for `step`. Submit parents first if possible. */
  submit(block: SubmittedBlock): void {
    this.#blocks.push(block)
  }

  /** number of submitted blocks not imported yet */
  get size(): number {
    return this.#blocks.length
  }

  /**
   * Resolves when another thread has prepared the next block; undefined if there is nothing to wait for. Never rejects.
   */
  get waiting(): Promise<unknown> | undefined {
    return this.#next?.decoded.preparing
  }

  /** Returns true if a block is connected, verified or not. Use only to order submissions. */
  isConnected(entry: BlockEntry): boolean {
    return this.#context.tree.byHeight(entry.height) === entry
  }

  /** Returns the height of the last connected block, verified or not. Use only to order submissions. */
  connectedHeight(): number {
    return this.#context.tree.tip.height
  }

  /**
   * Imports, verifies, writes, commits or notifies for about `millis` ms. A single block, a commit and a fallback to
   * single blocks may take longer. Returns false if nothing is left to do, or nothing until `waiting` resolves.
   */
  step(source: ImportSource, millis: number): boolean {
    const importer = this.#importer
    const { state } = importer
    if (state.kind === 'notifying') {
      importer.notify(NOTIFIED_BLOCKS_PER_STEP)
      return true
    }
    if (importer.unverifiedInputs > MAX_UNVERIFIED_INPUTS && importer.help(millis, MAX_UNVERIFIED_INPUTS / 2))
      return true
    return importer.batch === undefined
      ? this.#stepWithout(source, millis)
      : this.#stepWithin(importer.batch, source, millis)
  }

  /** Does part of the commit in advance, for `millis` ms. Returns true if little of the commit is left. */
  prepareCommit(millis: number): boolean {
    if (this.#importer.batch === undefined) return true
    // Rows first, because other threads verify scripts during that time.
    return this.#writeRows(millis) && (!this.#importer.help(millis) || this.#context.tree.allVerified)
  }

  /** Drops the queue, commits connected blocks and notifies listeners. */
  finish(): void {
    this.#blocks = []
    this.#next = undefined
    this.#importer.commit()
    this.#context.setBulk(false)
  }

  #stepWithout(source: ImportSource, millis: number): boolean {
    const { tree, storage, clock, setBulk } = this.#context
    if (this.#blocks.length > 0) {
      if (this.#decodeNext(source).preparing !== undefined) return false
      if (!storage.isReady(millis)) return true
      setBulk(source.policy().commitAfterMs > 0)
      this.#import(source, millis)
      return true
    }
    // An earlier step may have ended before connecting a better stored branch.
    const before = tree.tip
    this.#importer.activateBestChain(clock.millis() + millis)
    return tree.tip !== before
  }

  #stepWithin(batch: BlockBatch, source: ImportSource, millis: number): boolean {
    const importer = this.#importer
    if (importer.state.kind === 'committing' || importer.isCommitDue(batch)) {
      importer.enter('committing')
      if (this.prepareCommit(millis)) importer.commit(NOTIFIED_BLOCKS_PER_STEP)
      return true
    }
    if (importer.state.kind === 'writing' || this.#isWriteDue(batch)) {
      importer.enter('writing')
      if (this.#writeRows(millis, true)) importer.enter('connecting')
      return true
    }
    if (this.#blocks.length === 0) importer.enter('committing')
    else if (this.#decodeNext(source).preparing === undefined) this.#import(source, millis)
    // Commit the blocks already connected now, so that their listeners need not wait for this block to be prepared.
    else if (source.policy().commitAfterMs === 0) importer.enter('committing')
    else return false
    return true
  }

  /** Imports blocks until the time is over, a commit is due or the next block is not prepared yet. */
  #import(source: ImportSource, millis: number): void {
    const until = this.#context.clock.millis() + millis
    this.#importer.importBlocks(source, until, () => {
      if (this.#blocks.length === 0) return undefined
      const { decoded, preparing } = this.#decodeNext(source)
      if (preparing !== undefined) return undefined
      this.#next = undefined
      return [this.#blocks.shift()!, decoded]
    })
  }

  /** Decodes the first block unless it is already decoded. */
  #decodeNext(source: ImportSource): DecodingBlock {
    const submitted = this.#blocks[0]!
    if (this.#next?.submitted !== submitted)
      this.#next = { submitted, decoded: this.#importer.decode(submitted, source.policy()) }
    return this.#next.decoded
  }

  #isWriteDue(batch: BlockBatch): boolean {
    return batch.unwrittenBytes >= Math.min(WRITE_BYTES, this.#context.storage.batchBytes / 4)
  }

  #writeRows(millis: number, dense = false): boolean {
    const { clock } = this.#context
    const until = clock.millis() + millis
    return this.#importer.writeRows(() => clock.millis() < until, dense)
  }
}
