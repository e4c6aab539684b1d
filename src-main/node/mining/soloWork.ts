import { blockHash, serializeBlock, serializeHeaderWithoutSolution } from '../primitives/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { isPaused, notifyListeners, type SoloState, soloObstacle, wantedThreads } from './soloMinerState.ts'
import type { SolverFind } from './solver/index.ts'
import { templateBlock } from './template.ts'

const TICK_MILLIS = 1_000

/** Looks again after so many milliseconds, as long as it is switched on and not paused. */
function schedule(state: SoloState, millis: number): void {
  const { timers } = state.deps
  if (state.timer !== undefined) timers.clear(state.timer)
  const goesOn = state.generate && !state.stopped && !isPaused(state)
  state.timer = goesOn ? timers.set(() => tick(state), millis) : undefined
}

function tick(state: SoloState): void {
  state.timer = undefined
  const reason = soloObstacle(state)
  if (reason === '') {
    state.rate.sample(state.team.solutions(), state.deps.clock.millis())
    if (state.feed.isDue()) nextTemplate(state)
  } else rest(state, reason)
  notifyListeners(state)
  schedule(state, TICK_MILLIS)
}

/** Gives the threads a new template; one on the same tip does not cancel their present search. */
function nextTemplate(state: SoloState): void {
  const { feed, team, log, deps } = state
  const fed = feed.next()
  if (typeof fed === 'string') {
    if (fed !== state.detail) log.warn('no block can be made', { reason: fed })
    rest(state, fed)
    return
  }
  const { job, template, first } = fed
  state.detail = ''
  team.resize(wantedThreads(state))
  team.work(() => {
    const header = serializeHeaderWithoutSolution({ ...template.header, nonce: deps.random.bytes(32) })
    return { id: job, header, target: template.target }
  })
  if (first) team.cancelBefore(job)
}

/** There is nothing to work on: cancels the present search. */
function rest(state: SoloState, reason: string): void {
  state.detail = reason
  if (reason !== '') state.rate.reset()
  state.team.cancelBefore(state.feed.drop())
}

export function tipChanged(state: SoloState): void {
  if (!state.feed.active()) return
  rest(state, '')
  schedule(state, 0)
}

export function solutionFound(state: SoloState, { job, header, solution }: SolverFind): void {
  const { feed, deps, log } = state
  const template = feed.find(job)
  if (!template) return
  // The next block pays to a key of its own.
  feed.changeScript()
  const solved = { ...template.header, nonce: header.slice(-32), solution }
  const refusal = deps.chain.submitBlock(serializeBlock({ ...templateBlock(template), header: solved }))
  if (refusal !== null) {
    log.warn('a mined block was refused', { reason: refusal })
    return
  }
  const hash = toDisplayHex(blockHash(solved))
  state.blocksFound++
  state.lastBlock = { hash, height: template.height, time: solved.time }
  deps.record.add({ ...state.lastBlock, reward: template.coinbase.vout[0]?.value ?? 0n, staked: false })
  log.info('found a block', { height: template.height, hash })
  notifyListeners(state)
}

export function threadFailed(state: SoloState, error: Error): void {
  state.log.error('a mining thread ended', { reason: error.message })
  if (state.generate && state.team.size() === 0) switchOff(state, error.message)
  notifyListeners(state)
}

/** Switches it on or off without remembering that. */
export function setMining(state: SoloState, on: boolean): void {
  const { feed, team } = state
  state.interrupted = false
  if (!on || state.limit === 0) switchOff(state, '')
  else if (!state.generate) {
    state.generate = true
    state.detail = soloObstacle(state)
    feed.changeScript()
    team.recount()
    schedule(state, 0)
  } else if (feed.active()) team.resize(wantedThreads(state))
  notifyListeners(state)
}

export function switchOff(state: SoloState, reason: string): void {
  state.generate = false
  rest(state, reason)
  state.rate.reset()
  schedule(state, 0)
  state.team.resize(0)
}

/** Does what may begin or end a pause. A pause frees the memory of the threads: it may last for hours. */
export function changePause(state: SoloState, change: () => void): void {
  const before = isPaused(state)
  change()
  const paused = isPaused(state)
  if (!before && paused) {
    rest(state, '')
    state.rate.reset()
    state.team.resize(0)
  }
  if (before !== paused) schedule(state, 0)
  notifyListeners(state)
}
