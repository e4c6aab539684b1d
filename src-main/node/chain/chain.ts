import {
  branchWindow,
  type ChainParams,
  earliestTime,
  headerWindow,
  nextBits,
  stakePlace,
  workTarget,
} from '../consensus/index.ts'
import type { AddressIndexView, BlockObserver, CcEvaluator, Clock, Logger } from '../core/index.ts'
import { type Block, decodeCompact } from '../primitives/index.ts'
import { BLOCK_STATUS, FAILED, type FilePosition, type Storage } from '../storage/index.ts'
import { LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import { acceptHeaders, countProvenHeaders, findUnprovenHeaders } from './acceptHeaders.ts'
import { bytesBefore } from './blockFiles/filePositions.ts'
import { importFile } from './blockFiles/importFile.ts'
import { indexBlockFiles } from './blockFiles/reindex.ts'
import { blockSlice } from './blockSlice.ts'
import { blockTxids } from './blockTxids.ts'
import { createChainView, own } from './chainView.ts'
import { createCheckpointGuard } from './checkpoints.ts'
import { type CoinScanner, createCoinStatistics, createInlineCoinScanner } from './coinStatistics/index.ts'
import { createConditionEvaluator } from './conditionEvaluator.ts'
import { connectedBlockAt } from './connectedTxs.ts'
import type { ChainContext } from './context.ts'
import { storeGenesis } from './genesis.ts'
import { HeaderTree } from './headerTree.ts'
import { BlockImporter } from './importer/blockImporter.ts'
import { decodeFirstBlock } from './importer/decode.ts'
import { ImportQueue } from './importer/importQueue.ts'
import { ChainNotifications } from './importer/notify.ts'
import { prepareBlock } from './importer/prepare.ts'
import { createDownloadState } from './initialDownload.ts'
import { invalidateBlock, reconsiderBlock } from './invalidateBlock.ts'
import { createNotarisationView, openForContracts } from './notarisations.ts'
import { createRefusals } from './refusals.ts'
import { meetsShieldedAt, noteTreeSize, saplingRootWith, shieldedPoolsAfter } from './shieldedParts.ts'
import { stakeBranch } from './stakedParts.ts'
import { storedBytes } from './storedBlock.ts'
import { checkProposal, submitBlock, testBlockValidity } from './submit.ts'
import { createTransactionReader } from './transactionReader.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { Chain, ChainForIndexes, ImportOptions, TimeStep, TipStatus } from './types.ts'

export interface ChainSettings {
  readonly params: ChainParams
  /** default: the parameters' */
  readonly maxReorg?: number
  /** false: the built-in ones do not count, and chains that differ in block 1 may replace each other; default true */
  readonly checkpoints?: boolean
  /** false: confirmations are counted as if nothing were notarised; default true */
  readonly dpowConfirmations?: boolean
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
  /** default: nobody measures */
  readonly timed?: TimeStep | undefined
  /** the chain cannot go on (ChainHaltedError, StorageError); the node should stop and show the message */
  readonly fatal?: ((error: Error) => void) | undefined
}

/** An open chain, by who needs what of it. */
export interface OpenedChain {
  /** for everybody: sees verified blocks only */
  readonly chain: Chain
  /** for p2p, which submits many blocks */
  readonly queue: ImportQueue
  readonly forIndexes: ChainForIndexes
}

/** The chain refuses to follow; the message says what the user can do. */
export class ChainHaltedError extends Error {
  override readonly name = 'ChainHaltedError'
}

const RECENT_BLOCKS = 8

/** What changes the chain. */
interface Importing {
  readonly importer: BlockImporter
  readonly queue: ImportQueue
}

/** Opens the stored chain at the last committed tip; `start` then imports newer blocks from the block files. */
export function createChain(settings: ChainSettings, deps: ChainDeps): OpenedChain {
  const { storage } = deps
  const { indexed } = storage.committed()
  const backlogBytes = bytesBefore(storage.files.end()) - bytesBefore(indexed)
  const context = createContext(settings, deps)
  const { tree, transactions } = context
  const importer = new BlockImporter(context, backlogBytes > 0 ? indexed : undefined)
  const queue = new ImportQueue(context, importer)
  if (tree.empty) storeGenesis(context, importer)
  return {
    chain: assemble(context, importer, {
      imports: createImports(context, { importer, queue }, indexed, backlogBytes),
      coinScanner: deps.coinScanner ?? createInlineCoinScanner(),
    }),
    queue,
    forIndexes: {
      transaction: transactions.transaction,
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
  const checkpoints = createCheckpointGuard(params, settings.checkpoints ?? true, tree)
  const transactions = createTransactionReader(storage, tree)
  const view = {
    ...createChainView(storage, tree, transactions),
    notarisations: createNotarisationView({
      ...{ params, tree, notarisations: storage.notarisations },
      counted: settings.dpowConfirmations ?? true,
    }),
  }
  const notifications = new ChainNotifications({ tip: view.tip, read: view.block, logger })
  let halted = false
  const stop = (error: Error) => {
    halted = true
    logger.error(error.message)
    deps.fatal?.(error)
  }
  const connected = { transaction: transactions.transaction, byHeight: (height: number) => tree.byHeight(height) }
  return {
    ...{ params, tree, storage, verifier, clock, logger, observers, view, transactions, notifications, timed },
    maxReorg: settings.maxReorg ?? params.maxReorg,
    checkpoints,
    refusals: createRefusals(tree, clock),
    download: createDownloadState(tree, clock, checkpoints.lastHeight),
    conditions: createConditionEvaluator({
      ...{ connected, verifier, ccEnabled: params.ccEnabled, logger, evaluator, addressIndex },
      notarisedHeight: (tipHeight) => openForContracts({ params, storage, tree }, tipHeight),
    }),
    recent: new LruMap<string, Block>(RECENT_BLOCKS),
    setBulk: createBulkSwitch(storage),
    halted: () => halted,
    halt: (message) => stop(new ChainHaltedError(message)),
    fail: stop,
  }
}

function createBulkSwitch(storage: Storage): (on: boolean) => void {
  let bulk = false
  return (on) => {
    if (on !== bulk) storage.setBulk(on)
    bulk = on
  }
}

interface Imports {
  readonly methods: Pick<Chain, 'start' | 'backlogBytes' | 'importFile' | 'close'>
}

/** Imports end when the chain closes. */
function createImports(
  context: ChainContext,
  importing: Importing,
  indexed: FilePosition,
  backlogBytes: number,
): Imports {
  const { importer, queue } = importing
  const closing = new AbortController()

  async function run<T>(options: ImportOptions, work: (options: ImportOptions) => Promise<T>): Promise<T> {
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal
    return await context.download.importing(() => work({ ...options, signal }))
  }

  return {
    methods: {
      backlogBytes,
      async start(options = {}) {
        if (backlogBytes > 0) await run(options, (own) => indexBlockFiles(context, importing, indexed, own))
        if (!options.signal?.aborted && !closing.signal.aborted) importer.activateBestChain()
      },
      importFile: (path, options = {}) => run(options, (own) => importFile(context, queue, path, own)),
      close: () => closing.abort(),
    },
  }
}

type Changes = Pick<
  Chain,
  | 'processBlock'
  | 'provenHeaders'
  | 'acceptHeaders'
  | 'submitBlock'
  | 'prepareBlock'
  | 'checkProposal'
  | 'committedTip'
  | 'testBlockValidity'
  | 'invalidateBlock'
  | 'reconsiderBlock'
  | 'retryFutureBlocks'
>

/** What changes the chain, or looks at the ledger as it is: none of it goes by a tip that is still being verified. */
function createChanges(context: ChainContext, importer: BlockImporter): Changes {
  const { tree } = context
  const verified = <T>(work: () => T): T => {
    importer.verify()
    return work()
  }
  return {
    processBlock: (block, bytes) => importer.process({ block, bytes }),
    provenHeaders: (headers) => countProvenHeaders(context, headers),
    acceptHeaders: (headers, proven = 0) =>
      verified(() => {
        const unproven = findUnprovenHeaders(context, headers.slice(proven))
        return importer.run(() => acceptHeaders(context, headers, unproven))
      }),
    submitBlock: (bytes) => verified(() => submitBlock(context, importer, bytes)),
    async prepareBlock(bytes) {
      const { block } = decodeFirstBlock(bytes)
      const parent = tree.byHash(block.header.prevHash)
      const preparing = parent && prepareBlock(context, block, parent, { all: true })
      // What could not be prepared is done when the block connects.
      await preparing?.catch(() => undefined)
    },
    checkProposal: (bytes) => verified(() => checkProposal(context, bytes)),
    committedTip() {
      importer.commit()
      return tree.tip
    },
    testBlockValidity: (block) => verified(() => testBlockValidity(context, block)),
    invalidateBlock: (entry) => verified(() => invalidateBlock(context, importer, own(entry))),
    reconsiderBlock: (entry) => verified(() => reconsiderBlock(context, importer, own(entry))),
    retryFutureBlocks: () => void importer.activateBestChain(),
  }
}

interface ChainParts {
  readonly imports: Imports
  readonly coinScanner: CoinScanner
}

function assemble(context: ChainContext, importer: BlockImporter, { imports, coinScanner }: ChainParts): Chain {
  const { params, tree, storage, notifications, view, download } = context
  const branch = stakeBranch(context)
  return {
    ...view,
    ...createChanges(context, importer),
    ...imports.methods,
    upgrades: () => tree.verifiedTip.upgrades,
    upgradesAfter: (entry) => own(entry).upgrades,
    segid: ({ height }) => branch.segid(height),
    notaryPay: ({ height }) => storage.notaryPay.upTo(height),
    nextWorkTarget: (bits) =>
      workTarget(params.staked, decodeCompact(bits).target, tree.verifiedTip.height + 1, branch),
    nextStakePlace(bits) {
      const { height, time } = tree.verifiedTip
      return stakePlace({ height: height + 1, parentTime: time, target: decodeCompact(bits).target }, branch.segid)
    },
    nextBits: (entry, time) => nextBits(params, entry.height + 1, branchWindow(own(entry), headerWindow(params)), time),
    earliestTime: (entry) => earliestTime(params, entry.height + 1, branchWindow(own(entry))),
    blockBytes(entry) {
      const node = own(entry)
      return node.hasData ? storedBytes(storage.files, node) : undefined
    },
    txids: (entry) => (own(entry).hasData ? blockTxids(storage, tree, own(entry)) : undefined),
    transactionsOf: (entry, from, count) =>
      own(entry).hasData ? blockSlice(storage, tree, own(entry), { from, count }) : undefined,
    supply: (entry) => storage.blocks.supply(entry.id),
    shieldedPools: (entry) => shieldedPoolsAfter(context, entry, view.isActive(entry)),
    noteTreeSize: (entry) => noteTreeSize(context, shieldedPoolsAfter(context, entry, view.isActive(entry))),
    meetsShieldedRequirements: (tx) => meetsShieldedAt(context, tx, () => tree.verifiedTip.height),
    saplingRootWith: (txs) => saplingRootWith(context, txs),
    coinStatistics: createCoinStatistics(context, importer, coinScanner),
    tipStatus: (entry) => (view.isActive(entry) ? 'active' : tipStatus(own(entry))),
    refused: () => context.refusals.best(),
    fetchableUpTo: context.checkpoints.fetchableUpTo,
    lastCheckpoint: context.checkpoints.lastHeight,
    isInitialDownload: () => download.isOngoing(importer.batch === undefined),
    falsePhgr13Proofs: () => context.verifier.proofs.falsePhgr13,
    subscribe: (listener, wants) => notifications.subscribe(listener, wants),
  }
}

/** Of a block that is not part of the active chain. */
function tipStatus(entry: TreeEntry): TipStatus {
  // Broken rules of its place are not counted as invalidity by others.
  if (entry.failure === FAILED.CONTEXT && !entry.failedAncestor) return 'valid-headers'
  if (!entry.eligible) return 'invalid'
  if (!entry.complete || entry.progress === BLOCK_STATUS.HEADER) return 'headers-only'
  return 'valid-fork'
}
