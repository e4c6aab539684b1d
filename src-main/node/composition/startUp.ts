/**
 * Starts a node from its options, step by step. Each step stores what it opened in `running`, where `node.ts` closes
 * it.
 */
import { join } from 'node:path'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { secp256k1Backend } from '../crypto/index.ts'
import type { Monitor } from '../metrics/index.ts'
import { createHandlers } from '../rpc/handlers/index.ts'
import { type Credentials, createRest, formatEndpoint, HttpServer, prepareCredentials, Users } from '../rpc/index.ts'
import { type BuildProgress, explainStorageError, watchFreeSpace } from '../storage/index.ts'
import { equal, fromHex, toHex } from '../util/index.ts'
import { revealKey } from '../wallet/rpc/index.ts'
import { buildParts } from './assemble.ts'
import { timers } from './assembleMining.ts'
import { forwardEvents, hasAllBlocks } from './forwardEvents.ts'
import { describeUnfinished } from './leftoverFiles.ts'
import { openPublications, openPublishers } from './openPublishers.ts'
import type { NodeOptions, RpcOptions } from './options.ts'
import type { NodeDeps, Parts } from './parts.ts'
import { prepareSandbox } from './sandbox.ts'
import type { StartContext } from './startContext.ts'
import { logTips } from './tipLog.ts'

/** How often blocks whose timestamps were too far in the future are retried. */
const FUTURE_BLOCKS_MS = 10_000

/**
 * Resolves when every call is answered, or early when the signal is aborted.
 * @throws Error with a reason for the user
 */
export async function startUp(context: StartContext): Promise<void> {
  const { options, deps, running, signal, fatal } = context
  const { name, network } = options.chain
  deps.logger.info('starting', { version: deps.version, name, network, folder: options.directories.network })
  const identity = createIdentity(options.pubkey === undefined ? undefined : fromHex(options.pubkey), (pubkey) =>
    context.events.emit({ type: 'identity', pubkey: toHex(pubkey) }),
  )
  deps.clock.setMock(options.mockTime)
  context.report('starting', 'Loading block index...')
  const monitor = await openMonitor(context)
  const meters = monitor?.meters
  const parts = await buildParts(options, {
    ...{ ...deps, pubkey: identity.get, fatal, signal, timed: meters?.timed },
    onVerifying: meters && ((scripts) => meters.verifying(scripts)),
  })
  running.parts = parts
  running.endSpaceWatch = watchFreeSpace(parts.checkSpace, fatal, timers)
  if (secp256k1Backend === 'native') deps.logger.info('native signature library loaded')
  else deps.logger.warn('no native signature library, verifying four times slower', { library: secp256k1Backend })
  meters?.follow(parts.chain)
  logTips(parts, deps.logger)
  await monitor?.open()
  await openRpc(context, parts)
  for (const step of [prepareIndexes, openPublishers, loadBlocks, openPublications, openWallet, openSandbox]) {
    if (signal.aborted) return
    await step(context, parts, identity)
  }
  if (signal.aborted) return
  forwardEvents(context, parts)
  running.futureTimer = setInterval(() => parts.chain.retryFutureBlocks(), FUTURE_BLOCKS_MS)
  running.futureTimer.unref()
  // Start peers last: until here only the node itself may connect blocks.
  await parts.peers.start()
  if (signal.aborted) return
  reportUnfinished(context, parts)
  reportUsedWallets(context, parts)
  openCalls(context, parts, identity)
  parts.blockImport.resumeRecorded()
  // Not awaited: the node works while it loads. The file itself waits for it before it is saved.
  void parts.mempoolFile.begin(signal)
}

/** Opens the monitor. Its library is loaded only if metrics are configured. */
async function openMonitor({ options, deps, running, status, syncState }: StartContext): Promise<Monitor | undefined> {
  const { metrics } = options.monitor
  if (metrics === undefined) return undefined
  const { Monitor } = await import('../metrics/index.ts')
  running.monitor = new Monitor({
    settings: { ...metrics, allowHost: options.rpc.allowHost },
    folder: options.directories.network,
    about: { version: deps.version, chain: options.chain.name, network: options.chain.network },
    parts: () => running.parts,
    publishing: () => running.publishers.map((publisher) => publisher.status()),
    ...{ status, syncState, isFetched: hasAllBlocks, logger: deps.logger.child('http') },
  })
  return running.monitor
}

/** Public key that contract methods use as the user’s. setpubkey and setidentity may set it later. */
interface Identity {
  get(): Uint8Array | undefined
  set(key: Uint8Array): void
}

function createIdentity(given: Uint8Array | undefined, changed: (pubkey: Uint8Array) => void): Identity {
  let pubkey = given
  return {
    get: () => pubkey,
    set(key) {
      if (pubkey && equal(pubkey, key)) return
      pubkey = key
      changed(key)
    },
  }
}

async function openRpc({ options, deps, dispatcher, running }: StartContext, parts: Parts): Promise<void> {
  if (!options.rpc.enabled) return
  const logger = deps.logger.child('http')
  const credentials = await credentialsFor(options, deps)
  running.credentials = credentials
  const { rest: asked, threads: mostWaiting } = options.rpc
  const rest = asked ? createRest({ ...parts, dispatcher, mostWaiting }) : undefined
  const queue = options.rpc.threads + options.rpc.workQueue
  const createUsers = ({ users }: Pick<RpcOptions, 'users'>) =>
    new Users(users, { now: () => performance.now(), maxWaiting: queue })
  let users = createUsers(options.rpc)
  const userCalled = (name: string) => users.find(name)
  const admits = (name: string, address: string | undefined) => users.admits(name, address)
  const http = new HttpServer({ dispatcher, credentials, userCalled, admits, settings: options.rpc, logger, rest })
  running.http = http
  running.changeUsers = (rpc) => {
    users = createUsers(rpc)
    credentials.replaceSalted(rpc.salted)
    http.forgetCallers()
  }
  // Options were reloaded while the node opened its files.
  if (running.reloadedUsers) running.changeUsers(running.reloadedUsers)
  const [first] = await http.start()
  if (first) running.rpcAddress = formatEndpoint(first)
}

async function credentialsFor({ rpc }: NodeOptions, { random }: NodeDeps): Promise<Credentials> {
  const { cookieFile } = rpc
  try {
    return await prepareCredentials(rpc, random)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Error(
      `The RPC cookie file ${cookieFile} cannot be written (${reason}). Set -rpcpassword, or another -rpccookiefile.`,
      { cause: error },
    )
  }
}

/** Builds indexes. An index that was switched on or has to be repaired needs every block that is already connected. */
async function prepareIndexes({ options, report, signal }: StartContext, parts: Parts): Promise<void> {
  const database = join(options.directories.network, 'chain.db')
  const onProgress = ({ title, done, total, unit }: BuildProgress) =>
    report('indexing', `Building ${title}...`, { done, total, unit })
  await explained(database, database, () => parts.prepareIndexes({ signal, onProgress }))
}

async function loadBlocks({ options, deps, running, report, signal }: StartContext, { chain }: Parts): Promise<void> {
  const createProgressReporter = (text: string) => (step: { done: number; total: number; height: number }) =>
    report('importing', `${text} ${step.height}.`, { done: step.done, total: step.total, unit: 'bytes' })
  const database = join(options.directories.network, 'chain.db')
  if (chain.backlogBytes > 0) report('importing', 'Reading blocks from disk...')
  const onDamage = (text: string) => {
    deps.logger.warn(text)
    running.warning = text
    report('importing', text)
  }
  const onProgress = createProgressReporter('Reading blocks from disk... Height')
  await explained(database, database, () => chain.start({ signal, onProgress, onDamage }))
  for (const file of options.storage.loadBlock) {
    if (signal.aborted) return
    report('importing', 'Importing blocks...')
    const onProgress = createProgressReporter('Importing blocks... Height')
    const result = await explained(database, file, () => chain.importFiles([file], { signal, onProgress }))
    deps.logger.info('block file imported', { file, ...result })
    if (result.accepted + result.known === 0 && !result.aborted) {
      deps.logger.warn(`-loadblock: ${file} contains no block that fits this chain`)
    }
  }
}

/** Adds a path to errors: that of the database to its own errors, that of the file being read to system errors. */
async function explained<T>(database: string, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const ofDatabase = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')
    throw explainStorageError(error, ofDatabase ? database : file)
  }
}

async function openWallet(
  { options, report, signal }: StartContext,
  { wallet }: Parts,
  identity: Identity,
): Promise<void> {
  if (!wallet) return
  const made = () => (options.wallet.tokenKey ? wallet.ownIdentity() : undefined)
  const chosen = identity.get() ?? wallet.keyring.identity() ?? made()
  if (chosen) identity.set(chosen)
  const onProgress = (done: number, total: number) =>
    report('indexing', 'Rescanning...', { done, total, unit: 'blocks' })
  if (options.wallet.rescan) await wallet.rescan(0, { signal, onProgress })
  if (!signal.aborted) await wallet.start({ signal, onProgress })
}

function reportUnfinished({ options, deps, running }: StartContext, { wallet }: Parts): void {
  for (const text of describeUnfinished([options.wallet.exportFolder, wallet?.sealed.schedule.state()?.folder])) {
    deps.logger.warn(text)
    if (running.warning === '') running.warning = text
  }
}

/** Warns about wallet files that another program used after this wallet took their keys. */
function reportUsedWallets({ deps, running }: StartContext, { wallet }: Parts): void {
  const text = wallet?.oldWallets.describeUsed()
  if (text === undefined) return
  deps.logger.warn(text)
  if (running.warning === '') running.warning = text
}

async function openSandbox(
  { options, report, signal }: StartContext,
  { chain, miner, wallet }: Parts,
  identity: Identity,
): Promise<void> {
  if (!options.sandbox || !wallet) return
  const pubkey = identity.get() ?? wallet.ownIdentity()
  identity.set(pubkey)
  report('starting', 'Mining the first blocks of the sandbox...')
  await prepareSandbox(chain, miner, pubkey, signal)
}

function openCalls(context: StartContext, parts: Parts, identity: Identity): void {
  const { options, deps, dispatcher, early } = context
  const { chain, params, wallet, autoMiner, soloMiner, staker, peers } = parts
  const own = createHandlers({
    ...parts,
    clock: deps.clock,
    cores: options.mining.cores,
    spentIndex: options.indexes.spent,
    ccEnabled: params.ccEnabled,
    rpcPort: options.rpc.port,
    payRate: options.wallet.payTxFee,
    exportFolder: options.wallet.exportFolder,
    dataFolder: options.directories.network,
    importFolder: options.storage.importFolder,
    encryptByRpc: options.wallet.encryptByRpc,
    random: deps.random,
    stop: context.stop,
    zmq: options.publish.zmq,
    publishing: () => context.running.publishers.map((publisher) => publisher.status()),
    relayRate: options.mempool.minRelayFee,
    timers,
    stopping: context.signal,
    mayMineNow: () => params.network === 'regtest' || options.mining.withoutPeers || peers.connectionCount() > 0,
    chainFetched: () => hasAllBlocks(peers.syncState().state),
    longestChain: () => Math.max(chain.bestHeader().height, peers.longestHeight()),
    pubkey: identity.get,
    pubkeyHex: () => {
      const pubkey = identity.get()
      return pubkey && toHex(pubkey)
    },
    setPubkey: identity.set,
    revealKey: (address) => revealKey(wallet, address),
    setMockTime: (time) => deps.clock.setMock(time),
    setAutoMine: (enabled) => {
      if (params.network !== 'regtest') {
        throw new RpcError(RPC_ERROR.MISC, 'Automatic mining requires a regtest chain')
      }
      autoMiner.setEnabled(enabled)
      return enabled
    },
  })
  dispatcher.open({ handlers: { ...own, ...early }, walletEnabled: wallet !== undefined, maxMoney: params.maxMoney })
  autoMiner.setEnabled(options.mining.automatic)
  soloMiner.setPower(context.running.power)
  if (params.network === 'main') soloMiner.begin()
  // Regtest stakes only if the command line says so, because setgenerate is not available there.
  if (params.network === 'main' || options.mining.generate) staker?.begin()
  if (params.network === 'regtest' && options.mining.generate && !staker?.status().on)
    deps.logger.child('mining').warn('-gen has no effect on regtest, where generate and -automine make blocks')
}
