import type { Block } from '../../primitives/index.ts'
import type { BlockLocation, FilePosition } from '../../storage/index.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome } from '../types.ts'

/** A block as its submitter has it. */
export interface SubmittedBlock {
  /** serialised */
  readonly bytes: Uint8Array
  /** its position, if it is in the block files already (reindexing) */
  readonly place?: BlockLocation | undefined
  /**
   * Called once, in order of submission, when the block's scripts are verified. The block may not be durable yet. The callee
   * may do anything except import or change blocks.
   */
  readonly done: (outcome: BlockOutcome) => void
}

/** A parsed block. */
export interface DecodedBlock {
  readonly block: Block
  /** serialised form, if at hand */
  readonly bytes?: Uint8Array | undefined
  /** its position, if it is in the block files already (reindexing) */
  readonly place?: BlockLocation | undefined
  /** true if its Equihash solution was found valid */
  readonly solutionChecked?: boolean | undefined
}

/** A block of the open batch, accepted and, if it extends the tip, connected. */
export interface AcceptedBlock {
  readonly submitted: SubmittedBlock
  /** tag of its scripts; grows by one per block */
  readonly tag: number
  /** undefined while it is being accepted and connected */
  outcome: BlockOutcome | undefined
  /** set if it was connected as the new tip; its scripts are queued for verification */
  connected: TreeEntry | undefined
}

/** How blocks of a source are imported. */
export interface ImportPolicy {
  /**
   * Milliseconds from the first block of a batch to its commit; 0: one block per batch. A batch is committed earlier if its
   * blocks reach `Storage.batchBytes`.
   */
  readonly commitAfterMs: number
  /** true if each block is a complete record of a file, and its Equihash solution was checked when it was read */
  readonly fromFile: boolean
}

/** Near the tip: a block is durable, and listeners are notified of it, before the next one is connected. */
export const COMMIT_EVERY_BLOCK: ImportPolicy = { commitAfterMs: 0, fromFile: false }
/**
 * Catching up: batches as large as the database cache allows. A commit logs every page changed since the last one, and most
 * pages change again with each few megabytes of blocks. A crash loses only time: the blocks are in the block files.
 */
export const COMMIT_IN_BATCHES: ImportPolicy = { commitAfterMs: 20_000, fromFile: false }
/** Files of blocks (-loadblock) and our own block files (-reindex). */
export const IMPORT_FROM_FILE: ImportPolicy = { ...COMMIT_IN_BATCHES, fromFile: true }

/** A submitter of blocks: sync, a file, our own block files. One at a time. */
export interface ImportSource {
  /** called at each step */
  policy(): ImportPolicy
  /** Position in our own block files before which all blocks are done and, after the next commit, in the database. */
  indexed?(): FilePosition | undefined
}
