import type { Clock, Logger, PeerNetwork, Random } from '../interfaces.ts'
import type { Mempool } from '../mempool/index.ts'
import { blockHash, serializeBlock, serializeHeaderWithoutSolution } from '../primitives/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { createSolutionRate } from './solutionRate.ts'
import type { SolverFind, StartSolverThread } from './solver/index.ts'
import { createSolverTeam } from './solverTeam.ts'
import { type TemplateBuilder, templateBlock } from './template.ts'
import type { BlockTemplate, MiningChain, Timers } from './types.ts'

export interface SoloMinerOptions {
  /** threads that may be used (`-genproclimit`); below 0: one for each core */
  readonly limit: number
  readonly cores: number
  /** Mines without peers, too (`-testnode`): the way to make a chain's first blocks. */
  readonly alone: boolean
}

export interface SoloMinerDeps {
  readonly chain: MiningChain & { subscribe(listener: () => void): () => void }
  readonly mempool: Mempool
  readonly templates: TemplateBuilder
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly logger: Logger
  readonly network: () => Pick<PeerNetwork, 'connectionCount' | 'syncState'>
  /** scriptPubKey of the reward; asked for one block, and again after it is found. undefined: nobody can be paid */
  readonly script: () => Uint8Array | undefined
  readonly startThread: StartSolverThread
}

export interface SoloMinerStatus {
  /** whether it is switched on */
  readonly generate: boolean
  /** as it was asked for; −1: one for each core */
  readonly limit: number
  readonly state: 'off' | 'waiting' | 'mining'
  /** what it waits for, or what made it stop; one sentence, empty: nothing */
  readonly detail: string
  readonly threads: number
  /** a second, measured */
  readonly solutionRate: number
  /** since it was switched on */
  readonly solutions: number
  /** since the node started */
  readonly blocksFound: number
  readonly lastBlock: { readonly hash: string; readonly height: number; readonly time: number } | undefined
}

/** Mines the chain's true proof of work, alone, on threads of their own, for as long as it is switched on. */
export interface SoloMiner {
  /** @param limit threads; below 0: one for each core; 0: off; undefined: as before */
  setGenerate(on: boolean, limit?: number): void
  status(): SoloMinerStatus
  /** Called at every change, and each second while it is switched on. */
  onChange(listener: (status: SoloMinerStatus) => void): () => void
  /** Ends it for good; resolves when no thread is left. */
  stop(): Promise<void>
}

const TICK_MILLIS = 1_000
/** New transactions wait so long for a block that has them. */
const MEMPOOL_MILLIS = 5_000
/** A header's time may not grow old. */
const TEMPLATE_MILLIS = 30_000
/** Whoever is still behind would mine what nobody wants. */
const FETCHING: readonly string[] = ['starting', 'indexing', 'headers', 'blocks', 'reorganising']

/** A find may be for a template that was replaced a moment ago. */
const MAX_WORKS = 4

interface Work {
  readonly job: number
  readonly template: BlockTemplate
}

export function createSoloMiner(options: SoloMinerOptions, deps: SoloMinerDeps): SoloMiner {
  const { chain, mempool, templates, clock, random, timers } = deps
  const log = deps.logger.child('mining')
  const listeners = new Set<(status: SoloMinerStatus) => void>()
  const rate = createSolutionRate()
  const team = createSolverTeam(deps.startThread, { found, failed })
  let generate = false
  let limit = options.limit
  let stopped = false
  let detail = ''
  let timer: unknown
  let jobs = 0
  /** what the threads work on, newest last; all on the same block */
  let works: Work[] = []
  let script: Uint8Array | undefined
  /** why no template could be made, told once */
  let lastRefusal = ''
  let madeAt = 0
  let madeWith = -1
  let blocksFound = 0
  let lastBlock: SoloMinerStatus['lastBlock']

  const wanted = () => (limit < 0 ? options.cores : limit)

  function status(): SoloMinerStatus {
    const state = !generate ? 'off' : works.length > 0 ? 'mining' : 'waiting'
    const common = { generate, limit, state, detail, blocksFound, lastBlock } as const
    return { ...common, threads: team.size(), solutionRate: rate.value(), solutions: team.solutions() }
  }
  const tell = (): void => {
    const current = status()
    for (const listener of [...listeners]) listener(current)
  }

  function schedule(millis: number): void {
    if (timer !== undefined) timers.clear(timer)
    timer = generate && !stopped ? timers.set(tick, millis) : undefined
  }

  function tick(): void {
    timer = undefined
    rate.sample(team.solutions(), clock.millis())
    const age = clock.millis() - madeAt
    const news = madeWith !== mempool.updates() && age >= MEMPOOL_MILLIS
    if (works.length === 0 || news || age >= TEMPLATE_MILLIS || obstacle() !== '') refresh()
    tell()
    schedule(TICK_MILLIS)
  }

  /** Why nothing can be mined now; empty: nothing is in the way. */
  function obstacle(): string {
    const network = deps.network()
    const { state } = network.syncState()
    if (network.connectionCount() === 0) {
      return options.alone ? '' : 'No peer is connected. The first blocks of a chain are mined alone with -testnode=1.'
    }
    return FETCHING.includes(state) ? 'The chain is still being fetched.' : ''
  }

  /** Gives the threads a new template, or takes theirs away. */
  function refresh(): void {
    detail = obstacle()
    script ??= detail === '' ? deps.script() : undefined
    if (detail === '' && !script)
      detail = 'There is no key to mine to: set -pubkey or -mineraddress, or use the wallet.'
    const template = detail === '' ? build(script!) : undefined
    if (!template) {
      rest()
      return
    }
    if (works[0]?.template.prev !== template.prev) works = []
    const job = ++jobs
    works = [...works.slice(1 - MAX_WORKS), { job, template }]
    madeAt = clock.millis()
    madeWith = mempool.updates()
    team.resize(wanted())
    const { target } = template
    team.work(() => {
      const header = serializeHeaderWithoutSolution({ ...template.header, nonce: random.bytes(32) })
      return { id: job, header, target }
    })
    if (works.length === 1) team.cancelBefore(job)
  }

  function build(to: Uint8Array): BlockTemplate | undefined {
    try {
      return templates.build({ script: to })
    } catch (error) {
      detail = error instanceof Error ? error.message : String(error)
      if (detail !== lastRefusal) log.warn('no block can be made', { reason: detail })
      lastRefusal = detail
      return undefined
    }
  }

  /** Nothing to work on: what is being searched is worth nothing. */
  function rest(): void {
    works = []
    team.cancelBefore(jobs + 1)
  }

  function tipChanged(): void {
    if (!generate || works[0]?.template.prev === chain.tip()) return
    rest()
    schedule(0)
  }

  function found({ job, header, solution }: SolverFind): void {
    const template = works.find((work) => work.job === job)?.template
    if (!template || template.prev !== chain.tip()) return
    const solved = { ...template.header, nonce: header.slice(-32), solution }
    // The next block pays to a key of its own.
    script = undefined
    const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header: solved }))
    if (refusal !== null) {
      log.warn('a mined block was refused', { reason: refusal })
      return
    }
    const hash = toDisplayHex(blockHash(solved))
    blocksFound++
    lastBlock = { hash, height: template.height, time: solved.time }
    log.info('found a block', { height: template.height, hash })
    tell()
  }

  function failed(error: Error): void {
    log.error('a mining thread ended', { reason: error.message })
    if (generate && team.size() === 0) {
      switchOff()
      detail = error.message
    }
    tell()
  }

  function switchOff(): void {
    generate = false
    rest()
    rate.reset()
    schedule(0)
    team.resize(0)
  }

  const unsubscribe = chain.subscribe(tipChanged)

  return {
    setGenerate(on, newLimit) {
      if (stopped) return
      if (newLimit !== undefined) limit = Math.max(newLimit, -1)
      detail = ''
      if (!on || limit === 0) switchOff()
      else if (generate) team.resize(works.length > 0 ? wanted() : 0)
      else {
        generate = true
        script = undefined
        schedule(0)
      }
      tell()
    },
    status,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped = true
      unsubscribe()
      switchOff()
      await team.stopped()
    },
  }
}
