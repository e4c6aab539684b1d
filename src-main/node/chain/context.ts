import type { ChainParams } from '../consensus/index.ts'
import type { BlockObserver, Clock, Logger } from '../core/index.ts'
import type { Block } from '../primitives/index.ts'
import type { Storage, StorageError } from '../storage/index.ts'
import type { LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import type { CheckpointGuard } from './checkpointGuard.ts'
import type { ConditionEvaluator } from './conditionEvaluator.ts'
import type { HeaderTree } from './headerTree.ts'
import type { ChainNotifications } from './importer/notify.ts'
import type { InitialDownload } from './initialDownload.ts'
import type { RejectedBlocks } from './rejectedBlocks.ts'
import type { TransactionReader } from './transactionReader.ts'
import type { TimeStep } from './types.ts'

/** Services shared by the stages of the importer. Made once, in chain.ts. */
export interface ChainContext {
  readonly params: ChainParams
  /** maximum number of blocks that a reorganisation may disconnect */
  readonly maxReorg: number
  /** If disabled, block 1 is not fixed either once the chain is above it (chain-params.md §7.2). */
  readonly checkpoints: CheckpointGuard
  readonly tree: HeaderTree
  readonly rejected: RejectedBlocks
  readonly storage: Storage
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  readonly observers: readonly BlockObserver[]
  readonly conditions: ConditionEvaluator
  /** as of the connected tip, verified or not */
  readonly transactions: TransactionReader
  readonly timed: TimeStep
  readonly notifications: ChainNotifications
  /** blocks just submitted and not yet connected, by entry key, so that they need not be read from disk */
  readonly recent: LruMap<string, Block>
  /** announces or ends a phase with many blocks per transaction: see Storage.setBulk */
  setBulk(on: boolean): void
  readonly download: InitialDownload
  /** permanently stops accepting blocks; `message` is for the user */
  halt(message: string): void
  /** permanently stops accepting blocks because the disk failed */
  fail(error: StorageError): void
  /** true after `halt` or `fail` */
  readonly halted: () => boolean
}
