import type { Logger, PeerNetwork, Random } from '../core/index.ts'
import { blockHash, serializeBlock, serializeHeaderWithoutSolution } from '../primitives/index.ts'
import { toDisplayHex } from '../util/index.ts'
import type { MinedBlock, MinerRecord } from './minerRecord.ts'
import { findMiningObstacle } from './obstacle.ts'
import { SolutionRate } from './solutionRate.ts'
import type { SolverFind, StartSolverThread } from './solver/index.ts'
import { SolverTeam } from './solverTeam.ts'
import { templateBlock } from './template.ts'
import { TemplateFeed, type TemplateFeedDeps } from './templateFeed.ts'
import type { MiningChain, PowerSource, SoloMinerStatus, Timers } from './types.ts'

export interface SoloMinerOptions {
  /** whether it is on from the start (`-gen`); undefined: as it was at the end, if it is to resume */
  readonly generate: boolean | undefined
  /** threads that may be used (`-genproclimit`); below 0: one for each core; undefined: as chosen last */
  readonly limit: number | undefined
  readonly cores: number
  /** Mines without peers too (`-testnode`), as the first blocks of a chain need. */
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

/** Solo mining of the chain's full proof of work, on threads of their own, while it is switched on. */
export class SoloMiner {
  readonly #options: SoloMinerOptions
  readonly #deps: SoloMinerDeps
  readonly #log: Logger
  readonly #listeners = new Set<(status: SoloMinerStatus) => void>()
  readonly #rate = new SolutionRate()
  readonly #feed: TemplateFeed
  readonly #team: SolverTeam
  readonly #unsubscribe: () => void
  /** whether it is switched on */
  #generate = false
  /** threads, as requested; below 0: one for each core */
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

  /** Called once, at the start: mines if the options say so, or if it was on and is to resume. */
  begin(): void {
    const { record } = this.#deps
    const { generate } = this.#options
    const before = record.choice()
    if (generate ?? (before.generate && record.resumes())) this.#switch(true)
    else this.#interrupted = generate === undefined && before.generate
  }

  /**
   * Switches it on or off, which is remembered over restarts.
   * @param limit threads; below 0: one for each core; 0: off; undefined: as before
   */
  setGenerate(on: boolean, limit?: number): void {
    if (this.#stopped) return
    if (limit !== undefined) this.#limit = Math.max(limit, -1)
    const { record } = this.#deps
    // A number of threads from the command line is no choice to remember; no thread at all is a way to switch it off.
    const kept = limit === undefined || this.#limit === 0 ? record.choice().limit : this.#limit
    record.setChoice({ generate: on && this.#limit !== 0, limit: kept })
    this.#switch(on)
  }

  /** Sets what the machine runs on; unknown until this is called. A pause begins and ends at once. */
  setPower(source: PowerSource): void {
    if (source === this.#power) return
    this.#changePause(() => {
      this.#power = source
    })
  }

  /** @throws the system's error when the choice cannot be kept */
  setPauseOnBattery(on: boolean): void {
    this.#changePause(() => this.#deps.record.setPauseOnBattery(on))
  }

  /** @throws the system's error when the choice cannot be kept */
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

  /** Returns its blocks over all starts, newest first. */
  found(limit: number): readonly MinedBlock[] {
    return this.#deps.record.newest(limit)
  }

  /**
   * Calls the listener at every change, and each second while it is switched on.
   * @returns the function that ends it
   */
  onChange(listener: (status: SoloMinerStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Ends it permanently; resolves when no thread is left. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    this.#switchOff('')
    await this.#team.stopped()
  }

  #isPaused(): boolean {
    return this.#generate && this.#power === 'battery' && this.#deps.record.pauseOnBattery()
  }

  /** Between a block and the template on top of it there is nothing to wait for: that counts as mining. */
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

  /** More threads than cores would cost memory and find nothing more. */
  #resizeTeam(): void {
    const { cores } = this.#options
    this.#team.resize(this.#limit < 0 ? cores : Math.min(this.#limit, cores))
  }

  /** Sets the next tick, unless it is off or paused. */
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

  /** Gives the threads a new template; one on the same tip does not cancel their present search. */
  #workOnNextTemplate(): void {
    const fed = this.#feed.next()
    if (typeof fed === 'string') {
      if (fed !== this.#detail) this.#log.warn('no block can be made', { reason: fed })
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

  /** Cancels the present search: there is nothing to work on. */
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

  #submit({ job, header, solution }: SolverFind): void {
    const template = this.#feed.find(job)
    if (!template) return
    // The next block pays to a key of its own.
    this.#feed.changeScript()
    const { chain, record } = this.#deps
    const solved = { ...template.header, nonce: header.slice(-32), solution }
    const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header: solved }))
    if (refusal !== null) {
      this.#log.warn('a mined block was refused', { reason: refusal })
      return
    }
    const block = { hash: toDisplayHex(blockHash(solved)), height: template.height, time: solved.time }
    this.#blocksFound++
    this.#lastBlock = block
    record.add({ ...block, reward: template.coinbase.vout[0]?.value ?? 0n, staked: false })
    this.#log.info('found a block', { height: block.height, hash: block.hash })
    this.#notify()
  }

  #onThreadFailure(error: Error): void {
    this.#log.error('a mining thread ended', { reason: error.message })
    if (this.#generate && this.#team.size() === 0) this.#switchOff(error.message)
    this.#notify()
  }

  /** Switches it on or off without remembering that. */
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

  /** Makes a change that may begin or end a pause. A pause frees the memory of the threads: it may last for hours. */
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
