import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { SlowStop } from '../thread/nodeClient.ts'
import { ChainEvents } from './chainEvents.ts'
import { type ChainProfile, ChainProfiles, resolvePorts, sandboxPair } from './chainProfile.ts'
import { ChainRun, type RunningNode, type Tip } from './chainRun.ts'
import { ChainRunRecord, changeEntry } from './chainRunRecord.ts'
import { type Listening, portObstacle, replacementPorts } from './listening.ts'
import type { PortDeps } from './preflight/ports.ts'
import type { Registry } from './registry.ts'
import { SandboxFriend } from './sandboxFriend.ts'
import { SandboxPrivacy } from './sandboxPrivacy.ts'
import type { StartArguments } from './startArguments.ts'

/** Heights change often, and users do not wait for them in a list. */
const HEIGHTS_MS = 2_000
const CHANGES_MS = 50
/**
 * Interval for saving tips: a crash loses at most this much of a chain's growth from the list. Each save writes one
 * small file, only if a chain grew.
 */
const KEEP_TIPS_MS = 30_000
/**
 * Maximum time the program waits on exit for all nodes to close their files. Afterwards they are killed with the
 * process.
 */
const EXIT_LIMIT_MS = 120_000

export interface SupervisorDeps {
  readonly registry: Registry
  readonly start: StartArguments
  readonly transport: ThreadData['transport']
  readonly pid: number
  startNode(data: ThreadData): RunningNode
  /** May create the data directory and the conf file. */
  listeningOf(argv: readonly string[]): Listening
  /** @throws Error with a text for users */
  makeDirectory(path: string): void
  /** Writes a chosen port to the conf file, where other programs read it. */
  recordPort(profile: ChainProfile): void
  /** unix seconds */
  now(): number
  /** Prints a line to the terminal that started the program. */
  print(line: string): void
  emit(event: NodeEvent): void
  /** Receives the events of the nodes of all chains, shown or not. */
  chainEvent?(id: string, event: NodeEvent): void
  /** Delay until a new tip is saved to the list, in ms. */
  readonly keepTipsWithin?: number
  /** Called when the chain named on the command line was stopped over RPC. */
  namedEnded(): void
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Manages all chains and their nodes: which run, and which one the window shows. */
export class ChainSupervisor {
  readonly #deps: SupervisorDeps
  readonly #runs = new Map<string, ChainRun>()
  readonly #profiles: ChainProfiles
  /** id of the chain that the command line names */
  readonly #named: string | undefined
  readonly #memory: ChainRunRecord
  /** changes of the list, batched for the windows */
  readonly #changes: ChainEvents
  /** new tips, batched for the list on disk */
  readonly #tips: ChainEvents
  /** tips saved on disk */
  readonly #keptTips = new Map<string, Tip>()
  #current: string | null
  readonly friend: SandboxFriend
  readonly privacy: SandboxPrivacy

  constructor(deps: SupervisorDeps) {
    const { registry, start, print, now } = deps
    this.#deps = deps
    this.#profiles = new ChainProfiles(start)
    this.privacy = new SandboxPrivacy(() => this.profiles())
    const { named } = start
    this.#named = named && this.profiles().find(({ argv }) => argv === named.argv)?.id
    this.#changes = new ChainEvents(() => deps.emit({ type: 'chains' }))
    const fixed = this.#named !== undefined
    this.#memory = new ChainRunRecord({ registry, fixed, now, print, written: () => this.changed() })
    this.#tips = new ChainEvents(() => this.#keepTips())
    this.friend = new SandboxFriend({
      profiles: () => this.profiles(),
      run: (id) => this.run(id),
      startNode: (id, words) => this.#startNode(id, words),
      print,
    })
    this.#current = this.#named ?? registry.list().current ?? registry.list().running[0] ?? null
  }

  profiles(): readonly ChainProfile[] {
    return this.#profiles.of(this.#deps.registry.list().chains)
  }

  find(id: string): ChainProfile | undefined {
    return this.profiles().find((profile) => profile.id === id)
  }

  /** Returns the run of the chain, creating it if necessary. */
  run(id: string): ChainRun {
    const known = this.#runs.get(id)
    if (known) return known
    const deps = this.#deps
    const run = new ChainRun({
      transport: deps.transport,
      startNode: (data) => deps.startNode({ ...data, pair: this.privacy.startData(id, data.argv) }),
      prepare: (kept, once) => this.#prepare(id, kept, once),
      changed: (what) => {
        this.#changes.changed(what === 'tip' ? HEIGHTS_MS : CHANGES_MS)
        if (what === 'tip') this.#tips.changed(deps.keepTipsWithin ?? KEEP_TIPS_MS)
      },
      event: (event) => {
        deps.chainEvent?.(id, event)
        if (id === this.#current) deps.emit(event)
      },
      ended: (crash) => this.#ended(id, crash),
      slowStop: (wait) => deps.print(`${this.#findLabel(id)}: ${slowStopText(wait)}`),
    })
    this.#runs.set(id, run)
    return run
  }

  current(): string | null {
    return this.#current
  }

  /** Shows another chain, or none for null, and starts it if it is stopped, without waiting for the start. */
  async select(id: string | null): Promise<void> {
    if (id !== this.#current) {
      this.#current = id
      this.#deps.emit({ type: 'chain', id })
      this.#changes.changed(CHANGES_MS)
    }
    if (id !== null && this.run(id).now().state === 'stopped') void this.#startOrReport(id)
    await this.#memory.shown(id)
  }

  /**
   * Starts a chain. The sandbox's two wallets start together: Friend after Me, and the start of Me does not wait for
   * Friend.
   * @param words further arguments for this start only
   * @throws Error with a text for users
   */
  async start(id: string, words: readonly string[] = []): Promise<void> {
    const { friend } = sandboxPair(this.profiles())
    if (friend !== undefined && id === friend.id) {
      if (words.length > 0) await this.#startNode(id, words)
      return this.friend.start()
    }
    await this.#startNode(id, words)
    if (friend !== undefined && this.#together(id).length > 1) void this.#startOrReport(friend.id)
  }

  /** Stops a chain, and with it the sandbox's other wallet. They do not run at the next start. */
  async stop(id: string): Promise<void> {
    await this.stopBriefly(id)
    await Promise.all(this.#together(id).map((each) => this.#memory.stopped(each)))
  }

  /**
   * Stops like `stop`, but the list keeps the chain as running: if the program is killed before restarting it, the next
   * start runs it.
   */
  async stopBriefly(id: string): Promise<void> {
    await Promise.all(this.#together(id).map((each) => this.#stopNode(each)))
  }

  /** Drops the run of a stopped chain that was removed from the list. */
  drop({ id, kind }: Pick<ChainProfile, 'id' | 'kind'>): void {
    this.privacy.forget({ kind })
    this.#runs.delete(id)
    this.#keptTips.delete(id)
  }

  /** Reports a change of the list to the windows. */
  changed(): void {
    this.#changes.changed(CHANGES_MS)
  }

  /** Starts the chains that ran last, or the chain that the command line names. */
  begin(): void {
    const ids = this.#named === undefined ? this.#deps.registry.list().running : [this.#named]
    for (const id of ids) void this.#startOrReport(id)
  }

  /** Stops all nodes on exit. Resolves when they have closed their files, or after two minutes. */
  async stopAll(): Promise<void> {
    const all = [...this.#runs]
    const stopped = Promise.all(all.map(([, run]) => run.stop())).then(() => true)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), EXIT_LIMIT_MS)))
    if (!(await Promise.race([stopped, late])))
      this.#deps.print('A node did not close its files in time and is ended with the program')
    clearTimeout(timer)
    this.#tips.end()
    if (all.length > 0) await this.#memory.seen(all.map(([id, run]) => [id, run.tip()]))
    this.#changes.end()
  }

  portsInUse(except: string): ReadonlySet<number> {
    const others = this.profiles().filter(({ id }) => id !== except)
    return new Set(others.flatMap((profile) => Object.values(resolvePorts(profile))))
  }

  /** Returns a text for users that names the chain of this program that uses the port; undefined if no chain does. */
  ours(port: number): string | undefined {
    const uses = (profile: ChainProfile) =>
      this.#runs.get(profile.id)?.holdsPorts() === true && Object.values(resolvePorts(profile)).includes(port)
    const holder = this.profiles().find(uses)
    return holder && `the chain ${holder.label} of this program`
  }

  #findLabel(id: string): string {
    return this.find(id)?.label ?? id
  }

  /** Saves the tips of listed chains that changed. */
  #keepTips(): void {
    const moved = [...this.#runs].flatMap(([id, run]) => {
      const tip = run.tip()
      return tip !== undefined && tip !== this.#keptTips.get(id) && this.find(id)?.entry !== undefined
        ? [[id, tip] as const]
        : []
    })
    for (const [id, tip] of moved) this.#keptTips.set(id, tip)
    if (moved.length > 0) void this.#memory.seen(moved)
  }

  /** Resolves to the arguments to start with. @throws Error with a text for the user if a port is taken */
  async #prepare(id: string, given: readonly string[], once: readonly string[]): Promise<readonly string[]> {
    const deps = this.#deps
    const kept = await this.#freeSandbox(id, given)
    const profile = this.find(id)
    const listening = deps.listeningOf([...kept, ...once])
    const found = await portObstacle(listening, profile?.lenient ?? false, this.portsInUse(id), this.#portDeps())
    if (found !== undefined) throw new Error(found)
    if (profile !== undefined) deps.recordPort(profile)
    return kept
  }

  /**
   * Moves the sandbox to free ports if its own are taken: no outside program connects to its ports. Resolves to its
   * arguments.
   */
  async #freeSandbox(id: string, argv: readonly string[]): Promise<readonly string[]> {
    const deps = this.#deps
    if (this.find(id)?.kind !== 'sandbox' || this.#named === id) return argv
    const free = await replacementPorts(deps.listeningOf(argv), this.portsInUse(id), this.#portDeps())
    if (free === undefined) return argv
    await deps.registry.update(changeEntry(id, (entry) => ({ ...entry, ...free })))
    this.changed()
    return this.find(id)?.argv ?? argv
  }

  #portDeps(): PortDeps {
    return { ours: (port) => this.ours(port), pid: this.#deps.pid }
  }

  #ended(id: string, crash: string | undefined): void {
    if (crash !== undefined) this.#deps.print(`${this.#findLabel(id)}: ${crash}`)
    else if (id === this.#named) this.#deps.namedEnded()
    else void this.#memory.stopped(id)
    void this.#memory.seen([[id, this.#runs.get(id)?.tip()]])
  }

  /** Returns the ids of the chain and, if it is in the sandbox, of the sandbox's other wallet. */
  #together(id: string): readonly string[] {
    const { me, friend } = sandboxPair(this.profiles())
    if (me === undefined || friend === undefined) return [id]
    return id === me.id || id === friend.id ? [me.id, friend.id] : [id]
  }

  async #stopNode(id: string): Promise<void> {
    await this.run(id).stop()
    await this.#memory.seen([[id, this.run(id).tip()]])
  }

  async #startNode(id: string, words: readonly string[]): Promise<void> {
    const profile = this.find(id)
    if (profile === undefined) throw new Error(`There is no chain ${id}`)
    if (profile.params !== undefined) this.#deps.makeDirectory(profile.directory)
    const started = this.run(id).start(profile.argv, words)
    if (profile.entry !== undefined) void this.#memory.started(id)
    await started
  }

  /** Starts a chain without waiting. A failure is printed to the terminal and shown in the list. */
  #startOrReport(id: string): Promise<void> {
    return this.start(id).catch((error: unknown) => {
      const { label = id, kind } = this.find(id) ?? {}
      this.#deps.print(`${kind === 'commandline' ? 'The node' : label} did not start: ${toMessage(error)}`)
    })
  }
}

function slowStopText({ seconds, state }: SlowStop): string {
  if (state === 'closed') return `stopped, waiting for its thread to end (${seconds} s)`
  const doing = state === 'busy' ? 'busy with a long step' : 'closing its files'
  return `still stopping after ${seconds} s: ${doing}`
}
