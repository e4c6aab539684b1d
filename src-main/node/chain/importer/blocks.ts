import type { Block } from '../../primitives/index.ts'
import type { BlockLocation, FilePosition } from '../../storage/index.ts'
import type { TreeEntry } from '../treeEntry.ts'
import type { BlockOutcome } from '../types.ts'

export interface SubmittedBlock {
  /** serialised block */
  readonly bytes: Uint8Array
  /** its location, if it is already in the block files (reindexing) */
  readonly place?: BlockLocation | undefined
  /**
   * Called once, in order of submission, when the block's scripts are verified. The block may not be committed yet. The
   * callback must not import or change blocks.
   */
  readonly done: (outcome: BlockOutcome) => void
}

export interface DecodedBlock {
  readonly block: Block
  /** serialised form, if available */
  readonly bytes?: Uint8Array | undefined
  /** its location, if it is already in the block files (reindexing) */
  readonly place?: BlockLocation | undefined
  /** true if its Equihash solution was already checked and is valid */
  readonly solutionChecked?: boolean | undefined
}

/** A block of the open batch, accepted and, if it extends the tip, connected. */
export interface AcceptedBlock {
  readonly submitted: SubmittedBlock
  /** tag of its scripts, increasing by one per block */
  readonly tag: number
  /** undefined while it is being accepted and connected */
  outcome: BlockOutcome | undefined
  /** Set if the block was connected as the new tip. Its scripts are queued for verification. */
  connected: TreeEntry | undefined
}

/** How an import source's blocks are committed and parsed. */
export interface ImportPolicy {
  /**
   * Milliseconds from the first block of a batch to its commit; 0 commits each block singly. A batch is committed
   * earlier if its blocks reach `Storage.batchBytes`.
   */
  readonly commitAfterMs: number
  /** true if each block is a complete record of a file and its Equihash solution was checked on reading */
  readonly fromFile: boolean
}

/** Near the tip: a block is committed, and listeners are notified, before the next one is connected. */
export const COMMIT_EVERY_BLOCK: ImportPolicy = { commitAfterMs: 0, fromFile: false }
/**
 * During catch-up: batches as large as the database cache allows. A commit logs every page changed since the last
 * commit, and most pages change again within a few megabytes of blocks. A crash only costs time, because the blocks are
 * in the block files.
 */
export const COMMIT_IN_BATCHES: ImportPolicy = { commitAfterMs: 20_000, fromFile: false }
/** For files of blocks (-loadblock) and the node's own block files (-reindex). */
export const IMPORT_FROM_FILE: ImportPolicy = { ...COMMIT_IN_BATCHES, fromFile: true }

/** A submitter of blocks: sync, a file, or the node's own block files. Only one is active at a time. */
export interface ImportSource {
  /** called at each step */
  policy(): ImportPolicy
  /** Position in the node's block files up to which all blocks are done and, after the next commit, in the database. */
  indexed?(): FilePosition | undefined
}
