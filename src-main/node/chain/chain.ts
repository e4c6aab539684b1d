import { branchWindow, type ChainParams, nextBits } from '../consensus/index.ts'
import type { AddressIndexView, BlockObserver, CcEvaluator, Clock, Logger } from '../interfaces.ts'
import type { Block } from '../primitives/index.ts'
import { BLOCK_STATUS, FAILED, type FilePosition, type Storage } from '../storage/index.ts'
import { LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import type { IncomingBlock } from './acceptBlock.ts'
import { acceptHeaders, provenHeaders } from './acceptHeaders.ts'
import { createBatch } from './batch.ts'
import { processGroup, processOne } from './blockGroup.ts'
import { bytesBefore, importFile, indexBlockFiles } from './blockImport.ts'
import { blockTxids } from './blockTxids.ts'
import { createChainView, own } from './chainView.ts'
import { type CoinScanner, createCoinStatistics, createInlineCoinScanner } from './coinStatistics/index.ts'
import { createConditionJudge } from './conditionJudge.ts'
import type { ChainContext } from './context.ts'
import { storeGenesis } from './genesis.ts'
import { HeaderTree } from './headerTree.ts'
import { createChainNotifications } from './notifications.ts'
import { createRefusals } from './refusals.ts'
import { activateBest, invalidate, reconsider } from './reorganise.ts'
import { storedBytes } from './storedBlock.ts'
import { checkProposal, submitBlock, testBlockValidity } from './submit.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { BlockOutcome, Chain, ImportOptions, TipStatus } from './types.ts'
import { createUnitOfWork } from './unitOfWork.ts'
import { unsupportedText } from './unsupported.ts'

export interface ChainSettings {
  readonly params: ChainParams
  /** default: the parameters' */
  readonly maxReorg?: number
  /** false: chains that differ in block 1 may replace each other; default true */
  readonly checkpoints?: boolean
}

export interface ChainDeps {
  readonly storage: Storage
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  /** connect in this order, disconnect in reverse */
  readonly observers?: readonly BlockObserver[]
  /** absent: crypto-conditions that need a module are refused */
  readonly evaluator?: CcEvaluator | undefined
  /** what modules may ask about the history of an address */
  readonly addressIndex?: AddressIndexView | undefined
  /** default: on the calling thread */
  readonly coinScanner?: CoinScanner
  /** the chain cannot go on (ChainHaltedError, StorageError); the node should stop and show the message */
  readonly fatal?: ((error: Error) => void) | undefined
}

/** The chain refuses to follow; the message says what the user can do. */
export class ChainHaltedError extends Error {
  override readonly name = 'ChainHaltedError'
}

/** A tip older than this means that the chain is still being fetched (chain-params.md §11). */
const RECENT_SECONDS = 24 * 3600
const RECENT_BLOCKS = 8

/** Opens the chain that lies in the storage, at the tip of the last commit; `start` then catches up. */
export function createChain(settings: ChainSettings, deps: ChainDeps): Chain {
  const { params } = settings
  const { storage, verifier, clock, fatal } = deps
  const observers = deps.observers ?? []
  let halted = false
  const logger = deps.logger.child('chain')
  const tree = new HeaderTree(params, storage)
  const view = createChainView(storage, tree)
  const indexed = storage.committed().indexed
  const backlog = bytesBefore(storage.files.end()) - bytesBefore(indexed)
  const notifications = createChainNotifications({ tip: view.tip, read: view.block, logger })
  const unit = createUnitOfWork({
    tree,
    storage,
    observers,
    notifications,
    indexed: backlog > 0 ? indexed : undefined,
    forget: view.forget,
    broken(error) {
      halted = true
      logger.error(error.message)
      fatal?.(error)
    },
  })
  const { ccEnabled } = params
  const judgeDeps = { chain: view, verifier, ccEnabled, logger }
  const judge = createConditionJudge({ ...judgeDeps, evaluator: deps.evaluator, addressIndex: deps.addressIndex })
  const context: ChainContext = {
    params,
    maxReorg: settings.maxReorg ?? params.maxReorg,
    checkpoints: settings.checkpoints ?? true,
    tree,
    refusals: createRefusals(tree, clock),
    storage,
    verifier,
    clock,
    logger,
    observers,
    judge,
    view,
    unit,
    notifications,
    recent: new LruMap<string, Block>(RECENT_BLOCKS),
    halted: () => halted,
    halt(message) {
      halted = true
      logger.error(message)
      fatal?.(new ChainHaltedError(message))
    },
  }
  if (tree.empty) storeGenesis(context)
  return assemble(context, backlog, indexed, deps.coinScanner ?? createInlineCoinScanner())
}

/** Imports end when the chain closes, and count as downloading while they run. */
function createImports(context: ChainContext, indexed: FilePosition, backlogBytes: number) {
  const closing = new AbortController()
  let running = 0

  async function run<T>(options: ImportOptions, work: (options: ImportOptions) => Promise<T>): Promise<T> {
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal
    running++
    try {
      return await work({ ...options, signal })
    } finally {
      running--
    }
  }

  const methods: Pick<Chain, 'start' | 'importFile' | 'close'> = {
    async start(options = {}) {
      if (backlogBytes > 0) await run(options, (own) => indexBlockFiles(context, indexed, own))
      if (!options.signal?.aborted && !closing.signal.aborted) activateBest(context)
    },
    importFile: (path, options = {}) => run(options, (own) => importFile(context, path, own)),
    close: () => closing.abort(),
  }
  return { methods, running: () => running > 0 }
}

function blockMethods(
  context: ChainContext,
): Pick<
  Chain,
  | 'processBlock'
  | 'processBlocks'
  | 'openBatch'
  | 'verifyTip'
  | 'commit'
  | 'prepareCommit'
  | 'provenHeaders'
  | 'acceptHeaders'
  | 'submitBlock'
  | 'checkProposal'
  | 'testBlockValidity'
  | 'invalidateBlock'
  | 'reconsiderBlock'
  | 'retryFutureBlocks'
> {
  /** Whatever looks at the tip before it changes anything must find one that lasts. */
  const verified = <T>(work: () => T): T => {
    context.unit.verify()
    return work()
  }
  let bulk = false
  const setBulk = (on: boolean) => {
    if (on !== bulk) context.storage.setBulk(on)
    bulk = on
  }
  return {
    processBlock: (block, bytes) => processOne(context, { block, bytes }),
    processBlocks(blocks, { budgetMillis = Number.POSITIVE_INFINITY } = {}) {
      context.unit.commit()
      setBulk(false)
      const outcomes: BlockOutcome[] = []
      const iterator = blocks[Symbol.iterator]()
      const source = {
        next: () => iterator.next().value as IncomingBlock | undefined,
        done: (_: unknown, outcome: BlockOutcome) => void outcomes.push(outcome),
      }
      const deadline = context.clock.millis() + budgetMillis
      do {
        const budget = deadline - context.clock.millis()
        if (processGroup(context, source, budget, deadline).exhausted) break
      } while (context.clock.millis() < deadline)
      return outcomes
    },
    openBatch(done) {
      return createBatch(context, { done, begun: () => setBulk(true) })
    },
    verifyTip: () => context.unit.verify(),
    commit: (blocks) => context.unit.commit(blocks),
    prepareCommit: (millis) => context.unit.prepare(millis),
    provenHeaders: (headers) => provenHeaders(context, headers),
    acceptHeaders: (headers, proven = 0) => verified(() => acceptHeaders(context, headers, proven)),
    submitBlock: (bytes) => verified(() => submitBlock(context, bytes)),
    checkProposal: (bytes) => verified(() => checkProposal(context, bytes)),
    testBlockValidity: (block) => verified(() => testBlockValidity(context, block)),
    invalidateBlock: (entry) => verified(() => invalidate(context, own(entry))),
    reconsiderBlock: (entry) => verified(() => reconsider(context, own(entry))),
    retryFutureBlocks: () => void activateBest(context),
  }
}

function assemble(context: ChainContext, backlogBytes: number, indexed: FilePosition, coinScanner: CoinScanner): Chain {
  const { params, tree, storage, clock, unit, notifications, view } = context
  if (tree.blocked !== undefined) context.logger.error(unsupportedText(tree.blocked.entry))
  const imports = createImports(context, indexed, backlogBytes)
  let downloading = true
  return {
    ...view,
    ...blockMethods(context),
    ...imports.methods,
    backlogBytes,
    upgrades: () => tree.tip.upgrades,
    upgradesAfter: (entry) => own(entry).upgrades,
    nextBits: (entry) => nextBits(params, entry.height + 1, branchWindow(own(entry))),
    blockBytes(entry) {
      const node = own(entry)
      return node.hasData ? storedBytes(storage.files, node) : undefined
    },
    txids: (entry) => (own(entry).hasData ? blockTxids(storage, tree, own(entry)) : undefined),
    supply: (entry) => storage.blocks.supply(entry.id),
    coinStatistics: createCoinStatistics(context, coinScanner),
    tipStatus: (entry) => tipStatus(context, own(entry)),
    blocked() {
      const { blocked } = tree
      if (blocked === undefined) return undefined
      const { entry, work } = blocked
      return { entry, ahead: work > tree.tip.chainWork, detail: unsupportedText(entry) }
    },
    refused: () => context.refusals.best(),
    isInitialDownload() {
      // A tip whose scripts nobody has looked at may be taken back, and this answer is never.
      if (downloading && !imports.running() && !unit.isOpen && tree.tip.time >= clock.now() - RECENT_SECONDS)
        downloading = false
      return downloading
    },
    guardWrite: unit.guard,
    subscribe: notifications.subscribe,
  }
}

function tipStatus({ tree }: ChainContext, entry: TreeEntry): TipStatus {
  if (tree.isActive(entry)) return 'active'
  // Broken rules of its place are not counted as invalidity by others (finding 19).
  if (entry.failure === FAILED.CONTEXT && !entry.failedAncestor) return 'valid-headers'
  if (!entry.eligible) return 'invalid'
  if (!entry.complete || entry.progress === BLOCK_STATUS.HEADER) return 'headers-only'
  return 'valid-fork'
}
