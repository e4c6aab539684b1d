import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from '../messages.ts'
import type { NodeClient } from '../nodeClient.ts'
import { createChainEvents } from './chainEvents.ts'
import { createChainMemory } from './chainMemory.ts'
import { type ChainProfile, createProfiles, portsOf } from './chainProfile.ts'
import { type ChainRun, createChainRun, type Tip } from './chainRun.ts'
import { type Listening, portObstacle } from './listening.ts'
import type { Registry } from './registry.ts'
import type { StartArguments } from './startArguments.ts'

/** Heights change all the time and nobody waits for them in a list. */
const HEIGHTS_MS = 2_000
const NEWS_MS = 50
/** A crash forgets no more of a chain's growth; each time is one write of a small file, and none where nothing grew. */
const KEEP_TIPS_MS = 30_000

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
  /** lets other programs find a port that was chosen */
  recordPort(profile: ChainProfile): void
  /** unix seconds */
  now(): number
  /** for who started the program */
  tell(line: string): void
  emit(event: NodeEvent): void
  /** milliseconds from a new tip until it is written down, for all chains together */
  readonly keepTipsWithin?: number
  /** the chain that the command line names was told to stop by somebody else than us */
  namedEnded(): void
}

/** Every chain with its node: what runs, what the window shows. */
export interface ChainSupervisor {
  profiles(): readonly ChainProfile[]
  find(id: string): ChainProfile | undefined
  run(id: string): ChainRun
  current(): string | null
  /** Shows another chain in the window, and starts it if it is stopped, without waiting; null: none. */
  select(id: string | null): Promise<void>
  /** @param words of this start alone. @throws Error for people */
  start(id: string, words?: readonly string[]): Promise<void>
  stop(id: string): Promise<void>
  /** Forgets that there was such a chain. It is stopped. */
  drop(id: string): void
  /** the list changed */
  changed(): void
  /** Starts what ran last, or the chain that the command line names. */
  begin(): void
  stopAll(): Promise<void>
  portsInUse(except: string): ReadonlySet<number>
  /** whom one of our own ports belongs to, for people */
  ours(port: number): string | undefined
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export function createChainSupervisor(deps: SupervisorDeps): ChainSupervisor {
  const { registry, start } = deps
  const runs = new Map<string, ChainRun>()
  const profilesIn = createProfiles(start)
  const profiles = () => profilesIn(registry.list().chains)
  const find = (id: string) => profiles().find((profile) => profile.id === id)
  const named = start.named && profiles().find(({ argv }) => argv === start.named?.argv)?.id
  const news = createChainEvents(() => deps.emit({ type: 'chains' }))
  const changed = () => news.changed(NEWS_MS)
  const { tell, now } = deps
  const memory = createChainMemory({ registry, fixed: named !== undefined, now, tell, written: changed })
  const kept = new Map<string, Tip>()
  const tips = createChainEvents(() => {
    const moved = [...runs].flatMap(([id, each]) => {
      const tip = each.tip()
      return tip !== undefined && tip !== kept.get(id) && find(id)?.entry !== undefined ? [[id, tip] as const] : []
    })
    for (const [id, tip] of moved) kept.set(id, tip)
    if (moved.length > 0) void memory.seen(moved)
  })
  const grown = () => {
    news.changed(HEIGHTS_MS)
    tips.changed(deps.keepTipsWithin ?? KEEP_TIPS_MS)
  }
  let current: string | null = named ?? registry.list().current ?? registry.list().running[0] ?? null

  const ours = (port: number) => {
    const holds = (profile: ChainProfile) =>
      runs.get(profile.id)?.alive() === true && Object.values(portsOf(profile)).includes(port)
    const holder = profiles().find(holds)
    return holder && `the chain ${holder.label} of this program`
  }
  const portsInUse = (except: string) => {
    const others = profiles().filter(({ id }) => id !== except)
    return new Set(others.flatMap((profile) => Object.values(portsOf(profile))))
  }

  const obstacle = async (id: string, argv: readonly string[]) => {
    const profile = find(id)
    const listening = deps.listeningOf(argv)
    const found = await portObstacle(listening, profile?.lenient ?? false, portsInUse(id), { ours, pid: deps.pid })
    if (found === undefined && profile !== undefined) deps.recordPort(profile)
    return found
  }
  const ended = (id: string, crash: string | undefined) => {
    if (crash !== undefined) tell(`${find(id)?.label ?? id}: ${crash}`)
    else if (id === named) deps.namedEnded()
    else void memory.stopped(id)
    void memory.seen([[id, runs.get(id)?.tip()]])
  }
  const run = (id: string): ChainRun => {
    const known = runs.get(id)
    if (known) return known
    const made = createChainRun({
      transport: deps.transport,
      startNode: deps.startNode,
      obstacle: (argv) => obstacle(id, argv),
      changed: (what) => (what === 'tip' ? grown() : changed()),
      event: (event) => {
        if (id === current) deps.emit(event)
      },
      ended: (crash) => ended(id, crash),
    })
    runs.set(id, made)
    return made
  }

  const startOne = async (id: string, words: readonly string[] = []) => {
    const profile = find(id)
    if (profile === undefined) throw new Error(`There is no chain ${id}`)
    if (profile.params !== undefined) deps.makeDirectory(profile.directory)
    const started = run(id).start([...profile.argv, ...words])
    if (profile.entry !== undefined) void memory.started(id)
    await started
  }
  const startAlone = (id: string) =>
    startOne(id).catch((error: unknown) => {
      const { label = id, kind } = find(id) ?? {}
      tell(`${kind === 'commandline' ? 'The node' : label} did not start: ${textOf(error)}`)
    })

  return {
    ...{ profiles, find, run, portsInUse, ours, changed, start: startOne },
    current: () => current,
    async select(id) {
      if (id !== current) {
        current = id
        deps.emit({ type: 'chain', id })
        changed()
      }
      if (id !== null && run(id).now().state === 'stopped') void startAlone(id)
      await memory.shown(id)
    },
    async stop(id) {
      await run(id).stop()
      await memory.seen([[id, run(id).tip()]])
      await memory.stopped(id)
    },
    drop(id) {
      runs.delete(id)
      kept.delete(id)
    },
    begin() {
      const first = named === undefined ? registry.list().running : [named]
      for (const id of first) void startAlone(id)
    },
    async stopAll() {
      const all = [...runs]
      await Promise.all(all.map(([, each]) => each.stop()))
      tips.end()
      if (all.length > 0) await memory.seen(all.map(([id, each]) => [id, each.tip()]))
    },
  }
}
