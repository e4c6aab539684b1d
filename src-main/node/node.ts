/**
 * The composition root: builds the node's parts, connects them, starts and stops them. READ FIRST.
 *
 * options → storage → verifier → indexes and modules → chain → mempool → wallet → mining → rpc
 *
 * Everything below works for its own folder and meets the others through interfaces.ts; only this file knows all of them.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, NodePhase, Progress } from '#shared/events.ts'
import type { Transport } from '#shared/rpc/define.ts'
import { buildParts, type Parts } from './assemble.ts'
import { createEventHub } from './eventHub.ts'
import type { Clock, Logger, Random } from './interfaces.ts'
import type { NodeOptions } from './options.ts'
import { createEarlyHandlers, createHandlers, type NodeStatus } from './rpc/handlers/index.ts'
import {
  type Credentials,
  createDispatcher,
  createHttpServer,
  prepareCredentials,
  type RpcHttpServer,
} from './rpc/index.ts'
import { prepareSandbox } from './sandbox.ts'
import { fromHex, toHex } from './util/index.ts'

/** How often blocks that were ahead of their time are tried again. */
const FUTURE_BLOCKS_MS = 10_000

export interface NodeDeps {
  readonly clock: Clock & { setMock(seconds: number): void }
  readonly random: Random
  readonly logger: Logger
  /** of this program, for rpc.discover and getnodestatus */
  readonly version: string
}

export interface ChainNode {
  /** Resolves when every call is answered; rejects with a reason for people. Events tell the phases. */
  start(): Promise<void>
  /** Closes everything cleanly; safe to call more than once and during start. */
  stop(): Promise<void>
  /** Resolves when somebody asked the node to stop over RPC, or when it cannot go on. */
  readonly stopRequested: Promise<void>
  /** JSON text in, JSON text out; rejects with an RpcError. Works in every phase. */
  call(method: string, params: string, options: { transport: Transport; signal?: AbortSignal }): Promise<string>
  onEvent(listener: (event: NodeEvent) => void): () => void
}

export function createNode(options: NodeOptions, deps: NodeDeps): ChainNode {
  const { clock, logger, version } = deps
  const events = createEventHub()
  const background = new AbortController()
  const stopRequested = Promise.withResolvers<void>()
  const startedAt = clock.now()
  let phase: NodePhase = 'starting'
  let detail = 'Loading...'
  let progress: Progress | null = null
  let pubkey = options.pubkey === undefined ? undefined : fromHex(options.pubkey)
  let parts: Parts | undefined
  let http: RpcHttpServer | undefined
  let credentials: Credentials | undefined
  let rpcAddress = ''
  let futureTimer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined

  const status = (): NodeStatus => ({
    phase,
    detail,
    progress,
    name: options.chain.name,
    network: options.chain.network,
    dataDir: options.directories.network,
    rpcAddress,
    version,
    startedAt,
    automaticMining: parts?.autoMiner.enabled() ?? false,
    sandbox: options.sandbox,
  })
  const early = createEarlyHandlers({ status, version })
  const dispatcher = createDispatcher({ logger: logger.child('rpc'), early })

  const report = (next: NodePhase, text: string, step: Progress | null = null) => {
    phase = next
    detail = text
    progress = step
    dispatcher.warmup(text)
    events.emit({ type: 'status', phase, detail, progress })
  }
  const requestStop = () => stopRequested.resolve()
  const fatal = (error: Error) => {
    logger.error('the node cannot go on', { reason: error.message })
    report('failed', error.message)
    requestStop()
  }

  const openRpc = async () => {
    if (!options.rpc.enabled) return
    const { user, password, cookieFile } = options.rpc
    credentials = await prepareCredentials({ user, password, cookieFile }, deps.random)
    http = createHttpServer({ dispatcher, credentials, settings: options.rpc, logger: logger.child('http') })
    const [first] = await http.start()
    if (first) rpcAddress = `${first.host.includes(':') ? `[${first.host}]` : first.host}:${first.port}`
  }

  const loadBlocks = async ({ chain }: Parts) => {
    const { signal } = background
    const tell = (text: string) => (step: { done: number; total: number; height: number }) =>
      report('importing', `${text} Height ${step.height}.`, { done: step.done, total: step.total, unit: 'bytes' })
    if (chain.backlogBytes > 0) report('importing', 'Reading blocks from disk...')
    await chain.start({ signal, onProgress: tell('Reading blocks from disk...') })
    for (const file of options.storage.loadBlock) {
      if (signal.aborted) return
      report('importing', 'Importing blocks...')
      const result = await chain.importFile(file, { signal, onProgress: tell('Importing blocks...') })
      logger.info('imported a block file', { file, ...result })
    }
  }

  const openWallet = async ({ chain, wallet, miner }: Parts) => {
    if (!wallet) return
    const { signal } = background
    const onProgress = (done: number, total: number) =>
      report('indexing', 'Rescanning...', { done, total, unit: 'blocks' })
    if (options.wallet.rescan) await wallet.rescan(0, { signal, onProgress })
    await wallet.start({ signal, onProgress })
    if (!options.sandbox) return
    pubkey ??= wallet.ownIdentity()
    report('starting', 'Mining the first blocks of the sandbox...')
    await prepareSandbox(chain, miner, pubkey, signal)
  }

  const listen = ({ chain, mempool, wallet, autoMiner }: Parts) => {
    const tellTip = () => {
      const { height, hashHex, time, txCount } = chain.tip()
      events.emit({ type: 'tip', height, hash: hashHex, time, txCount })
    }
    chain.subscribe(tellTip)
    mempool.onChange(() => {
      const { size, bytes } = mempool.stats()
      events.emit({ type: 'mempool', size, bytes })
      if (wallet) events.emit({ type: 'wallet' })
    })
    autoMiner.onChange((automatic) => events.emit({ type: 'mining', automatic }))
    futureTimer = setInterval(() => chain.retryFutureBlocks(), FUTURE_BLOCKS_MS)
    futureTimer.unref()
  }

  const open = (built: Parts) => {
    const { chain, params } = built
    const own = createHandlers({
      ...built,
      spentIndex: options.indexes.spent,
      ccEnabled: params.ccEnabled,
      rpcPort: options.rpc.port,
      payRate: options.wallet.payTxFee,
      relayRate: options.mempool.minRelayFee,
      longestChain: () => chain.bestHeader().height,
      connections: () => 0,
      pubkey: () => pubkey,
      pubkeyHex: () => pubkey && toHex(pubkey),
      setPubkey: (key) => {
        pubkey = key
      },
      setMockTime: (time) => clock.setMock(time),
      setAutoMine: (enabled) => {
        if (params.network !== 'regtest') {
          throw new RpcError(RPC_ERROR.MISC, 'Automatic mining is for regtest chains only')
        }
        built.autoMiner.setEnabled(enabled)
        return enabled
      },
      stop: requestStop,
    })
    dispatcher.open({
      handlers: { ...own, ...early },
      walletEnabled: built.wallet !== undefined,
      maxMoney: params.maxMoney,
    })
    built.autoMiner.setEnabled(options.mining.automatic)
    phase = 'ready'
    detail = ''
    progress = null
    events.emit({ type: 'status', phase, detail, progress })
  }

  const start = async () => {
    try {
      clock.setMock(options.mockTime)
      report('starting', 'Loading block index...')
      parts = buildParts(options, { ...deps, pubkey: () => pubkey, fatal })
      await openRpc()
      await loadBlocks(parts)
      await openWallet(parts)
      if (background.signal.aborted) return
      listen(parts)
      open(parts)
      logger.info('ready', { height: parts.chain.tip().height, rpc: rpcAddress })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      logger.error('start failed', { reason })
      if (!background.signal.aborted) report('failed', reason)
      throw error
    }
  }

  const close = async () => {
    background.abort()
    clearInterval(futureTimer)
    phase = 'stopping'
    events.emit({ type: 'status', phase, detail: '', progress: null })
    dispatcher.close()
    await http?.stop()
    await credentials?.remove()
    await parts?.close()
    phase = 'stopped'
    events.emit({ type: 'status', phase, detail: '', progress: null })
    events.close()
  }

  return {
    start,
    stop() {
      stopping ??= close()
      return stopping
    },
    stopRequested: stopRequested.promise,
    call: (method, params, callOptions) => dispatcher.callText(method, params, callOptions),
    onEvent: (listener) => events.subscribe(listener),
  }
}
