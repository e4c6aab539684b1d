import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from '../thread/messages.ts'
import type { SlowStop } from '../thread/nodeClient.ts'
import { ChainEvents } from './chainEvents.ts'
import { type ChainProfile, ChainProfiles, portsOf, sandboxPair } from './chainProfile.ts'
import { ChainRun, type RunningNode, type Tip } from './chainRun.ts'
import { ChainRunRecord, changeEntry } from './chainRunRecord.ts'
import { type Listening, portObstacle, replacementPorts } from './listening.ts'
import type { PortDeps } from './preflight/ports.ts'
import type { Registry } from './registry.ts'
import { SandboxFriend } from './sandboxFriend.ts'
import { SandboxPrivacy } from './sandboxPrivacy.ts'
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
  startNode(data: ThreadData): RunningNode
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

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** All chains with their nodes: what runs, and which one the window shows. */
export class ChainSupervisor {
  readonly #deps: SupervisorDeps
  readonly #runs = new Map<string, ChainRun>()
  readonly #profiles: ChainProfiles
  /** id of the chain that the command line names */
  readonly #named: string | undefined
  readonly #memory: ChainRunRecord
  /** changes of the list, collected for the windows */
  readonly #changes: ChainEvents
  /** new tips, collected for the list on disk */
  readonly #tips: ChainEvents
  /** the tips on disk */
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

  /** Returns the chain's node, running or not. */
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

  /** Shows another chain in the window and starts it if it is stopped, without waiting for the start; null: none. */
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
   * The two wallets of the sandbox start together: Friend after Me, which does not wait for Friend.
   * @param words further arguments for this start only
   * @throws Error for people
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

  /** The two wallets of the sandbox stop together. */
  async stop(id: string): Promise<void> {
    await this.stopBriefly(id)
    await Promise.all(this.#together(id).map((each) => this.#memory.stopped(each)))
  }

  /** Stops as `stop` does. The list keeps the chain as running: a program killed before it is started again starts it. */
  async stopBriefly(id: string): Promise<void> {
    await Promise.all(this.#together(id).map((each) => this.#stopNode(each)))
  }

  /** Forgets a chain, which is stopped and off the list. */
  drop({ id, kind }: Pick<ChainProfile, 'id' | 'kind'>): void {
    this.privacy.forget({ kind })
    this.#runs.delete(id)
    this.#keptTips.delete(id)
  }

  /** To be called when the list changed. */
  changed(): void {
    this.#changes.changed(CHANGES_MS)
  }

  /** Starts the chains that ran last time, or the one that the command line names. */
  begin(): void {
    const ids = this.#named === undefined ? this.#deps.registry.list().running : [this.#named]
    for (const id of ids) void this.#startOrReport(id)
  }

  /** For the end of the program: resolves when all nodes have closed their files, or after two minutes. */
  async stopAll(): Promise<void> {
    const all = [...this.#runs]
    const stopped = Promise.all(all.map(([, run]) => run.stop())).then(() => true)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), EXIT_LIMIT_MS)))
    if (!(await Promise.race([stopped, late])))
      this.#deps.print('A node did not close its files in time and ends with the program')
    clearTimeout(timer)
    this.#tips.end()
    if (all.length > 0) await this.#memory.seen(all.map(([id, run]) => [id, run.tip()]))
    this.#changes.end()
  }

  portsInUse(except: string): ReadonlySet<number> {
    const others = this.profiles().filter(({ id }) => id !== except)
    return new Set(others.flatMap((profile) => Object.values(portsOf(profile))))
  }

  /** Returns which chain of this program uses the port, for people. */
  ours(port: number): string | undefined {
    const uses = (profile: ChainProfile) =>
      this.#runs.get(profile.id)?.holdsPorts() === true && Object.values(portsOf(profile)).includes(port)
    const holder = this.profiles().find(uses)
    return holder && `the chain ${holder.label} of this program`
  }

  #findLabel(id: string): string {
    return this.find(id)?.label ?? id
  }

  /** Writes down the tips of listed chains that have moved. */
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

  /** Resolves to the arguments to start with. @throws Error with a text for the user: a port is taken */
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

  /** Nobody outside looks for the sandbox at its ports, so it moves to free ones. Resolves to its arguments. */
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

  /** The chain, and the other wallet of the sandbox if it is one of the two. */
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

  /** Without waiting: a failure goes to the terminal, and the list shows it. */
  #startOrReport(id: string): Promise<void> {
    return this.start(id).catch((error: unknown) => {
      const { label = id, kind } = this.find(id) ?? {}
      this.#deps.print(`${kind === 'commandline' ? 'The node' : label} did not start: ${textOf(error)}`)
    })
  }
}

function slowStopText({ seconds, state }: SlowStop): string {
  if (state === 'closed') return `stopped, waiting for its thread to end (${seconds} s)`
  const doing = state === 'busy' ? 'busy with a long step' : 'closing its files'
  return `still stopping after ${seconds} s: ${doing}`
}
