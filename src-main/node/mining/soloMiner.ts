import type { Logger, PeerNetwork, Random } from '../interfaces.ts'
import { blockHash, serializeBlock, serializeHeaderWithoutSolution } from '../primitives/index.ts'
import { toDisplayHex } from '../util/index.ts'
import type { FoundBlock, MinerRecord } from './minerRecord.ts'
import { createSolutionRate } from './solutionRate.ts'
import type { SolverFind, StartSolverThread } from './solver/index.ts'
import { createSolverTeam } from './solverTeam.ts'
import { templateBlock } from './template.ts'
import { createTemplateFeed, type TemplateFeedDeps } from './templateFeed.ts'
import type { MiningChain, PowerSource, Timers } from './types.ts'

export interface SoloMinerOptions {
  /** whether it is on from the start (`-gen`); undefined: as it was left, where it is to go on */
  readonly generate: boolean | undefined
  /** threads that may be used (`-genproclimit`); below 0: one for each core; undefined: as chosen last */
  readonly limit: number | undefined
  readonly cores: number
  /** Mines without peers, too (`-testnode`): the way to make a chain's first blocks. */
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

export interface SoloMinerStatus {
  /** whether it is switched on */
  readonly generate: boolean
  /** as it was asked for; −1: one for each core */
  readonly limit: number
  /** paused: on battery, and it is to rest then */
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** what it waits for, or what made it stop; one sentence, empty: nothing */
  readonly detail: string
  readonly alone: boolean
  readonly power: PowerSource
  readonly pauseOnBattery: boolean
  /** it goes on at the next start where it was on */
  readonly resumeAtStart: boolean
  /** it was on when the node last ended, has not gone on, and nobody has switched it since */
  readonly interrupted: boolean
  readonly threads: number
  /** a second, measured */
  readonly solutionRate: number
  /** the rate every five seconds of mining, oldest first */
  readonly history: readonly number[]
  /** since it was switched on */
  readonly solutions: number
  /** since the node started */
  readonly blocksFound: number
  readonly lastBlock: { readonly hash: string; readonly height: number; readonly time: number } | undefined
  /** over all starts */
  readonly blocksEver: number
}

/** Mines the chain's true proof of work, alone, on threads of their own, for as long as it is switched on. */
export interface SoloMiner {
  /** What a start does: it mines where the options say so, or where it was on and is to go on. Called once. */
  begin(): void
  /**
   * Switches it as somebody wants it, which is remembered.
   * @param limit threads; below 0: one for each core; 0: off; undefined: as before
   */
  setGenerate(on: boolean, limit?: number): void
  /** What the machine runs on; until it is told, unknown. A pause begins and ends at once. */
  setPower(source: PowerSource): void
  /** @throws the system's error when the choice cannot be kept */
  setPauseOnBattery(on: boolean): void
  /** @throws the system's error when the choice cannot be kept */
  setResumeAtStart(on: boolean): void
  status(): SoloMinerStatus
  /** its blocks over all starts, newest first */
  found(limit: number): readonly FoundBlock[]
  /** Called at every change, and each second while it is switched on. */
  onChange(listener: (status: SoloMinerStatus) => void): () => void
  /** Ends it for good; resolves when no thread is left. */
  stop(): Promise<void>
}

const TICK_MILLIS = 1_000
/** Whoever is still behind would mine what nobody wants. */
const FETCHING: readonly string[] = ['starting', 'indexing', 'headers', 'blocks', 'reorganising']

export function createSoloMiner(options: SoloMinerOptions, deps: SoloMinerDeps): SoloMiner {
  const { chain, clock, random, timers, record } = deps
  const log = deps.logger.child('mining')
  const listeners = new Set<(status: SoloMinerStatus) => void>()
  const rate = createSolutionRate()
  const feed = createTemplateFeed(deps)
  const team = createSolverTeam(deps.startThread, { found, failed })
  let generate = false
  let limit = options.limit ?? record.choice().limit
  let interrupted = false
  let stopped = false
  let detail = ''
  let power: PowerSource = 'unknown'
  let timer: unknown
  let blocksFound = 0
  let lastBlock: SoloMinerStatus['lastBlock']

  /** More than there are cores would cost memory and find nothing more. */
  const wanted = () => (limit < 0 ? options.cores : Math.min(limit, options.cores))

  const paused = () => generate && power === 'battery' && record.pauseOnBattery()

  /** Between a block and the template on it there is nothing to wait for: that is mining, too. */
  const stateNow = () => (!generate ? 'off' : paused() ? 'paused' : detail === '' ? 'mining' : 'waiting')

  function status(): SoloMinerStatus {
    const habits = { pauseOnBattery: record.pauseOnBattery(), resumeAtStart: record.resumes(), interrupted }
    const choices = { generate, limit, alone: options.alone, power, ...habits }
    const work = { threads: team.size(), solutionRate: rate.value(), history: rate.history() }
    const finds = { solutions: team.solutions(), blocksFound, lastBlock, blocksEver: record.total() }
    return { state: stateNow(), detail, ...choices, ...work, ...finds }
  }
  const tell = (): void => {
    const current = status()
    for (const listener of [...listeners]) listener(current)
  }

  function schedule(millis: number): void {
    if (timer !== undefined) timers.clear(timer)
    timer = generate && !stopped && !paused() ? timers.set(tick, millis) : undefined
  }

  function tick(): void {
    timer = undefined
    const reason = obstacle(deps.network(), options.alone)
    if (reason === '') {
      rate.sample(team.solutions(), clock.millis())
      if (feed.isDue()) refresh()
    } else rest(reason)
    tell()
    schedule(TICK_MILLIS)
  }

  /** Gives the threads a new template; one on the same tip does not call off what they search. */
  function refresh(): void {
    const fed = feed.next()
    if (typeof fed === 'string') {
      if (fed !== detail) log.warn('no block can be made', { reason: fed })
      rest(fed)
      return
    }
    const { job, template, first } = fed
    detail = ''
    team.resize(wanted())
    team.work(() => {
      const header = serializeHeaderWithoutSolution({ ...template.header, nonce: random.bytes(32) })
      return { id: job, header, target: template.target }
    })
    if (first) team.cancelBefore(job)
  }

  /** Nothing to work on: what is being searched is worth nothing. */
  function rest(reason: string): void {
    detail = reason
    if (reason !== '') rate.reset()
    team.cancelBefore(feed.drop())
  }

  function tipChanged(): void {
    if (!feed.active()) return
    rest('')
    schedule(0)
  }

  function found({ job, header, solution }: SolverFind): void {
    const template = feed.find(job)
    if (!template) return
    // The next block pays to a key of its own.
    feed.changeScript()
    const solved = { ...template.header, nonce: header.slice(-32), solution }
    const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header: solved }))
    if (refusal !== null) {
      log.warn('a mined block was refused', { reason: refusal })
      return
    }
    const hash = toDisplayHex(blockHash(solved))
    blocksFound++
    lastBlock = { hash, height: template.height, time: solved.time }
    record.add({ ...lastBlock, reward: template.coinbase.vout[0]?.value ?? 0n })
    log.info('found a block', { height: template.height, hash })
    tell()
  }

  function failed(error: Error): void {
    log.error('a mining thread ended', { reason: error.message })
    if (generate && team.size() === 0) switchOff(error.message)
    tell()
  }

  function turn(on: boolean): void {
    interrupted = false
    if (!on || limit === 0) switchOff('')
    else if (!generate) {
      generate = true
      detail = obstacle(deps.network(), options.alone)
      feed.changeScript()
      team.recount()
      schedule(0)
    } else if (feed.active()) team.resize(wanted())
    tell()
  }

  function switchOff(reason: string): void {
    generate = false
    rest(reason)
    rate.reset()
    schedule(0)
    team.resize(0)
  }

  /** A pause gives the memory of the threads back: it may last for hours. */
  function changePause(change: () => void): void {
    const before = paused()
    change()
    if (!before && paused()) {
      rest('')
      rate.reset()
      team.resize(0)
    }
    if (before !== paused()) schedule(0)
    tell()
  }

  const unsubscribe = chain.subscribe(tipChanged)

  return {
    begin() {
      const before = record.choice()
      if (options.generate ?? (before.generate && record.resumes())) turn(true)
      else interrupted = options.generate === undefined && before.generate
    },
    setGenerate(on, newLimit) {
      if (stopped) return
      if (newLimit !== undefined) limit = Math.max(newLimit, -1)
      // What the command line said of threads is no choice; no thread at all is a way to switch it off.
      const kept = newLimit === undefined || limit === 0 ? record.choice().limit : limit
      record.setChoice({ generate: on && limit !== 0, limit: kept })
      turn(on)
    },
    setPower(source) {
      if (source !== power) changePause(() => (power = source))
    },
    setPauseOnBattery: (on) => changePause(() => record.setPauseOnBattery(on)),
    setResumeAtStart(on) {
      record.setResumes(on)
      tell()
    },
    status,
    found: (limit) => record.newest(limit),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped = true
      unsubscribe()
      switchOff('')
      await team.stopped()
    },
  }
}

/** Why nothing can be mined now; empty: nothing is in the way. */
function obstacle(network: Pick<PeerNetwork, 'connectionCount' | 'syncState'>, alone: boolean): string {
  const { state, detail } = network.syncState()
  if (state === 'unsupported') return detail
  if (network.connectionCount() === 0) {
    return alone ? '' : 'No peer is connected. The first blocks of a chain are mined alone with -testnode=1.'
  }
  return FETCHING.includes(state) ? 'The chain is still being fetched.' : ''
}
