import { randomBytes } from 'node:crypto'
import { type ChainMethodName, chainMethods, isChainMethod } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { JsonParseError, type JsonValue, parseJson } from '#shared/json.ts'
import type { Language } from '#shared/languages.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { type FileLockDeps, removeLockedLeftovers } from '../../files/index.ts'
import { AppSettingsStore } from '../appSettings/index.ts'
import { type ContactCalls, createContactCalls } from '../contacts/index.ts'
import { LaunchRequests } from '../opening/index.ts'
import type { TokenPictures } from '../pictures/index.ts'
import { appLanguage, systemLanguages } from '../texts/index.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { NodeCallOptions, NodeLease, WindowNode } from '../thread/nodeClient.ts'
import { readOptions, version } from '../thread/readOptions.ts'
import type { FeedSource } from '../updates/index.ts'
import type { DesktopParts } from './appCalls.ts'
import { createAppPictures } from './appPictures.ts'
import { createAppUpdates } from './appUpdates.ts'
import { type ChainCallHandlers, ChainCalls } from './chainCalls.ts'
import { type ChainProfile, dataDirectory, getConfFile, buildProfile as profileOfEntry } from './chainProfile.ts'
import { ChainRecords } from './chainRecords.ts'
import type { RunningNode } from './chainRun.ts'
import { ChainSupervisor } from './chainSupervisor.ts'
import { recordConfPort } from './confPort.ts'
import { deleteChain, finishDeletions, makeDirectory, planFreshStart } from './folders.ts'
import { type Listening, readListening } from './listening.ts'
import { MoveInCalls } from './moveIn/moveInCalls.ts'
import type { MoveIns } from './moveIn/moveIns.ts'
import { MOVE_FILE } from './moveIn/moveRecords.ts'
import { Preflight } from './preflight/index.ts'
import { createRegistry } from './registry.ts'
import type { StartArguments } from './startArguments.ts'

/** Maximum number of characters of parameters parsed on the app's own thread; chain options are the longest. */
const MAX_PARAMS = 1_000_000

/** Random bytes of a new RPC password, as in a new conf file. */
const RPC_PASSWORD_BYTES = 33

/** Lease on the node of one chain. Calls reach it even if the windows show another chain. */
export interface ChainLease extends Pick<ChainProfile, 'id' | 'kind' | 'label' | 'name' | 'network' | 'directory'> {
  readonly node: Pick<NodeLease, 'call' | 'gone'>
}

export interface ChainManagerOptions {
  readonly start: StartArguments
  readonly transport: ThreadData['transport']
  /** true to start no chain, and to continue no move, before a call does */
  readonly idle?: boolean
}

export interface ChainManagerDeps extends FileLockDeps {
  /** process id of this process */
  readonly pid: number
  startNode(data: ThreadData): RunningNode
  /** Prints a line to the terminal that started the program. */
  print(line: string): void
  readonly listeningOf?: (argv: readonly string[]) => Listening
  /** Returns the system's languages, preferred first. Default: those of the terminal. */
  systemLanguages?(): readonly string[]
  /** undefined if the windows are in a browser */
  readonly desktop?: DesktopParts | undefined
  /** update feed, or undefined if this build has no update check */
  readonly feed?: FeedSource | undefined
  /** launch requests from the command line; default: none */
  readonly openings?: LaunchRequests
  /** Writes a line to the app's own log. */
  log?(line: string): void
  /** Delay until a new tip is saved to the list, in ms; default: 30 seconds. */
  readonly keepTipsWithin?: number
}

/**
 * Reads the list of chains, starts the chains that ran last, and handles calls from windows. Chain-management calls are
 * handled here, all others by the node of the shown chain.
 */
export class ChainManager implements WindowNode {
  readonly #deps: ChainManagerDeps
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  readonly #chainListeners = new Set<(id: string, event: NodeEvent) => void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #supervisor: ChainSupervisor
  readonly #calls: ChainCallHandlers & ContactCalls
  /** unix seconds */
  readonly #startedAt: number
  readonly #ends: (() => void)[]
  #stopping: Promise<void> | undefined
  /** settings of the app itself */
  readonly settings: AppSettingsStore
  /** launch requests that the app was opened with */
  readonly openings: LaunchRequests
  readonly pictures: TokenPictures
  /** moves of existing nodes into this program */
  readonly moveIn: MoveIns
  /** absolute path of the folder with the list and its chains */
  readonly root: string

  constructor({ start, transport, idle }: ChainManagerOptions, deps: ChainManagerDeps) {
    this.#deps = deps
    this.root = start.root
    this.openings = deps.openings ?? new LaunchRequests()
    this.settings = new AppSettingsStore(start.root, deps)
    const registry = createRegistry(start.root, deps)
    const listening = deps.listeningOf ?? readListening
    const now = () => Math.floor(deps.now() / 1000)
    const emit = (event: NodeEvent) => this.emit(event)
    this.#startedAt = now()
    this.settings.onChange(() => emit({ type: 'settings' }))
    this.openings.onChange(() => emit({ type: 'opening' }))
    const supervisor = new ChainSupervisor({
      ...{ registry, start, transport, pid: deps.pid, now, emit, makeDirectory },
      startNode: (data) => deps.startNode(data),
      listeningOf: listening,
      recordPort: (profile) => recordPort(profile, deps),
      print: (line) => deps.print(line),
      chainEvent: (id, event) => {
        for (const listener of this.#chainListeners) listener(id, event)
      },
      namedEnded: () => this.#ended.resolve(),
      ...(deps.keepTipsWithin !== undefined && { keepTipsWithin: deps.keepTipsWithin }),
    })
    this.#supervisor = supervisor
    const { settings, openings, root } = this
    const updates = createAppUpdates(start, { settings, supervisor, now, emit }, deps)
    this.pictures = createAppPictures(supervisor)
    const preflight = new Preflight({ root, supervisor, listeningOf: listening, now, pid: deps.pid })
    const moveIn = new MoveInCalls({
      ...{ root, registry, supervisor, now, readOptions, lock: deps, print: (line: string) => deps.print(line) },
    })
    const chainCalls = new ChainCalls({
      ...{ root, registry, supervisor, settings, openings, updates, pictures: this.pictures, now, readOptions },
      moveIn,
      records: new ChainRecords({ root, registry, supervisor, now: () => deps.now() }),
      desktop: deps.desktop,
      language: () => this.language(),
      ...{ common: start.common, updateCheck: start.updateCheck },
      password: () => randomBytes(RPC_PASSWORD_BYTES).toString('hex'),
      profileOf: (entry) => profileOfEntry(entry, start),
      deleteFolder: (profile) => deleteChain(root, profile),
      planFreshStart: (profile, bringBack) => planFreshStart(profile, bringBack, now()),
      preflight: (chain) => preflight.check(chain),
    })
    const contacts = createContactCalls(root, {
      ...{ now: deps.now, delay: deps.delay },
      newId: () => randomBytes(8).toString('hex'),
      changed: () => emit({ type: 'contacts' }),
    })
    this.#calls = { ...chainCalls.handlers(), ...contacts }
    for (const notice of [registry.notice(), settings.notice()]) if (notice !== null) deps.print(notice)
    void finishDeletions(root)
    void removeLockedLeftovers(root, LOCKED_FILES, deps)
    if (idle !== true) {
      supervisor.begin()
      if (start.named === undefined) moveIn.moves().resume()
    }
    this.moveIn = moveIn.moves()
    this.#ends = [...(idle === true ? [] : [updates.begin()]), () => moveIn.close()]
  }

  /** Resolves when the chain named on the command line was stopped over RPC; the app exits then, too. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Returns true if any chain is searching for a faucet claim; the search ends with the app. */
  searching(): boolean {
    return this.#supervisor.profiles().some(({ id }) => this.#supervisor.run(id).searching())
  }

  /** Returns the id of the shown chain, which receives calls; null if no chain is shown. */
  shown(): string | null {
    return this.#supervisor.current()
  }

  /** Returns the language of the app's own texts. */
  language(): Language {
    return appLanguage(this.settings.now(), this.#deps.systemLanguages?.() ?? systemLanguages(process.env))
  }

  async call(method: string, params: string, options: NodeCallOptions = {}): Promise<string> {
    this.#requireOpen()
    if (options.signal?.aborted) throw new RpcError(RPC_ERROR.MISC, 'Cancelled')
    if (isChainMethod(method)) return answer(this.#calls, method, params, options.signal)
    const profile = this.#profile(this.shown())
    const run = this.#supervisor.run(profile.id)
    await run.idle()
    if (method === 'getnodestatus' && !run.alive()) return absentStatus(profile, run.now(), this.#startedAt)
    return run.call(method, params, options)
  }

  /**
   * Resolves to a lease on the chain with this id, or on the shown chain. Rejects with an RpcError if its node does not
   * run.
   */
  async lease(id?: string): Promise<ChainLease> {
    this.#requireOpen()
    return this.#lease(this.#profile(id ?? this.shown()))
  }

  /** Returns true if payments of test coins currently need no approval in this chain. */
  paysWithoutQuestion(id: string): boolean {
    return this.#supervisor.privacy.paysWithoutQuestion(id)
  }

  /**
   * Resolves to the other of the sandbox's two wallets, or to undefined if it is not running or the chain is not in the
   * sandbox.
   */
  async leaseOther(id: string): Promise<ChainLease | undefined> {
    const other = this.#supervisor.friend.otherOf(id)
    return other && this.#lease(other)
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Subscribes to the events of all nodes, not only of the shown chain. Returns the function that unsubscribes. */
  onChainEvent(listener: (id: string, event: NodeEvent) => void): () => void {
    this.#chainListeners.add(listener)
    return () => this.#chainListeners.delete(listener)
  }

  emit(event: NodeEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Calls `end` when the chain manager stops, before its nodes stop. */
  beforeStop(end: () => void): void {
    this.#ends.push(end)
  }

  /** Stops all nodes; waits at most two minutes. */
  stop(): Promise<void> {
    for (const end of this.#ends) end()
    this.#stopping ??= this.#supervisor.stopAll()
    return this.#stopping
  }

  #requireOpen(): void {
    if (this.#stopping !== undefined) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'Shutting down')
  }

  #profile(id: string | null): ChainProfile {
    const profile = id === null ? undefined : this.#supervisor.find(id)
    if (profile === undefined) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'No chain is open')
    return profile
  }

  async #lease({ id, kind, label, name, network, directory }: ChainProfile): Promise<ChainLease> {
    return { id, kind, label, name, network, directory, node: await this.#supervisor.run(id).lease() }
  }
}

/** Files in the root that are written under a lock. */
const LOCKED_FILES = ['chains.json', 'contacts.json', 'app.json', 'updates.json', MOVE_FILE] as const

/** Decodes parameters and encodes the result according to the contract, like the node's dispatcher. */
async function answer(
  calls: ChainCallHandlers & ContactCalls,
  name: ChainMethodName,
  paramsText: string,
  signal: NodeCallOptions['signal'],
): Promise<string> {
  const method: Method = chainMethods[name]
  const handler = calls[name] as (params: unknown, signal: AbortSignal | undefined) => unknown
  return method.result.encode(await handler(parseParams(method, parseValues(paramsText), { maxMoney: 0n }), signal))
}

function parseValues(text: string): readonly JsonValue[] {
  if (text.length > MAX_PARAMS) throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params are too long')
  try {
    const values = parseJson(text)
    if (Array.isArray(values)) return values
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error
  }
  throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params must be an array')
}

/** Returns the reply to `getnodestatus` for a chain without a running node. */
function absentStatus(
  { name, network, directory, kind }: ChainProfile,
  { state, detail }: { readonly state: string; readonly detail: string },
  startedAt: number,
): string {
  const status = {
    phase: state === 'failed' ? ('failed' as const) : ('stopped' as const),
    detail: detail === '' ? 'This chain is stopped' : detail,
    progress: null,
    ...{ name, network, version, startedAt, rpcAddress: '', automaticMining: false },
    dataDir: dataDirectory({ network, directory }),
    sandbox: kind === 'sandbox',
    ...{ indexProblem: null, walletProblem: null },
  }
  return methods.getnodestatus.result.encode(status)
}

function recordPort(profile: ChainProfile, { print }: Pick<ChainManagerDeps, 'print'>): void {
  const { rpcPort = null } = profile.entry ?? {}
  if (rpcPort !== null) recordConfPort(getConfFile(profile), rpcPort, print)
}
