import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { NodeClient, SlowStop } from '../thread/nodeClient.ts'
import { type ChainEvents, createChainEvents } from './chainEvents.ts'
import { type ChainRunRecord, createChainMemory } from './chainMemory.ts'
import { type ChainProfile, createProfiles, portsOf, sandboxPair } from './chainProfile.ts'
import { type ChainRun, createChainRun, type Tip } from './chainRun.ts'
import { type Listening, portObstacle } from './listening.ts'
import type { Registry } from './registry.ts'
import { createSandboxFriend, type SandboxFriend } from './sandboxFriend.ts'
import type { StartArguments } from './startArguments.ts'

/** Heights change often, and in a list nobody waits for them. */
const HEIGHTS_MS = 2_000
const CHANGES_MS = 50
/** At most so much of a chain's growth is lost from the list in a crash; each time writes one small file, if a chain grew. */
const KEEP_TIPS_MS = 30_000
/** How long the program waits at its end for all nodes to close their files; afterwards its exit ends them by force. */
const EXIT_LIMIT_MS = 120_000

export interface SupervisorDeps {
  readonly registry: Registry
  readonly start: StartArguments
  readonly transport: ThreadData['transport']
  readonly pid: number
  startNode(data: ThreadData): NodeClient
  /** may make the data directory and the conf file */
  listeningOf(argv: readonly string[]): Listening
  /** @throws Error for people */
  makeDirectory(path: string): void
  /** writes a chosen port where other programs look for it */
  recordPort(profile: ChainProfile): void
  /** unix seconds */
  now(): number
  /** for the terminal that the program was started from */
  print(line: string): void
  emit(event: NodeEvent): void
  /** what the node of any chain tells, shown or not */
  chainEvent?(id: string, event: NodeEvent): void
  /** milliseconds until a new tip is written to the list */
  readonly keepTipsWithin?: number
  /** the chain that the command line names was stopped over RPC */
  namedEnded(): void
}

/** All chains with their nodes: what runs, and which one the window shows. */
export interface ChainSupervisor {
  profiles(): readonly ChainProfile[]
  find(id: string): ChainProfile | undefined
  run(id: string): ChainRun
  current(): string | null
  /** Shows another chain in the window and starts it if it is stopped, without waiting for the start; null: none. */
  select(id: string | null): Promise<void>
  /**
   * The two wallets of the sandbox start together.
   * @param words further arguments for this start only
   * @throws Error for people
   */
  start(id: string, words?: readonly string[]): Promise<void>
  /** The two wallets of the sandbox stop together. */
  stop(id: string): Promise<void>
  readonly friend: SandboxFriend
  /** Forgets a chain, which is stopped. */
  drop(id: string): void
  /** the list changed */
  changed(): void
  /** Starts the chains that ran last time, or the one that the command line names. */
  begin(): void
  /** For the end of the program: resolves when all nodes have closed their files, or after two minutes. */
  stopAll(): Promise<void>
  portsInUse(except: string): ReadonlySet<number>
  /** which chain of this program uses the port, for people */
  ours(port: number): string | undefined
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface SupervisorState {
  readonly deps: SupervisorDeps
  readonly runs: Map<string, ChainRun>
  readonly profiles: () => readonly ChainProfile[]
  /** id of the chain that the command line names */
  readonly named: string | undefined
  readonly memory: ChainRunRecord
  /** changes of the list, collected for the windows */
  readonly changes: ChainEvents
  /** new tips, collected for the list on disk */
  readonly tips: ChainEvents
  /** the tips on disk */
  readonly keptTips: Map<string, Tip>
  readonly friend: SandboxFriend
  current: string | null
}

export function createChainSupervisor(deps: SupervisorDeps): ChainSupervisor {
  const { registry, start: given, print, now } = deps
  const profilesIn = createProfiles(given)
  const profiles = () => profilesIn(registry.list().chains)
  const named = given.named && profiles().find(({ argv }) => argv === given.named?.argv)?.id
  const changes = createChainEvents(() => deps.emit({ type: 'chains' }))
  const written = () => changes.changed(CHANGES_MS)
  const state: SupervisorState = {
    ...{ deps, profiles, named, changes, runs: new Map(), keptTips: new Map() },
    memory: createChainMemory({ registry, fixed: named !== undefined, now, print, written }),
    tips: createChainEvents(() => keepTips(state)),
    friend: createSandboxFriend({
      profiles,
      run: (id) => runOf(state, id),
      startNode: (id, words) => startNode(state, id, words),
      print,
    }),
    current: named ?? registry.list().current ?? registry.list().running[0] ?? null,
  }
  return {
    profiles,
    find: (id) => find(state, id),
    run: (id) => runOf(state, id),
    current: () => state.current,
    select: (id) => select(state, id),
    start: (id, words) => startChain(state, id, words),
    async stop(id) {
      await Promise.all(together(state, id).map((each) => stopNode(state, each)))
    },
    friend: state.friend,
    drop(id) {
      state.runs.delete(id)
      state.keptTips.delete(id)
    },
    changed: written,
    begin() {
      for (const id of named === undefined ? registry.list().running : [named]) void startOrReport(state, id)
    },
    stopAll: () => stopAll(state),
    portsInUse: (except) => portsInUse(state, except),
    ours: (port) => ours(state, port),
  }
}

const find = ({ profiles }: SupervisorState, id: string) => profiles().find((profile) => profile.id === id)
const labelOf = (state: SupervisorState, id: string) => find(state, id)?.label ?? id

/** Writes down the tips of listed chains that have moved. */
function keepTips(state: SupervisorState): void {
  const { runs, keptTips, memory } = state
  const moved = [...runs].flatMap(([id, run]) => {
    const tip = run.tip()
    return tip !== undefined && tip !== keptTips.get(id) && find(state, id)?.entry !== undefined
      ? [[id, tip] as const]
      : []
  })
  for (const [id, tip] of moved) keptTips.set(id, tip)
  if (moved.length > 0) void memory.seen(moved)
}

function ours({ profiles, runs }: SupervisorState, port: number): string | undefined {
  const uses = (profile: ChainProfile) =>
    runs.get(profile.id)?.alive() === true && Object.values(portsOf(profile)).includes(port)
  const holder = profiles().find(uses)
  return holder && `the chain ${holder.label} of this program`
}

function portsInUse({ profiles }: SupervisorState, except: string): ReadonlySet<number> {
  const others = profiles().filter(({ id }) => id !== except)
  return new Set(others.flatMap((profile) => Object.values(portsOf(profile))))
}

/** The chain's node, running or not. */
function runOf(state: SupervisorState, id: string): ChainRun {
  const { deps, runs, changes, tips } = state
  const known = runs.get(id)
  if (known) return known
  const run = createChainRun({
    transport: deps.transport,
    startNode: deps.startNode,
    obstacle: (argv) => obstacle(state, id, argv),
    changed(what) {
      changes.changed(what === 'tip' ? HEIGHTS_MS : CHANGES_MS)
      if (what === 'tip') tips.changed(deps.keepTipsWithin ?? KEEP_TIPS_MS)
    },
    event(event) {
      deps.chainEvent?.(id, event)
      if (id === state.current) deps.emit(event)
    },
    ended: (crash) => ended(state, id, crash),
    slowStop: (wait) => deps.print(`${labelOf(state, id)}: ${slowStopText(wait)}`),
  })
  runs.set(id, run)
  return run
}

async function obstacle(state: SupervisorState, id: string, argv: readonly string[]): Promise<string | undefined> {
  const { deps } = state
  const profile = find(state, id)
  const listening = deps.listeningOf(argv)
  const others = portsInUse(state, id)
  const found = await portObstacle(listening, profile?.lenient ?? false, others, {
    ours: (port) => ours(state, port),
    pid: deps.pid,
  })
  if (found === undefined && profile !== undefined) deps.recordPort(profile)
  return found
}

function ended(state: SupervisorState, id: string, crash: string | undefined): void {
  const { deps, memory, named, runs } = state
  if (crash !== undefined) deps.print(`${labelOf(state, id)}: ${crash}`)
  else if (id === named) deps.namedEnded()
  else void memory.stopped(id)
  void memory.seen([[id, runs.get(id)?.tip()]])
}

function slowStopText({ seconds, state }: SlowStop): string {
  if (state === 'closed') return `stopped, waiting for its thread to end (${seconds} s)`
  const doing = state === 'busy' ? 'busy with a long step' : 'closing its files'
  return `still stopping after ${seconds} s: ${doing}`
}

/** The chain, and the other wallet of the sandbox if it is one of the two. */
function together({ profiles }: SupervisorState, id: string): readonly string[] {
  const { me, friend } = sandboxPair(profiles())
  if (me === undefined || friend === undefined) return [id]
  return id === me.id || id === friend.id ? [me.id, friend.id] : [id]
}

async function stopNode(state: SupervisorState, id: string): Promise<void> {
  const { memory } = state
  await runOf(state, id).stop()
  await memory.seen([[id, runOf(state, id).tip()]])
  await memory.stopped(id)
}

/** Friend starts after Me, whom nobody lets wait for it. */
async function startChain(state: SupervisorState, id: string, words: readonly string[] = []): Promise<void> {
  const { friend } = sandboxPair(state.profiles())
  if (friend !== undefined && id === friend.id) {
    if (words.length > 0) await startNode(state, id, words)
    return state.friend.start()
  }
  await startNode(state, id, words)
  if (friend !== undefined && together(state, id).length > 1) void startOrReport(state, friend.id)
}

async function startNode(state: SupervisorState, id: string, words: readonly string[]): Promise<void> {
  const profile = find(state, id)
  if (profile === undefined) throw new Error(`There is no chain ${id}`)
  if (profile.params !== undefined) state.deps.makeDirectory(profile.directory)
  const started = runOf(state, id).start(profile.argv, words)
  if (profile.entry !== undefined) void state.memory.started(id)
  await started
}

/** Without waiting: a failure goes to the terminal, and the list shows it. */
function startOrReport(state: SupervisorState, id: string): Promise<void> {
  return startChain(state, id).catch((error: unknown) => {
    const { label = id, kind } = find(state, id) ?? {}
    state.deps.print(`${kind === 'commandline' ? 'The node' : label} did not start: ${textOf(error)}`)
  })
}

async function select(state: SupervisorState, id: string | null): Promise<void> {
  if (id !== state.current) {
    state.current = id
    state.deps.emit({ type: 'chain', id })
    state.changes.changed(CHANGES_MS)
  }
  if (id !== null && runOf(state, id).now().state === 'stopped') void startOrReport(state, id)
  await state.memory.shown(id)
}

async function stopAll(state: SupervisorState): Promise<void> {
  const { runs, memory, tips, changes, deps } = state
  const all = [...runs]
  const stopped = Promise.all(all.map(([, run]) => run.stop())).then(() => true)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), EXIT_LIMIT_MS)))
  if (!(await Promise.race([stopped, late])))
    deps.print('A node did not close its files in time and ends with the program')
  clearTimeout(timer)
  tips.end()
  if (all.length > 0) await memory.seen(all.map(([id, run]) => [id, run.tip()]))
  changes.end()
}
