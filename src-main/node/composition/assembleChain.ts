import { addressIndexMigrations, createAddressIndex, createTimestampIndex } from '../addressIndex/index.ts'
import { createChain, createThreadCoinScanner, type OpenedChain } from '../chain/index.ts'
import type { ChainParams } from '../consensus/index.ts'
import {
  ContractEvaluator,
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  contractRebuilds,
  createContractIndexes,
} from '../contracts/index.ts'
import { explainStorageError, reconcileIndex, Storage } from '../storage/index.ts'
import { PoolVerifier, SingleThreadVerifier, type Verifier } from '../verify/index.ts'
import type { Closers } from './closers.ts'
import { removeOwnLeftovers } from './leftoverFiles.ts'
import type { NodeOptions } from './options.ts'
import type { IndexPreparation, PartsDeps } from './parts.ts'
import { verifiedReads } from './verifiedReads.ts'

const MAX_VERIFY_THREADS = 15

function openStorage(options: NodeOptions, params: ChainParams, deps: PartsDeps, closers: Closers): Storage {
  const storage = Storage.open(
    {
      dataDir: options.directories.network,
      magic: params.magicBytes,
      genesisHash: params.genesisHash,
      migrations: [addressIndexMigrations, ...contractMigrations],
      reindex: options.storage.reindex,
      cacheMegabytes: options.storage.cache,
    },
    {
      logger: deps.logger.child('storage'),
      freeBytes: deps.freeBytes,
      onLocked() {
        deps.onDirectoryTaken?.()
        removeOwnLeftovers(options)
      },
    },
  )
  closers.add(() => storage.close())
  return storage
}

/** Opens the verifier of block scripts, with the configured number of threads besides the node's own. */
function openVerifier(options: NodeOptions, { ccEnabled }: ChainParams, deps: PartsDeps, closers: Closers): Verifier {
  const threads = Math.min(MAX_VERIFY_THREADS, options.storage.threads - 1)
  const own = { logger: deps.logger.child('verify'), random: deps.random, onGroup: deps.onVerifying }
  const verifier =
    threads > 0 ? new PoolVerifier({ ccEnabled, threads }, own) : new SingleThreadVerifier({ ccEnabled }, own)
  closers.add(() => verifier.close())
  return verifier
}

function chainSettings({ storage: { maxReorg, dpowConfirmations, checkpoints } }: NodeOptions) {
  return { maxReorg, dpowConfirmations, checkpoints }
}

/** Opens the chain and the indexes that grow with each block. `prepareIndexes` must run before any block connects. */
export function openChain(options: NodeOptions, params: ChainParams, deps: PartsDeps, closers: Closers) {
  const { clock, logger, fatal, timed, onCatchUp } = deps
  const storage = openStorage(options, params, deps, closers)
  const verifier = openVerifier(options, params, deps, closers)
  const evaluator = new ContractEvaluator(params)
  const { db, walletBindings } = storage
  const checkSpace = () => storage.checkSpace()
  const addressIndex = createAddressIndex({
    db,
    ledger: () => storage.ledger,
    guard: (write) => opened.forIndexes.guardWrite(write),
    commit: () => opened.forIndexes.commit(),
    logger: logger.child('storage'),
  })
  const timestampIndex = createTimestampIndex(db)
  // Indexes read old transactions only while the chain connects blocks, so `opened` is set by then.
  const contractIndexes = createContractIndexes({ db, transaction: (txid) => opened.forIndexes.transaction(txid)?.tx })
  // Modules query the address index while validating a block. A chain with modules therefore keeps it even if RPC calls
  // may not use it.
  const addressed = params.ccEnabled || options.indexes.addresses
  const observers = [
    ...(addressed ? [addressIndex.observer] : []),
    // Without crypto-conditions there is nothing for contract indexes to record, whatever outputs contain.
    ...(params.ccEnabled ? contractObservers(contractIndexes) : []),
    ...(options.indexes.timestamps ? [timestampIndex.observer] : []),
  ]
  const coinScanner = createThreadCoinScanner()
  closers.add(() => coinScanner.close())
  const opened: OpenedChain = explained(storage.db.name, () =>
    createChain(
      { params, ...chainSettings(options) },
      { storage, verifier, clock, logger, observers, evaluator, addressIndex, coinScanner, fatal, timed, onCatchUp },
    ),
  )
  const { chain, queue: importQueue } = opened
  const { verify } = opened.forIndexes
  closers.add(() => chain.close())
  const prepareIndexes = async (reading: IndexPreparation) => {
    const buildDeps = { db, logger: logger.child('storage'), checkSpace, ...reading }
    await reconcileIndex(addressIndex.rebuild, addressed, buildDeps)
    if (!reading.signal.aborted) await reconcileIndex(timestampIndex.rebuild, options.indexes.timestamps, buildDeps)
    const { connectedBlock } = opened.forIndexes
    for (const rebuild of contractRebuilds(contractIndexes, { connectedBlock, height: () => chain.tip().height }))
      if (!reading.signal.aborted) await reconcileIndex(rebuild, params.ccEnabled, buildDeps)
  }
  return {
    ...{ chain, importQueue, verifier, evaluator, prepareIndexes, walletBindings, checkSpace },
    // Readers outside the chain must not see rows whose scripts are still being verified.
    addressIndex: verifiedReads(addressIndex, verify, ['health', 'rebuildAtNextStart']),
    timestampIndex: verifiedReads(timestampIndex, verify),
    contractIndexes: verifiedIndexes(contractIndexes, verify),
  }
}

/** Adds the file path to database errors. Damage may be anywhere in the file and only shows when that page is read. */
function explained<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explainStorageError(error, path)
  }
}

function verifiedIndexes(indexes: ContractIndexes, verify: () => void): ContractIndexes {
  const wrapped = Object.entries(indexes).map(([name, index]) => [name, verifiedReads(index, verify)])
  return Object.fromEntries(wrapped) as ContractIndexes
}
