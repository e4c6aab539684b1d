import type { Logger } from '../core/index.ts'
import { obstacleOf } from './obstacle.ts'
import type { SoloMinerDeps, SoloMinerOptions, SoloMinerStatus } from './soloMinerTypes.ts'
import { createSolutionRate, type SolutionRate } from './solutionRate.ts'
import type { SolverEvents } from './solver/index.ts'
import { createSolverTeam, type SolverTeam } from './solverTeam.ts'
import { createTemplateFeed, type TemplateFeed } from './templateFeed.ts'
import type { PowerSource } from './types.ts'

/** Everything that the solo miner remembers while the node runs. */
export interface SoloState {
  readonly options: SoloMinerOptions
  readonly deps: SoloMinerDeps
  readonly log: Logger
  readonly listeners: Set<(status: SoloMinerStatus) => void>
  readonly rate: SolutionRate
  readonly feed: TemplateFeed
  readonly team: SolverTeam
  /** switched on */
  generate: boolean
  /** threads, as it was asked for; below 0: one for each core */
  limit: number
  interrupted: boolean
  stopped: boolean
  detail: string
  power: PowerSource
  timer: unknown
  blocksFound: number
  lastBlock: SoloMinerStatus['lastBlock']
}

export function createSoloState(options: SoloMinerOptions, deps: SoloMinerDeps, events: SolverEvents): SoloState {
  return {
    ...{ options, deps, log: deps.logger.child('mining'), listeners: new Set() },
    rate: createSolutionRate(),
    feed: createTemplateFeed(deps),
    team: createSolverTeam(deps.startThread, events),
    limit: options.limit ?? deps.record.choice().limit,
    ...{ generate: false, interrupted: false, stopped: false, detail: '', power: 'unknown', timer: undefined },
    ...{ blocksFound: 0, lastBlock: undefined },
  }
}

/** More threads than cores would cost memory and find nothing more. */
export function wantedThreads({ limit, options: { cores } }: SoloState): number {
  return limit < 0 ? cores : Math.min(limit, cores)
}

export function isPaused({ generate, power, deps }: SoloState): boolean {
  return generate && power === 'battery' && deps.record.pauseOnBattery()
}

/** Between a block and the template on top of it there is nothing to wait for: that counts as mining. */
function phaseOf(state: SoloState): SoloMinerStatus['state'] {
  if (!state.generate) return 'off'
  if (isPaused(state)) return 'paused'
  return state.detail === '' ? 'mining' : 'waiting'
}

export function soloStatus(state: SoloState): SoloMinerStatus {
  const { options, deps, rate, team, generate, limit, interrupted, detail, power, blocksFound, lastBlock } = state
  const { record } = deps
  const habits = { pauseOnBattery: record.pauseOnBattery(), resumeAtStart: record.resumes(), interrupted }
  const choices = { generate, limit, alone: options.alone, power, ...habits }
  const work = { threads: team.size(), solutionRate: rate.value(), history: rate.history() }
  const finds = { solutions: team.solutions(), blocksFound, lastBlock, blocksEver: record.total() }
  return { state: phaseOf(state), detail, ...choices, ...work, ...finds }
}

export function notifyListeners(state: SoloState): void {
  const status = soloStatus(state)
  for (const listener of [...state.listeners]) listener(status)
}

/** Why nothing can be mined now; empty: nothing prevents it. */
export const soloObstacle = ({ deps, options }: SoloState): string => obstacleOf(deps.network(), options.alone)
