import type { ChainParams } from '../consensus/index.ts'
import type { AddressIndexView, BlockObserver, CcEvaluator, Clock, Logger } from '../core/index.ts'
import type { Block } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import { LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import { bytesBefore } from './blockFiles/filePositions.ts'
import { Chain } from './chain.ts'
import { own } from './chainView.ts'
import { CheckpointGuard } from './checkpointGuard.ts'
import { type CoinScanner, createInlineCoinScanner } from './coinStatistics/index.ts'
import { ConditionEvaluator } from './conditionEvaluator.ts'
import { connectedBlockAt } from './connectedTxs.ts'
import type { ChainContext } from './context.ts'
import { storeGenesis } from './genesis.ts'
import { HeaderTree } from './headerTree.ts'
import { BlockImporter } from './importer/blockImporter.ts'
import { ImportQueue } from './importer/importQueue.ts'
import { ChainNotifications } from './importer/notify.ts'
import { InitialDownload } from './initialDownload.ts'
import { createNotarisationView, openForContracts } from './notarisations.ts'
import { RejectedBlocks } from './rejectedBlocks.ts'
import { storedBlock } from './storedBlock.ts'
import { TransactionReader } from './transactionReader.ts'
import type { ChainForIndexes, TimeStep } from './types.ts'

const RECENT_BLOCKS = 8

export interface ChainSettings {
  readonly params: ChainParams
  /** default: from the chain parameters */
  readonly maxReorg?: number
  /**
   * If false, built-in checkpoints are ignored, and chains that differ in block 1 may replace each other. Default:
   * true.
   */
  readonly checkpoints?: boolean
  /** If false, confirmation counts ignore notarisations. Default: true. */
  readonly dpowConfirmations?: boolean
}

export interface ChainDeps {
  readonly storage: Storage
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  /** connected in this order, disconnected in reverse order */
  readonly observers?: readonly BlockObserver[]
  /** without it, crypto-conditions that need a module are rejected */
  readonly evaluator?: CcEvaluator | undefined
  /** address history for modules */
  readonly addressIndex?: AddressIndexView | undefined
  /** default: scans on the calling thread */
  readonly coinScanner?: CoinScanner
  /** called each time that many blocks begin to be imported together */
  readonly onCatchUp?: (() => void) | undefined
  /** default: steps are not timed */
  readonly timed?: TimeStep | undefined
  /**
   * Called when the chain cannot continue (ChainHaltedError, StorageError). The node should stop and show the message.
   */
  readonly fatal?: ((error: Error) => void) | undefined
}

/** Parts of an open chain for different users. */
export interface OpenedChain {
  /** for general use: sees verified blocks only */
  readonly chain: Chain
  /** for p2p, which submits many blocks */
  readonly queue: ImportQueue
  readonly forIndexes: ChainForIndexes
}

/** The node refuses to follow the best chain. The message says what the user can do. */
export class ChainHaltedError extends Error {
  override readonly name = 'ChainHaltedError'
}

/** Opens the stored chain at the last committed tip; `start` then imports newer blocks from the block files. */
export function createChain(settings: ChainSettings, deps: ChainDeps): OpenedChain {
  const { storage } = deps
  const { indexed } = storage.committed()
  const backlogBytes = bytesBefore(storage.files.end()) - bytesBefore(indexed)
  const context = createContext(settings, deps)
  const { tree, transactions } = context
  const notarisations = createNotarisationView({
    ...{ params: settings.params, notarisations: storage.notarisations },
    tree: {
      byHash: (hash) => tree.byHash(hash),
      byHeight: (height) => tree.byHeight(height),
      tip: () => tree.verifiedTip,
    },
    counted: settings.dpowConfirmations ?? true,
  })
  const importer = new BlockImporter(context, backlogBytes > 0 ? indexed : undefined)
  const queue = new ImportQueue(context, importer)
  if (tree.empty) storeGenesis(context, importer)
  return {
    chain: new Chain(context, {
      ...{ importer, queue, notarisations, backlogBytes, indexed },
      coinScanner: deps.coinScanner ?? createInlineCoinScanner(),
    }),
    queue,
    forIndexes: {
      transaction: (txid) => transactions.transaction(txid),
      connectedBlock: (height) => connectedBlockAt(storage, tree, height),
      verify: () => importer.verify(),
      commit: () => importer.commit(),
      guardWrite: (write) => importer.guardWrite(write),
    },
  }
}

function createContext(settings: ChainSettings, deps: ChainDeps): ChainContext {
  const { params } = settings
  const { storage, verifier, clock, evaluator, addressIndex } = deps
  const observers = deps.observers ?? []
  const timed: TimeStep = deps.timed ?? ((_step, work) => work())
  const logger = deps.logger.child('chain')
  const tree = new HeaderTree(params, storage)
  const checkpoints = new CheckpointGuard(params, settings.checkpoints ?? true, tree)
  const transactions = new TransactionReader(storage, tree)
  const notifications = new ChainNotifications({
    tip: () => tree.verifiedTip,
    read: (entry) => storedBlock(storage.files, own(entry)),
    logger,
  })
  let halted = false
  const stop = (error: Error) => {
    halted = true
    logger.error(error.message)
    deps.fatal?.(error)
  }
  return {
    ...{ params, tree, storage, verifier, clock, logger, observers, transactions, notifications, timed },
    maxReorg: settings.maxReorg ?? params.maxReorg,
    checkpoints,
    rejected: new RejectedBlocks(tree, clock),
    download: new InitialDownload(tree, clock, checkpoints.lastHeight),
    conditions: new ConditionEvaluator({
      ...{ transactions, tree, verifier, ccEnabled: params.ccEnabled, logger, evaluator, addressIndex },
      notarisedHeight: (tipHeight) => openForContracts({ params, storage, tree }, tipHeight),
    }),
    recent: new LruMap<string, Block>(RECENT_BLOCKS),
    setBulk: createBulkSwitch(storage, deps.onCatchUp ?? (() => undefined)),
    halted: () => halted,
    halt: (message) => stop(new ChainHaltedError(message)),
    fail: stop,
  }
}

function createBulkSwitch(storage: Storage, onCatchUp: () => void): (on: boolean) => void {
  let bulk = false
  return (on) => {
    if (on !== bulk) {
      storage.setBulk(on)
      if (on) onCatchUp()
    }
    bulk = on
  }
}
