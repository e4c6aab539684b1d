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
  /** blocks that a reorganisation may take off */
  readonly maxReorg: number
  /** without them block 1 is not fixed either, once the chain is above it (chain-params.md §7.2) */
  readonly checkpoints: CheckpointGuard
  readonly tree: HeaderTree
  readonly rejected: RejectedBlocks
  readonly storage: Storage
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  readonly observers: readonly BlockObserver[]
  readonly conditions: ConditionEvaluator
  /** as of the connected tip */
  readonly transactions: TransactionReader
  readonly timed: TimeStep
  readonly notifications: ChainNotifications
  /** blocks that were just submitted, by entry key, until they are connected, so that they need not be read back */
  readonly recent: LruMap<string, Block>
  /** many blocks in a transaction are coming, or not: see Storage.setBulk */
  setBulk(on: boolean): void
  readonly download: InitialDownload
  /** stops accepting blocks for good; `message` is for the user */
  halt(message: string): void
  /** stops accepting blocks for good: the disk failed */
  fail(error: StorageError): void
  /** set by halt and fail */
  readonly halted: () => boolean
}
