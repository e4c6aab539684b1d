/** Builds the parts of one node from its options, layer by layer, and closes them again. */
import { join } from 'node:path'
import { BlockImport, IMPORT_RECORD } from '../chain/index.ts'
import { buildChainParams, type ChainParams, isEvalCodeEnabled, parseChainOptions } from '../consensus/index.ts'
import { defaultMempoolPolicy, Mempool, MempoolFile, type MempoolPolicy } from '../mempool/index.ts'
import type { SigningKeys } from '../script/index.ts'
import { readFreeBytes, type WalletBindings } from '../storage/index.ts'
import { type CoinSource, createBuildContext, pubkeyCoinSource } from '../transactions/index.ts'
import { isTimeLocked, openWallet, type Wallet } from '../wallet/index.ts'
import { StoredWatchList, UnopenedWatchList, type WatchList, WatchListError } from '../watchList/index.ts'
import { openChain } from './assembleChain.ts'
import { openFaucet } from './assembleFaucet.ts'
import { openMining } from './assembleMining.ts'
import { openPeers } from './assemblePeers.ts'
import { type Closers, createClosers } from './closers.ts'
import { ContactRecord } from './contactRecord.ts'
import type { NodeOptions } from './options.ts'
import type { Parts, PartsDeps } from './parts.ts'

const SECONDS_PER_HOUR = 3600
/** A node without a wallet can build transactions, but not sign them. */
const NO_KEYS: SigningKeys = { keyOf: () => undefined, scriptOf: () => undefined }

/**
 * Builds the chain parameters from the options.
 * @throws Error with a text for the user if an option is invalid
 */
function chainParams(options: NodeOptions): ChainParams {
  const parsed = parseChainOptions(options.chain.args)
  if (!parsed.ok) throw new Error(parsed.error)
  return buildChainParams(parsed.options)
}

function mempoolPolicy({ mempool }: NodeOptions, params: ChainParams): MempoolPolicy {
  const usual = defaultMempoolPolicy(params)
  return {
    ...usual,
    maxUsage: mempool.maxSize,
    expirySeconds: mempool.expiry * SECONDS_PER_HOUR,
    minRelayFeeRate: mempool.minRelayFee,
    requireStandard: !mempool.acceptNonStandard,
    dataCarrierBytes: mempool.dataCarrierBytes ?? usual.dataCarrierBytes,
    permitBareMultisig: mempool.permitBareMultisig,
  }
}

/** A larger file is not one that this program saved, even if -maxmempool was larger before. */
const MAX_MEMPOOL_FILE_BYTES = 1_000_000_000

function openMempoolFile(
  { directories, mempool: { persist, maxSize } }: NodeOptions,
  { params, mempool }: Pick<Parts, 'params' | 'mempool'>,
  { clock, logger }: PartsDeps,
): MempoolFile {
  const maxBytes = Math.max(maxSize, MAX_MEMPOOL_FILE_BYTES)
  const path = join(directories.network, 'mempool.dat')
  return new MempoolFile(
    { path, magic: params.magicBytes, persist, maxBytes },
    { mempool, clock, logger: logger.child('mempool') },
  )
}

type ConsentContext = Pick<Parts, 'params' | 'chain' | 'mempool'>

function assembleWallet(
  options: NodeOptions,
  ground: ConsentContext & { readonly walletBindings: WalletBindings; readonly contacts: ContactRecord },
  deps: PartsDeps,
  closers: Closers,
): Wallet | undefined {
  if (!options.wallet.enabled) return undefined
  const { params, chain, mempool, walletBindings: notes, contacts } = ground
  const { clock, random, pubkey } = deps
  const wallet = openWallet(
    {
      params,
      directory: options.directories.network,
      keyPool: options.wallet.keypool,
      payRate: options.wallet.payTxFee,
      identity: pubkey,
      newWallet: options.wallet.newWallet,
      forSandbox: deps.pair !== undefined,
      withPhrase: options.wallet.withPhrase,
    },
    { chain, mempool, clock, random, notes, admitOutsideKeys: () => contacts.note('key') },
  )
  closers.add(() => wallet.close())
  return wallet
}

/** Opens the watch list. A damaged file only disables the list: it must not keep the node from starting. */
function openWatched(options: NodeOptions, { clock, logger }: PartsDeps, closers: Closers): WatchList {
  try {
    const watchList = StoredWatchList.open(join(options.directories.network, 'watch.db'), { clock })
    closers.add(() => watchList.close())
    return watchList
  } catch (error) {
    if (!(error instanceof WatchListError)) throw error
    logger.error(error.message)
    return new UnopenedWatchList(error)
  }
}

/** Subscribes the mempool and the wallet to the chain, and the wallet to the mempool. */
function connect({ chain, mempool, wallet }: Pick<Parts, 'chain' | 'mempool' | 'wallet'>): void {
  // Update the mempool first: confirmed transactions must have left it before the wallet reads it.
  chain.subscribe(
    (update) => {
      mempool.update(update)
      wallet?.update(update)
    },
    (block) => wallet?.wants(block) || mempool.size() > 0,
  )
  mempool.onChange(({ added }) => wallet?.mempoolChanged(added.map(({ tx }) => tx)))
}

/** Wallet coins that a contract transaction may spend. */
function walletCoins(wallet: Wallet | undefined): CoinSource {
  return {
    coins: () =>
      wallet
        ? wallet.ledger
            .coins()
            .filter(({ outpoint }) => !wallet.locks.isLocked(outpoint))
            .filter(({ depth, source }) => depth > 0 || wallet.ledger.isTrusted(source))
            .filter(({ scriptPubKey }) => !isTimeLocked(scriptPubKey))
            .map(({ outpoint, value, scriptPubKey }) => ({ outpoint, value, scriptPubKey }))
        : [],
  }
}

/** Excludes coins locked by lockunspent from any coin source that modules use. */
function withoutLocked(wallet: Wallet | undefined, source: CoinSource): CoinSource {
  return {
    *coins() {
      for (const coin of source.coins()) if (!wallet?.locks.isLocked(coin.outpoint)) yield coin
    },
  }
}

function openBlockImport(
  options: NodeOptions,
  { params, chain }: Pick<Parts, 'params' | 'chain'>,
  { logger, fatal, freeBytes = readFreeBytes }: PartsDeps,
  closers: Closers,
): BlockImport {
  const { network: dataDir } = options.directories
  const blockImport = new BlockImport(
    {
      ...{ chain, dataDir, freeBytes, fatal, logger: logger.child('chain'), magic: params.magicBytes },
      port: params.p2pPort,
      subfolder: params.network === 'main' ? '' : params.network,
    },
    join(dataDir, IMPORT_RECORD),
  )
  closers.add(() => blockImport.close())
  return blockImport
}

function open(options: NodeOptions, deps: PartsDeps, closers: Closers): Parts {
  const { clock, logger } = deps
  const params = chainParams(options)
  const { chain, importQueue, verifier, evaluator, ...indexes } = openChain(options, params, deps, closers)
  const { addressIndex, timestampIndex, contractIndexes, prepareIndexes, walletBindings, checkSpace } = indexes
  const mempool = new Mempool(mempoolPolicy(options, params), {
    params,
    chain,
    verifier,
    clock,
    logger,
    evaluator,
    addressIndex,
  })
  const ground = { params, chain, mempool }
  const contacts = new ContactRecord(options.directories.network, { clock, logger, pair: deps.pair })
  const wallet = assembleWallet(options, { ...ground, walletBindings, contacts }, deps, closers)
  contacts.begin(wallet?.keyring.outsideKeys)
  connect({ chain, mempool, wallet })
  const peers = openPeers(options, { ...ground, importQueue, wallet, contacts }, deps, closers)
  const blockImport = openBlockImport(options, ground, deps, closers)
  const asked = options.indexes.addresses
  const allows = (code: number) => isEvalCodeEnabled(params.evalCodes, code, chain.tip().height)
  const buildContext: Parts['buildContext'] = (identity) =>
    createBuildContext({ chain, mempool, keys: wallet?.keys.signing ?? NO_KEYS, allows }, identity)
  return {
    ...ground,
    blockImport,
    mempoolFile: openMempoolFile(options, ground, deps),
    ...openMining(options, { ...ground, wallet, peers }, deps, closers),
    addressIndex: asked ? addressIndex : undefined,
    timestampIndex: options.indexes.timestamps ? timestampIndex : undefined,
    contractIndexes: asked ? contractIndexes : undefined,
    wallet,
    watchList: openWatched(options, deps, closers),
    peers,
    faucet: openFaucet(options, { ...ground, addressIndex, wallet, buildContext }, deps, closers),
    buildContext,
    walletCoins: walletCoins(wallet),
    identityCoins: (identity) =>
      withoutLocked(
        wallet,
        pubkeyCoinSource({ addressIndex, chain, coinbaseMaturity: params.coinbaseMaturity }, identity),
      ),
    prepareIndexes,
    checkSpace,
    close: () => closers.close(),
  }
}

/** @throws Error with a text for the user; all parts opened before the failure are closed again */
export async function buildParts(options: NodeOptions, deps: PartsDeps): Promise<Parts> {
  const closers = createClosers()
  try {
    return open(options, deps, closers)
  } catch (error) {
    await closers.close().catch(() => undefined)
    throw error
  }
}
