/**
 * The composition root: builds the node's parts, connects them, starts and stops them. READ FIRST.
 *
 * options → storage → verifier → indexes and contracts → chain → mempool → wallet → mining → rpc
 *
 * The other folders know only themselves and use each other through the views of `core`. Only the files of this folder
 * know all others: `assemble*.ts` build the parts, `startUp.ts` starts them.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, NodePhase, Progress } from '#shared/events.ts'
import { LogFilter, type Logger } from '../core/index.ts'
import { secp256k1Backend } from '../crypto/index.ts'
import type { PowerSource } from '../mining/index.ts'
import { createEarlyHandlers } from '../rpc/handlers/index.ts'
import { Dispatcher, type DispatcherDeps } from '../rpc/index.ts'
import { WalletFileError } from '../wallet/index.ts'
import { EventHub } from './eventHub.ts'
import type { NodeOptions, RpcOptions } from './options.ts'
import type { NodeDeps } from './parts.ts'
import type { Running } from './startContext.ts'
import { startUp } from './startUp.ts'
import { StatusTracker } from './statusTracker.ts'
import { SyncReport } from './syncReport.ts'

export type { PowerSource } from '../mining/index.ts'

export interface ChainNode {
  /**
   * Resolves when every call is answered, or when the node was stopped before. Rejects with a reason for the user.
   * Events report the phases.
   */
  start(): Promise<void>
  /** Closes everything cleanly; safe to call more than once and during start. */
  stop(): Promise<void>
  /**
   * Ends a node that cannot continue: closes its files and answers only calls about its status. Its phase and its
   * answers carry the error's message; the caller has logged the rest.
   */
  fail(error: Error): void
  /** Resolves when the node was asked to stop over RPC (`asked`), or when it failed after its start. */
  readonly stopRequested: Promise<'asked' | 'failed'>
  /** Answers calls in every phase. */
  readonly dispatcher: Pick<Dispatcher, 'callText'>
  onEvent(listener: (event: NodeEvent) => void): () => void
  /** Replaces the users and their permissions, also for open connections. Works in every phase. */
  changeUsers(rpc: Pick<RpcOptions, 'salted' | 'users'>): void
  /** Sets the power source of the machine, on every change: the miner can pause on battery. Works in every phase. */
  setPower(source: PowerSource): void
}

const createDefaultLogFilter = () => new LogFilter({ level: 'info', debug: [], exclude: [] })

export function createNode(options: NodeOptions, deps: NodeDeps): ChainNode {
  const { clock, logger, version } = deps
  const events = new EventHub()
  const emit = (event: NodeEvent) => events.emit(event)
  const background = new AbortController()
  const stopRequested = Promise.withResolvers<'asked' | 'failed'>()
  const running = nothingOpen()
  const live = () => liveFacts(running)
  const status = new StatusTracker(options, { version, startedAt: clock.now(), verifier: secp256k1Backend }, live, emit)
  const stop = () => stopRequested.resolve('asked')
  const sync = new SyncReport({
    status: () => status.status(),
    parts: () => running.parts,
    now: clock.now,
    emit,
  })
  const early = createEarlyHandlers({
    status: () => status.status(),
    syncState: () => sync.overview(),
    ...{ version, stop, millis: clock.millis, logFilter: deps.logFilter ?? createDefaultLogFilter() },
  })
  const onCalled = callMeter(options, running)
  const dispatcher = new Dispatcher({ logger: logger.child('rpc'), early, onCalled })
  let starting: Promise<void> = Promise.resolve()
  let releasing: Promise<void> | undefined
  let stopping: Promise<void> | undefined

  const report = (phase: NodePhase, text: string, progress: Progress | null = null) => {
    dispatcher.warmup(text)
    status.show(phase, text, progress)
    sync.phaseShown()
  }
  const release = () => {
    background.abort(new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'Shutting down'))
    // Everything that runs has been aborted. Close the files when it has ended.
    releasing ??= starting.then(() => closeAll(running, logger))
    return releasing
  }
  const fail = (error: Error) => {
    if (background.signal.aborted) return
    logger.error('node failed, stopping', { reason: error.message })
    running.notify?.alert(error.message)
    report('failed', error.message)
    release().catch((problem: unknown) => logger.error('closing failed', { problem }))
    stopRequested.resolve('failed')
  }

  const start = async () => {
    const { signal } = background
    const syncState = () => (signal.aborted || status.phase === 'failed' ? undefined : sync.overview())
    const seen = { events, status: () => status.status(), syncState }
    const context = { ...seen, options, deps, dispatcher, early, running, signal, report, stop, fatal: fail }
    const begun = startUp(context)
    starting = begun.catch(() => undefined)
    try {
      await begun
    } catch (error) {
      if (!signal.aborted) {
        if (error instanceof WalletFileError) running.walletProblem = error.problem
        await refuse(error instanceof Error ? error.message : String(error))
        throw error
      }
    }
    // Aborted by `fail`, which has reported the reason, or by `stop`, which is not a failure.
    if (status.phase === 'failed') throw new Error(status.status().detail)
    if (signal.aborted) return
    status.show('ready', running.warning)
    logger.info('ready', { height: running.parts?.chain.tip().height, rpc: running.rpcAddress })
  }
  /** Releases the directory and the port of a node that did not start. */
  const refuse = async (reason: string) => {
    report('failed', reason)
    await release()
  }

  const close = async () => {
    const { phase, detail } = status.status()
    const reason = phase === 'failed' ? detail : ''
    status.show('stopping', reason)
    dispatcher.close()
    await release()
    if (running.parts) logger.info('stopped')
    status.show('stopped', reason)
    events.close()
  }

  return {
    start,
    stop() {
      stopping ??= close()
      return stopping
    },
    fail,
    stopRequested: stopRequested.promise,
    dispatcher,
    onEvent: (listener) => events.subscribe(listener),
    changeUsers: (rpc) => running.changeUsers(rpc),
    setPower(source) {
      running.power = source
      running.parts?.soloMiner.setPower(source)
    },
  }
}

/** Returns the fields of getnodestatus that change while the node runs. */
function liveFacts({ parts, rpcAddress, walletProblem }: Running) {
  return {
    rpcAddress,
    automaticMining: parts?.autoMiner.enabled() ?? false,
    indexProblem: parts?.addressIndex?.health().problem ?? null,
    walletProblem,
  }
}

/** Returns the callback that measures each call, or undefined if metrics are not configured. */
function callMeter({ monitor }: NodeOptions, running: Running): DispatcherDeps['onCalled'] {
  if (monitor.metrics === undefined) return undefined
  return (method, milliseconds, failed) => running.monitor?.meters.called(method, milliseconds, failed)
}

function nothingOpen(): Running {
  const running: Running = {
    parts: undefined,
    http: undefined,
    changeUsers: (rpc) => {
      running.reloadedUsers = rpc
    },
    reloadedUsers: undefined,
    publications: undefined,
    notify: undefined,
    publishers: [],
    monitor: undefined,
    credentials: undefined,
    futureTimer: undefined,
    endSpaceWatch: () => undefined,
    rpcAddress: '',
    warning: '',
    walletProblem: null,
    power: 'unknown',
  }
  return running
}

/** Closes connections first, so that nothing new begins, and files last. */
async function closeAll(running: Running, logger: Logger): Promise<void> {
  if (running.parts) logger.info('stopping')
  clearInterval(running.futureTimer)
  running.endSpaceWatch()
  await running.http?.stop()
  running.rpcAddress = ''
  running.notify?.stop()
  await Promise.all(running.publishers.map((publisher) => publisher.close()))
  await running.publications?.close()
  await running.monitor?.close()
  await running.credentials?.remove()
  await running.parts?.mempoolFile.close()
  await running.parts?.close()
}
