import type { ChainParams } from '../consensus/index.ts'
import type { BlockObserver, Clock, Logger } from '../interfaces.ts'
import type { Block } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import type { CachedView } from './chainView.ts'
import type { ConditionJudge } from './conditionJudge.ts'
import type { HeaderTree } from './headerTree.ts'
import type { ChainNotifications } from './notifications.ts'
import type { Refusals } from './refusals.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** What the steps of the pipeline share. Made once, in chain.ts. */
export interface ChainContext {
  readonly params: ChainParams
  /** blocks that a reorganisation may take off */
  readonly maxReorg: number
  /** whether block 1 is fixed once the chain is above it (chain-params.md §7.2) */
  readonly checkpoints: boolean
  readonly tree: HeaderTree
  readonly refusals: Refusals
  readonly storage: Storage
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  readonly observers: readonly BlockObserver[]
  readonly judge: ConditionJudge
  readonly view: CachedView
  readonly unit: UnitOfWork
  readonly notifications: ChainNotifications
  /** blocks that were just handed in, by entry key, until they are connected, which then need not read them back */
  readonly recent: LruMap<string, Block>
  /** stops accepting blocks for good; `message` is for the user */
  halt(message: string): void
  /** set by halt */
  readonly halted: () => boolean
}
