import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainMethodName, chainMethods, isChainMethod } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { JsonParseError, type JsonValue, parseJson } from '#shared/json.ts'
import type { Language } from '#shared/languages.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { makeFolder } from '../../config/index.ts'
import { type FileLockDeps, removeLockedLeftovers } from '../../files/index.ts'
import { DataDirectoryLock, describeFileError } from '../../node/index.ts'
import { type AppSettingsStore, createAppSettings } from '../appSettings/index.ts'
import { type ContactCalls, createContactCalls } from '../contacts/index.ts'
import { createOpenings, type LaunchRequests } from '../opening/index.ts'
import type { TokenPictures } from '../pictures/index.ts'
import { appLanguage, systemLanguages } from '../texts/index.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { NodeCallOptions, NodeClient, WindowNode } from '../thread/nodeClient.ts'
import { readOptions, version } from '../thread/readOptions.ts'
import type { FeedSource } from '../updates/index.ts'
import type { DesktopParts } from './appCalls.ts'
import { createAppPictures } from './appPictures.ts'
import { createAppUpdates } from './appUpdates.ts'
import { type ChainCalls, createChainCalls } from './chainCalls.ts'
import { type ChainProfile, confFileOf, profileOf as profileOfEntry } from './chainProfile.ts'
import { createChainRecords } from './chainRecords.ts'
import type { NodeLease } from './chainRun.ts'
import { type ChainSupervisor, createChainSupervisor } from './chainSupervisor.ts'
import { recordConfPort } from './confPort.ts'
import { deleteFolder, finishDeletions } from './folders.ts'
import { type Listening, listeningOf } from './listening.ts'
import { createPreflight } from './preflight/index.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { StartArguments } from './startArguments.ts'

/** Characters of parameters that the app's own thread parses; the longest are the options of a chain. */
const MAX_PARAMS = 1_000_000

/** Of a new RPC password, as in a new conf file. */
const RPC_PASSWORD_BYTES = 33

/** The node of one chain, which calls reach even if the windows show another chain meanwhile. */
export interface ChainLease extends NodeLease, Pick<ChainProfile, 'id' | 'label' | 'name' | 'network' | 'directory'> {}

/** Answers the calls of windows: those about chains itself, all others by the node of the chain that is shown. */
export interface ChainManager extends WindowNode {
  /** any chain searches a faucet claim, which ends with the app */
  searching(): boolean
  /** id of the chain that is shown and gets the calls */
  shown(): string | null
  /** The chain with this id, or the one that is shown. Rejects with an RpcError if it has no node. */
  hold(id?: string): Promise<ChainLease>
  /** Of the sandbox's two wallets the one that this is not, while it runs; undefined for any other chain. */
  holdOther(id: string): Promise<ChainLease | undefined>
  /** of the app itself */
  readonly settings: AppSettingsStore
  /** of the app's own texts */
  language(): Language
  /** what the app was opened with */
  readonly openings: LaunchRequests
  readonly pictures: TokenPictures
  /** folder of the list and of its chains, absolute */
  readonly root: string
  /** Hears the events of all nodes, not only of the chain that is shown. Returns the function that ends it. */
  onChainEvent(listener: (id: string, event: NodeEvent) => void): () => void
  /** Sends an event to all windows. */
  emit(event: NodeEvent): void
  /** Resolves when the chain that the command line names was stopped over RPC: the app ends, too. */
  readonly ended: Promise<void>
  /** Stops every node; gives up waiting after two minutes. */
  stop(): Promise<void>
}

export interface ChainManagerOptions {
  readonly start: StartArguments
  readonly transport: ThreadData['transport']
}

export interface ChainManagerDeps extends FileLockDeps {
  /** of this process */
  readonly pid: number
  startNode(data: ThreadData): NodeClient
  /** a line for the terminal that the program was started from */
  print(line: string): void
  readonly listeningOf?: (argv: readonly string[]) => Listening
  /** the system's, best first; those of the terminal by default */
  systemLanguages?(): readonly string[]
  /** undefined: the windows are in a browser */
  readonly desktop?: DesktopParts | undefined
  /** where newer versions are told of; undefined: this build asks nobody */
  readonly feed?: FeedSource | undefined
  /** what the command line opens; nothing by default */
  readonly openings?: LaunchRequests
  /** a line for the log of the app itself */
  log?(line: string): void
  /** milliseconds until a new tip is written to the list; half a minute by default */
  readonly keepTipsWithin?: number
}

/** Reads the list of chains, starts those that ran last, and answers calls. */
export function createChainManager({ start, transport }: ChainManagerOptions, deps: ChainManagerDeps): ChainManager {
  const { openings = createOpenings() } = deps
  const listeners = new Set<(event: NodeEvent) => void>()
  const chainListeners = new Set<(id: string, event: NodeEvent) => void>()
  const ended = Promise.withResolvers<void>()
  const registry = createRegistry(start.root, deps)
  const listening = deps.listeningOf ?? listeningOf
  const seconds = () => Math.floor(deps.now() / 1000)
  const settings = createAppSettings(start.root, deps)
  const language = () => appLanguage(settings.now(), deps.systemLanguages?.() ?? systemLanguages(process.env))
  const emit = (event: NodeEvent) => {
    for (const listener of listeners) listener(event)
  }
  settings.onChange(() => emit({ type: 'settings' }))
  openings.onChange(() => emit({ type: 'opening' }))
  const supervisor = createChainSupervisor({
    ...{ registry, start, transport, pid: deps.pid, now: seconds },
    startNode: (data) => deps.startNode(data),
    listeningOf: listening,
    makeDirectory,
    recordPort: (profile) => recordPort(profile, deps),
    print: (line) => deps.print(line),
    emit,
    chainEvent: (id, event) => {
      for (const listener of chainListeners) listener(id, event)
    },
    namedEnded: () => ended.resolve(),
    ...(deps.keepTipsWithin !== undefined && { keepTipsWithin: deps.keepTipsWithin }),
  })
  const records = createChainRecords({ root: start.root, registry, supervisor, now: deps.now })
  const contacts = createContactCalls(start.root, {
    ...{ now: deps.now, delay: deps.delay },
    newId: () => randomBytes(8).toString('hex'),
    changed: () => emit({ type: 'contacts' }),
  })
  const updates = createAppUpdates(start, { settings, supervisor, now: seconds, emit }, deps)
  const pictures = createAppPictures(supervisor)
  const chainCalls = createChainCalls({
    ...{ root: start.root, registry, supervisor, records, now: seconds },
    ...{ settings, desktop: deps.desktop, updates, openings, pictures, language },
    ...{ common: start.common, readOptions, password: () => randomBytes(RPC_PASSWORD_BYTES).toString('hex') },
    profileOf: (entry) => profileOfEntry(entry, start),
    deleteFolder: (profile) => deleteChain(start.root, profile),
    preflight: createPreflight({ root: start.root, supervisor, listeningOf: listening, now: seconds, pid: deps.pid }),
  })
  const calls = { ...chainCalls, ...contacts }
  const startedAt = seconds()
  let stopping: Promise<void> | undefined

  const open = (): void => {
    if (stopping !== undefined) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'Shutting down')
  }
  const profileOf = (id: string | null): ChainProfile => {
    const profile = id === null ? undefined : supervisor.find(id)
    if (profile === undefined) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'No chain is open')
    return profile
  }

  begin({ registry, settings, supervisor, root: start.root }, deps)
  const endUpdates = updates.begin()

  return {
    searching: () => supervisor.profiles().some(({ id }) => supervisor.run(id).searching()),
    shown: () => supervisor.current(),
    ...{ ended: ended.promise, settings, language, openings, pictures, root: start.root, emit },
    onChainEvent(listener) {
      chainListeners.add(listener)
      return () => chainListeners.delete(listener)
    },
    async call(method, params, options = {}) {
      open()
      if (options.signal?.aborted) throw new RpcError(RPC_ERROR.MISC, 'Cancelled')
      if (isChainMethod(method)) return answer(calls, method, params, options.signal)
      const profile = profileOf(supervisor.current())
      const run = supervisor.run(profile.id)
      await run.idle()
      if (method === 'getnodestatus' && !run.alive()) return absentStatus(profile, run.now(), startedAt)
      return run.call(method, params, options)
    },
    async hold(id) {
      open()
      return held(supervisor, profileOf(id ?? supervisor.current()))
    },
    async holdOther(id) {
      const other = supervisor.friend.otherOf(id)
      return other && held(supervisor, other)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      endUpdates()
      stopping ??= supervisor.stopAll()
      return stopping
    },
  }
}

async function held(
  supervisor: ChainSupervisor,
  { id, label, name, network, directory }: ChainProfile,
): Promise<ChainLease> {
  return { id, label, name, network, directory, ...(await supervisor.run(id).hold()) }
}

interface Begun {
  readonly registry: Registry
  readonly settings: AppSettingsStore
  readonly supervisor: ChainSupervisor
  readonly root: string
}

/** Files of the root that are written under their lock. */
const LOCKED_FILES = ['chains.json', 'contacts.json', 'app.json', 'updates.json'] as const

function begin({ registry, settings, supervisor, root }: Begun, deps: ChainManagerDeps): void {
  for (const notice of [registry.notice(), settings.notice()]) if (notice !== null) deps.print(notice)
  void finishDeletions(root)
  void removeLockedLeftovers(root, LOCKED_FILES, deps)
  supervisor.begin()
}

/** Decodes parameters and encodes the result by the contract, like the node's dispatcher. */
async function answer(
  calls: ChainCalls & ContactCalls,
  name: ChainMethodName,
  paramsText: string,
  signal: NodeCallOptions['signal'],
): Promise<string> {
  const method: Method = chainMethods[name]
  const handler = calls[name] as (params: unknown, signal: AbortSignal | undefined) => unknown
  return method.result.encode(await handler(parseParams(method, valuesOf(paramsText), { maxMoney: 0n }), signal))
}

function valuesOf(text: string): readonly JsonValue[] {
  if (text.length > MAX_PARAMS) throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params are too long')
  try {
    const values = parseJson(text)
    if (Array.isArray(values)) return values
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error
  }
  throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params must be an array')
}

/** The answer to `getnodestatus` for a chain without a running node. */
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
    dataDir: network === 'regtest' ? join(directory, 'regtest') : directory,
    sandbox: kind === 'sandbox',
    ...{ indexProblem: null, walletProblem: null },
  }
  return methods.getnodestatus.result.encode(status)
}

/** @throws Error with a text for people */
function makeDirectory(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    throw new Error(describeFileError(error, path) ?? `The folder ${path} cannot be made.`, { cause: error })
  }
}

function recordPort(profile: ChainProfile, { print }: Pick<ChainManagerDeps, 'print'>): void {
  const { rpcPort = null } = profile.entry ?? {}
  if (rpcPort !== null) recordConfPort(confFileOf(profile), rpcPort, print)
}

/**
 * Takes the data directory's lock first, which a node of another program would hold.
 * @throws Error with a text for people
 */
async function deleteChain(root: string, { directory, network, entry }: ChainProfile): Promise<void> {
  if (entry === undefined) throw new Error(`${directory} is not in the list`)
  const data = network === 'regtest' ? join(directory, 'regtest') : directory
  if (existsSync(join(data, 'lock.db'))) DataDirectoryLock.acquire(data).release()
  await deleteFolder(root, entry.folder)
}
