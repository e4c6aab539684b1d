import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from '../messages.ts'
import type { NodeClient } from '../nodeClient.ts'
import type { ChainEntry, ChainList } from './chainList.ts'
import { type ChainRun, createChainRun } from './chainRun.ts'
import type { Listening } from './listening.ts'
import { portObstacle } from './listening.ts'
import type { Registry } from './registry.ts'
import type { StartArguments } from './startArguments.ts'
import { portsOf, type Subject, subjectsOf } from './subject.ts'

/** Heights change all the time and nobody waits for them in a list. */
const HEIGHTS_MS = 2_000
const NEWS_MS = 50

export interface BoardDeps {
  readonly registry: Registry
  readonly start: StartArguments
  readonly transport: ThreadData['transport']
  readonly pid: number
  startNode(data: ThreadData): NodeClient
  /** may make the data directory and the conf file */
  listeningOf(argv: readonly string[]): Listening
  makeDirectory(path: string): void
  /** unix seconds */
  now(): number
  /** for who started the program */
  tell(line: string): void
  emit(event: NodeEvent): void
  /** the chain that the command line names was told to stop by somebody else than us */
  namedEnded(): void
}

/** Every chain with its node: what runs, what the window shows. */
export interface ChainBoard {
  subjects(): readonly Subject[]
  find(id: string): Subject | undefined
  run(id: string): ChainRun
  current(): string | null
  /** Shows another chain in the window; null: none. */
  select(id: string | null): Promise<void>
  /** @throws Error for people */
  start(id: string): Promise<void>
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
  /** Changes the list, and tells who started the program when that fails: the chain itself is not concerned. */
  note(change: (list: ChainList) => ChainList): Promise<void>
}

export const changeEntry =
  (id: string, change: (entry: ChainEntry) => ChainEntry) =>
  (list: ChainList): ChainList => ({
    ...list,
    chains: list.chains.map((entry) => (entry.id === id ? change(entry) : entry)),
  })

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export function createChainBoard(deps: BoardDeps): ChainBoard {
  const { registry, start } = deps
  const runs = new Map<string, ChainRun>()
  const named = start.named === undefined ? undefined : namedId()
  let current: string | null = named ?? registry.list().current
  let timer: NodeJS.Timeout | undefined
  let timerAt = 0

  function namedId(): string | undefined {
    return subjectsOf(registry.list().chains, start).find(({ argv }) => argv === start.named?.argv)?.id
  }
  const subjects = () => subjectsOf(registry.list().chains, start)
  const find = (id: string) => subjects().find((subject) => subject.id === id)

  /** One event for all that happens at about the same time; what is urgent does not wait for what is not. */
  const changed = (within = NEWS_MS) => {
    const at = performance.now() + within
    if (timer !== undefined && timerAt <= at) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timer = undefined
      deps.emit({ type: 'chains' })
    }, within).unref()
  }

  const ours = (port: number) => {
    const holder = subjects().find((subject) => {
      const { p2pport, rpcport } = portsOf(subject)
      return runs.get(subject.id)?.alive() === true && (p2pport === port || rpcport === port)
    })
    return holder && `the chain ${holder.label} of this program`
  }
  const portsInUse = (except: string) =>
    new Set(
      subjects()
        .filter(({ id }) => id !== except)
        .flatMap((subject) => Object.values(portsOf(subject))),
    )

  const note = async (change: (list: ChainList) => ChainList) => {
    await registry.update(change).catch((error: unknown) => deps.tell(textOf(error)))
    changed()
  }
  /** What ran and what was shown is remembered, unless the command line decides. */
  const remember = (change: (list: ChainList) => Partial<ChainList>) =>
    named === undefined ? note((list) => ({ ...list, ...change(list) })) : Promise.resolve()

  const seen = (id: string) => (list: ChainList) => {
    const tip = runs.get(id)?.tip()
    const write = changeEntry(id, (entry) => ({ ...entry, height: tip?.height ?? 0, tipTime: tip?.time ?? 0 }))
    return tip === undefined ? list : write(list)
  }
  const without = (id: string) => (list: ChainList) => ({ running: list.running.filter((other) => other !== id) })

  const ended = (id: string) => (crash: string | undefined) => {
    const label = find(id)?.label ?? id
    if (crash !== undefined) deps.tell(`${label}: ${crash}`)
    else if (id === named) deps.namedEnded()
    else void remember(without(id))
    void note(seen(id))
  }

  const run = (id: string): ChainRun => {
    const known = runs.get(id)
    if (known) return known
    const made = createChainRun({
      transport: deps.transport,
      startNode: deps.startNode,
      obstacle: (argv) => {
        const lenient = find(id)?.lenient ?? false
        return portObstacle(deps.listeningOf(argv), lenient, portsInUse(id), { ours, pid: deps.pid })
      },
      changed: (what) => changed(what === 'tip' ? HEIGHTS_MS : NEWS_MS),
      event: (event) => {
        if (id === current) deps.emit(event)
      },
      ended: ended(id),
    })
    runs.set(id, made)
    return made
  }

  const startOne = async (id: string) => {
    const subject = find(id)
    if (subject === undefined) throw new Error(`There is no chain ${id}`)
    if (subject.params !== undefined) deps.makeDirectory(subject.directory)
    const started = run(id).start(subject.argv)
    if (subject.entry !== undefined) {
      void note(changeEntry(id, (entry) => ({ ...entry, lastUsed: deps.now() })))
      void remember((list) => ({ running: [...new Set([...list.running, id])] }))
    }
    await started
  }
  const startAlone = (id: string) =>
    startOne(id).catch((error: unknown) => {
      const { label = id, kind } = find(id) ?? {}
      deps.tell(`${kind === 'commandline' ? 'The node' : label} did not start: ${textOf(error)}`)
    })

  return {
    subjects,
    find,
    run,
    current: () => current,
    async select(id) {
      if (id !== current) {
        current = id
        deps.emit({ type: 'chain', id })
        changed()
      }
      if (id !== null && run(id).now().state === 'stopped') void startAlone(id)
      await remember(() => ({ current: id }))
    },
    start: startOne,
    async stop(id) {
      await run(id).stop()
      await note(seen(id))
      await remember(without(id))
    },
    drop: (id) => void runs.delete(id),
    changed: () => changed(),
    begin() {
      if (named !== undefined) void startAlone(named)
      else for (const id of registry.list().running) void startAlone(id)
    },
    async stopAll() {
      const all = [...runs.keys()]
      await Promise.all(all.map((id) => run(id).stop()))
      // Waits for changes that are under way, too.
      if (all.length > 0) await note((list) => all.reduce((rest, id) => seen(id)(rest), list))
    },
    portsInUse,
    ours,
    note,
  }
}
