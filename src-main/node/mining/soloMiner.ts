import type { Logger, PeerNetwork, Random } from '../core/index.ts'
import { blockHash, serializeBlock, serializeHeaderWithoutSolution } from '../primitives/index.ts'
import { toDisplayHex } from '../util/index.ts'
import type { MinedBlock, MinerRecord } from './minerRecord.ts'
import { findMiningObstacle } from './obstacle.ts'
import { SolutionRate } from './solutionRate.ts'
import type { SolvedHeader, StartSolverThread } from './solver/index.ts'
import { SolverTeam } from './solverTeam.ts'
import { templateBlock } from './template.ts'
import { TemplateFeed, type TemplateFeedDeps } from './templateFeed.ts'
import type { MiningChain, PowerSource, SoloMinerStatus, Timers } from './types.ts'

export interface SoloMinerOptions {
  /** initial state (`-gen`); undefined means the last state, if it may resume */
  readonly generate: boolean | undefined
  /** maximum number of threads (`-genproclimit`); below 0: one per core; undefined means the last choice */
  readonly limit: number | undefined
  readonly cores: number
  /** Mine without peers too (`-testnode`), which the first blocks of a chain need. */
  readonly alone: boolean
}

export interface SoloMinerDeps extends TemplateFeedDeps {
  readonly chain: MiningChain & { subscribe(listener: () => void): () => void }
  readonly random: Random
  readonly timers: Timers
  readonly logger: Logger
  readonly network: () => Pick<PeerNetwork, 'connectionCount' | 'syncState'>
  readonly startThread: StartSolverThread
  readonly record: MinerRecord
}

const TICK_MS = 1_000

/** Solo miner for the chain's full proof of work; runs solver threads while it is enabled. */
export class SoloMiner {
  readonly #options: SoloMinerOptions
  readonly #deps: SoloMinerDeps
  readonly #log: Logger
  readonly #listeners = new Set<(status: SoloMinerStatus) => void>()
  readonly #rate = new SolutionRate()
  readonly #feed: TemplateFeed
  readonly #team: SolverTeam
  readonly #unsubscribe: () => void
  #generate = false
  /** requested number of threads; below 0: one per core */
  #limit: number
  #interrupted = false
  #stopped = false
  #detail = ''
  #power: PowerSource = 'unknown'
  #timer: unknown
  #blocksFound = 0
  #lastBlock: SoloMinerStatus['lastBlock']

  constructor(options: SoloMinerOptions, deps: SoloMinerDeps) {
    this.#options = options
    this.#deps = deps
    this.#log = deps.logger.child('mining')
    this.#feed = new TemplateFeed(deps)
    this.#team = new SolverTeam(deps.startThread, {
      found: (find) => this.#submit(find),
      failed: (error) => this.#onThreadFailure(error),
    })
    this.#limit = options.limit ?? deps.record.choice().limit
    this.#unsubscribe = deps.chain.subscribe(() => this.#onTipChange())
  }

  /** Call once at the start: mines if the options say so, or if the miner was on and may resume. */
  begin(): void {
    const { record } = this.#deps
    const { generate } = this.#options
    const before = record.choice()
    if (generate ?? (before.generate && record.resumes())) this.#switch(true)
    else this.#interrupted = generate === undefined && before.generate
  }

  /**
   * Turns mining on or off and saves the choice.
   * @param limit number of threads; below 0: one per core; 0: off; undefined keeps the current number
   */
  setGenerate(on: boolean, limit?: number): void {
    if (this.#stopped) return
    if (limit !== undefined) this.#limit = Math.max(limit, -1)
    const { record } = this.#deps
    // A number of threads from the command line is not saved. A limit of 0 means off, so the earlier number is kept.
    const kept = limit === undefined || this.#limit === 0 ? record.choice().limit : this.#limit
    record.setChoice({ generate: on && this.#limit !== 0, limit: kept })
    this.#switch(on)
  }

  /** Sets the power source, which is unknown until the first call. A pause begins or ends at once. */
  setPower(source: PowerSource): void {
    if (source === this.#power) return
    this.#changePause(() => {
      this.#power = source
    })
  }

  /** @throws the system's error if the choice cannot be written */
  setPauseOnBattery(on: boolean): void {
    this.#changePause(() => this.#deps.record.setPauseOnBattery(on))
  }

  /** @throws the system's error if the choice cannot be written */
  setResumeAtStart(on: boolean): void {
    this.#deps.record.setResumes(on)
    this.#notify()
  }

  status(): SoloMinerStatus {
    const { record } = this.#deps
    return {
      state: this.#state(),
      detail: this.#detail,
      generate: this.#generate,
      limit: this.#limit,
      alone: this.#options.alone,
      power: this.#power,
      pauseOnBattery: record.pauseOnBattery(),
      resumeAtStart: record.resumes(),
      interrupted: this.#interrupted,
      threads: this.#team.size(),
      solutionRate: this.#rate.value(),
      history: this.#rate.history(),
      solutions: this.#team.solutions(),
      blocksFound: this.#blocksFound,
      lastBlock: this.#lastBlock,
      blocksEver: record.total(),
    }
  }

  /** Returns blocks found over all starts, newest first. */
  found(limit: number): readonly MinedBlock[] {
    return this.#deps.record.newest(limit)
  }

  /**
   * Calls the listener at every change, and every second while mining is on.
   * @returns a function that unsubscribes
   */
  onChange(listener: (status: SoloMinerStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Stops permanently; resolves when all threads have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    this.#switchOff('')
    await this.#team.stopped()
  }

  #isPaused(): boolean {
    return this.#generate && this.#power === 'battery' && this.#deps.record.pauseOnBattery()
  }

  /** The short time between a block and the next template counts as mining. */
  #state(): SoloMinerStatus['state'] {
    if (!this.#generate) return 'off'
    if (this.#isPaused()) return 'paused'
    return this.#detail === '' ? 'mining' : 'waiting'
  }

  #notify(): void {
    const status = this.status()
    for (const listener of [...this.#listeners]) listener(status)
  }

  #obstacle(): string {
    return findMiningObstacle(this.#deps.network(), this.#options.alone)
  }

  /** Limits the threads to the number of cores: more would use memory without finding more. */
  #resizeTeam(): void {
    const { cores } = this.#options
    this.#team.resize(this.#limit < 0 ? cores : Math.min(this.#limit, cores))
  }

  /** Schedules the next tick, unless mining is off or paused. */
  #schedule(millis: number): void {
    const { timers } = this.#deps
    if (this.#timer !== undefined) timers.clear(this.#timer)
    const continues = this.#generate && !this.#stopped && !this.#isPaused()
    this.#timer = continues ? timers.set(() => this.#tick(), millis) : undefined
  }

  #tick(): void {
    this.#timer = undefined
    const reason = this.#obstacle()
    if (reason === '') {
      this.#rate.sample(this.#team.solutions(), this.#deps.clock.millis())
      if (this.#feed.isDue()) this.#workOnNextTemplate()
    } else this.#rest(reason)
    this.#notify()
    this.#schedule(TICK_MS)
  }

  /** Gives the threads a new template. A template on the same tip does not cancel their current search. */
  #workOnNextTemplate(): void {
    const fed = this.#feed.next()
    if (typeof fed === 'string') {
      if (fed !== this.#detail) this.#log.warn('cannot build a block', { reason: fed })
      this.#rest(fed)
      return
    }
    const { job, template, first } = fed
    this.#detail = ''
    this.#resizeTeam()
    this.#team.work(() => {
      const header = serializeHeaderWithoutSolution({ ...template.header, nonce: this.#deps.random.bytes(32) })
      return { id: job, header, target: template.target }
    })
    if (first) this.#team.cancelBefore(job)
  }

  /** Cancels the current search and records the reason. */
  #rest(reason: string): void {
    this.#detail = reason
    if (reason !== '') this.#rate.reset()
    this.#team.cancelBefore(this.#feed.drop())
  }

  #onTipChange(): void {
    if (!this.#feed.active()) return
    this.#rest('')
    this.#schedule(0)
  }

  #submit({ job, header, solution }: SolvedHeader): void {
    const template = this.#feed.find(job)
    if (!template) return
    // Use a new key for the next block.
    this.#feed.changeScript()
    const { chain, record } = this.#deps
    const solved = { ...template.header, nonce: header.slice(-32), solution }
    const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header: solved }))
    if (refusal !== null) {
      this.#log.warn('mined block rejected', { reason: refusal })
      return
    }
    const block = { hash: toDisplayHex(blockHash(solved)), height: template.height, time: solved.time }
    this.#blocksFound++
    this.#lastBlock = block
    record.add({ ...block, reward: template.coinbase.vout[0]?.value ?? 0n, staked: false })
    this.#log.info('block found', { height: block.height, hash: block.hash })
    this.#notify()
  }

  #onThreadFailure(error: Error): void {
    this.#log.error('mining thread exited', { reason: error.message })
    if (this.#generate && this.#team.size() === 0) this.#switchOff(error.message)
    this.#notify()
  }

  /** Turns mining on or off without saving the choice. */
  #switch(on: boolean): void {
    this.#interrupted = false
    if (!on || this.#limit === 0) this.#switchOff('')
    else if (!this.#generate) {
      this.#generate = true
      this.#detail = this.#obstacle()
      this.#feed.changeScript()
      this.#team.recount()
      this.#schedule(0)
    } else if (this.#feed.active()) this.#resizeTeam()
    this.#notify()
  }

  #switchOff(reason: string): void {
    this.#generate = false
    this.#rest(reason)
    this.#rate.reset()
    this.#schedule(0)
    this.#team.resize(0)
  }

  /**
   * Runs a change that may begin or end a pause. A pause frees the memory of the threads, because it may last for
   * hours.
   */
  #changePause(change: () => void): void {
    const before = this.#isPaused()
    change()
    const paused = this.#isPaused()
    if (!before && paused) {
      this.#rest('')
      this.#rate.reset()
      this.#team.resize(0)
    }
    if (before !== paused) this.#schedule(0)
    this.#notify()
  }
}
