/** Builds the parts of one node from its options, in the order of the layers, and takes them apart again. */
import { addressIndexMigrations, createAddressIndex } from './addressIndex/index.ts'
import { type Chain, createChain } from './chain/index.ts'
import { buildChainParams, type ChainParams, parseChainOptions } from './consensus/index.ts'
import type { AddressIndexView, Clock, Logger, Random } from './interfaces.ts'
import { createMempool, defaultMempoolOptions, type Mempool } from './mempool/index.ts'
import {
  type AutoMiner,
  createAutoMiner,
  createMiner,
  createTemplateBuilder,
  type Miner,
  type TemplateBuilder,
} from './mining/index.ts'
import {
  type BuildContext,
  type CoinSource,
  createBuildContext,
  createCcEvaluator,
  createTokenIndex,
  pubkeyCoinSource,
  type TokenIndex,
  tokenMigrations,
} from './modules/index.ts'
import type { NodeOptions } from './options.ts'
import { decodeAddress, p2pkhScript, p2pkScript, type SigningKeys } from './script/index.ts'
import { createStorage } from './storage/index.ts'
import { createInlineVerifier, createPoolVerifier, type Verifier } from './verify/index.ts'
import { createWallet, isTimeLocked, type Wallet } from './wallet/index.ts'

const MAX_VERIFY_THREADS = 15
/** A sandbox block follows a transaction at once, but takes along what is sent together. */
const AUTO_MINE_DELAY_MS = 250
const SECONDS_AN_HOUR = 3600
/** A node without a wallet builds, but signs nothing. */
const NO_KEYS: SigningKeys = { keyOf: () => undefined, scriptOf: () => undefined }

export interface Parts {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Mempool
  readonly addressIndex: AddressIndexView | undefined
  readonly tokens: TokenIndex | undefined
  readonly wallet: Wallet | undefined
  readonly templates: TemplateBuilder
  readonly miner: Miner
  readonly autoMiner: AutoMiner
  readonly rewardScript: () => Uint8Array | undefined
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
  close(): Promise<void>
}

interface PartsDeps {
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly pubkey: () => Uint8Array | undefined
  /** the node cannot go on; called at most once */
  readonly fatal: (error: Error) => void
}

/** The chain that the options describe; throws an Error with a text for people. */
function chainParams(options: NodeOptions): ChainParams {
  const parsed = parseChainOptions(options.chain.args)
  if (!parsed.ok) throw new Error(parsed.error)
  return buildChainParams(parsed.options)
}

/** The script checks of a block run on this many threads beside the node's own. */
function createVerifier(options: NodeOptions, params: ChainParams, deps: PartsDeps): Verifier {
  const { ccEnabled } = params
  const threads = Math.min(MAX_VERIFY_THREADS, options.storage.threads - 1)
  const own = { logger: deps.logger.child('verify'), random: deps.random }
  return threads > 0 ? createPoolVerifier({ ccEnabled, threads }, own) : createInlineVerifier({ ccEnabled }, own)
}

export function buildParts(options: NodeOptions, deps: PartsDeps): Parts {
  const { clock, random, logger, pubkey } = deps
  const params = chainParams(options)
  const storage = createStorage(
    {
      dataDir: options.directories.network,
      magic: params.magicBytes,
      genesisHash: params.genesisHash,
      migrations: [addressIndexMigrations, tokenMigrations],
      reindex: options.storage.reindex,
      cacheMegabytes: options.storage.cache,
    },
    { logger: logger.child('storage') },
  )
  const verifier = createVerifier(options, params, deps)
  const evaluator = createCcEvaluator(params)
  const addressIndex = createAddressIndex({ db: storage.db, placeOf: (ordinal) => storage.ledger.byOrdinal(ordinal) })
  const indexed = options.indexes.addresses
  // The token index asks for old transactions only while the chain connects blocks, so the chain is there by then.
  const tokens: TokenIndex = createTokenIndex({
    db: storage.db,
    transaction: (txid) => chain.transaction(txid)?.tx,
  })
  const chain: Chain = createChain(
    { params, maxReorg: options.storage.maxReorg },
    {
      storage,
      verifier,
      clock,
      logger: logger.child('chain'),
      observers: params.ccEnabled || indexed ? [addressIndex.observer, tokens.observer] : [],
      evaluator,
      addressIndex,
      fatal: deps.fatal,
    },
  )
  const mempool = createMempool(
    {
      ...defaultMempoolOptions(params),
      maxUsage: options.mempool.maxSize,
      expirySeconds: options.mempool.expiry * SECONDS_AN_HOUR,
      minRelayFeeRate: options.mempool.minRelayFee,
    },
    { params, chain, verifier, clock, logger: logger.child('mempool'), evaluator, addressIndex },
  )
  const wallet = options.wallet.enabled
    ? createWallet(
        {
          params,
          directory: options.directories.network,
          keyPool: options.wallet.keypool,
          payRate: options.wallet.payTxFee,
          identity: pubkey,
        },
        { chain, mempool, clock, random },
      )
    : undefined

  // The mempool goes first: what a block confirmed must have left it before the wallet looks.
  chain.subscribe((update) => {
    mempool.update(update)
    wallet?.update(update)
  })
  mempool.onChange(({ added }) => {
    for (const { tx } of added) wallet?.ledger.observe(tx)
  })

  const rewardScript = () => {
    const identity = pubkey()
    if (identity) return p2pkScript(identity)
    const address = options.mining.address === undefined ? undefined : decodeAddress(options.mining.address)
    if (address?.kind === 'pubkeyhash') return p2pkhScript(address.hash)
    return wallet && p2pkScript(wallet.keys.next(null).pubkey)
  }
  const timers = {
    set: (callback: () => void, millis: number) => setTimeout(callback, millis),
    clear: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  }
  const miningLogger = logger.child('mining')
  const templates = createTemplateBuilder(
    options.mining.blockMaxSize === undefined ? {} : { maxSize: options.mining.blockMaxSize },
    { params, chain, mempool, clock, logger: miningLogger },
  )
  const miner = createMiner({ params, chain, templates, clock, random, timers })
  const autoMiner = createAutoMiner(
    {
      enabled: false,
      delayMillis: AUTO_MINE_DELAY_MS,
      script: () => {
        const script = rewardScript()
        if (!script) throw new Error('there is no key to mine to')
        return script
      },
    },
    { miner, mempool, timers, logger: miningLogger },
  )

  return {
    params,
    chain,
    mempool,
    addressIndex: indexed ? addressIndex : undefined,
    tokens: indexed ? tokens : undefined,
    wallet,
    templates,
    miner,
    autoMiner,
    rewardScript,
    buildContext: (identity) => createBuildContext({ chain, mempool, keys: wallet?.keys.signing ?? NO_KEYS }, identity),
    walletCoins: {
      coins: () =>
        wallet
          ? wallet.ledger
              .coins()
              .filter(({ depth, source }) => depth > 0 || wallet.ledger.isTrusted(source))
              .filter(({ scriptPubKey }) => !isTimeLocked(scriptPubKey))
              .map(({ outpoint, value, scriptPubKey }) => ({ outpoint, value, scriptPubKey }))
          : [],
    },
    identityCoins: (identity) =>
      pubkeyCoinSource({ addressIndex, chain, coinbaseMaturity: params.coinbaseMaturity }, identity),
    async close() {
      await autoMiner.stop()
      chain.close()
      wallet?.close()
      await verifier.close()
      storage.close()
    },
  }
}
