import { type ChainParams, maxSecondsAhead } from '../../consensus/index.ts'
import type { Clock, Logger, PeerNetwork } from '../../core/index.ts'
import { blockHash, decodeCompact, serializeBlock } from '../../primitives/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import type { MinerRecord } from '../minerRecord.ts'
import { findMiningObstacle } from '../obstacle.ts'
import { type TemplateBuilder, templateBlock } from '../template.ts'
import type { MiningChain, Timers } from '../types.ts'
import { findStake, firstStakeTime, type StakeCandidate } from './findStake.ts'
import type { Grinder } from './grinder.ts'
import type { StakingWallet } from './types.ts'

export interface StakerOptions {
  /** it is on from the start (`-gen -genproclimit=0`); undefined: as it was at the end, if it is to resume */
  readonly stake: boolean | undefined
  /** stakes without peers too (`-testnode`, regtest) */
  readonly alone: boolean
}

export interface StakerDeps {
  readonly params: ChainParams
  readonly chain: MiningChain & { subscribe(listener: () => void): () => void }
  readonly templates: TemplateBuilder
  readonly wallet: StakingWallet | undefined
  readonly grinder: Grinder
  readonly clock: Clock
  readonly timers: Timers
  readonly logger: Logger
  readonly record: MinerRecord
  readonly network: () => Pick<PeerNetwork, 'connectionCount' | 'syncState'>
  /** scriptPubKey of the reward; throws if there is none at the moment */
  readonly script: () => Uint8Array | undefined
}

export interface StakerStatus {
  /** whether it is switched on */
  readonly on: boolean
  /** locked: the wallet has to be unlocked, for staking at least */
  readonly state: 'off' | 'waiting' | 'locked' | 'staking'
  /** what it waits for, as one sentence; empty: nothing */
  readonly detail: string
  /** of the block that one of its coins wins, if nobody is quicker; undefined: none does soon */
  readonly next: { readonly height: number; readonly time: number } | undefined
  /** it was on when the node last ended, and nobody has switched it since */
  readonly interrupted: boolean
  /** since the node started */
  readonly blocksWon: number
}

/** Makes staked blocks of the wallet's coins while it is switched on (staking.md §7). */
export interface Staker {
  /** Called once, at the start. */
  begin(): void
  /** Remembered over restarts. */
  setStaking(on: boolean): void
  status(): StakerStatus
  /** at every change */
  onChange(listener: () => void): () => void
  /** the wallet was locked or unlocked */
  walletChanged(): void
  stop(): Promise<void>
}

const TICK_MILLIS = 1_000
/** Coins are looked through again: others have become old enough, or came in. */
const SEARCH_AGAIN_MILLIS = 10_000
/** A block is begun when its time is this much nearer than others would accept it. */
const MARGIN_SECONDS = 3
const NO_COIN = 'No coin of this wallet can stake: it takes one whole coin that has been confirmed.'
const NO_WALLET = 'There is no wallet whose coins could stake.'

interface State extends StakerDeps {
  readonly options: StakerOptions
  readonly log: Logger
  readonly listeners: Set<() => void>
  on: boolean
  interrupted: boolean
  stopped: boolean
  detail: string
  locked: boolean
  noCoins: boolean
  candidate: StakeCandidate | undefined
  searchedAt: number
  /** what is being searched or ground; a new tip ends it */
  working: AbortController | undefined
  timer: unknown
  blocksWon: number
}

export function createStaker(options: StakerOptions, deps: StakerDeps): Staker {
  const state: State = {
    ...{ ...deps, options, log: deps.logger.child('staking'), listeners: new Set() },
    ...{ on: false, interrupted: false, stopped: false, detail: '', locked: false, noCoins: false },
    ...{
      candidate: undefined,
      searchedAt: Number.NEGATIVE_INFINITY,
      working: undefined,
      timer: undefined,
      blocksWon: 0,
    },
  }
  const unsubscribe = deps.chain.subscribe(() => restart(state))
  return {
    begin() {
      const { record } = deps
      if (options.stake ?? (record.staking() && record.resumes())) switchOn(state, true)
      else state.interrupted = options.stake === undefined && record.staking()
    },
    setStaking(on) {
      if (state.stopped) return
      deps.record.setStaking(on)
      switchOn(state, on)
    },
    status: () => statusOf(state),
    onChange(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    walletChanged() {
      // Signing a stake is such a change, too.
      if (state.on && deps.wallet?.isOpen() === state.locked) restart(state)
    },
    async stop() {
      state.stopped = true
      unsubscribe()
      switchOn(state, false)
      await deps.grinder.stop()
    },
  }
}

function statusOf(state: State): StakerStatus {
  const { on, interrupted, locked, noCoins, candidate, chain, blocksWon } = state
  const detail = state.detail === '' && noCoins ? NO_COIN : state.detail
  const phase = !on ? 'off' : locked ? 'locked' : detail === '' ? 'staking' : 'waiting'
  const next = candidate && { height: chain.tip().height + 1, time: candidate.time }
  return { on, state: phase, detail, next, interrupted, blocksWon }
}

function notify({ listeners }: State): void {
  for (const listener of [...listeners]) listener()
}

function switchOn(state: State, on: boolean): void {
  state.on = on
  state.interrupted = false
  state.detail = ''
  state.noCoins = false
  restart(state)
  notify(state)
}

/** Forgets the present search: the tip, the wallet or the switch has changed. */
function restart(state: State): void {
  state.working?.abort(new Error('another block'))
  state.candidate = undefined
  state.searchedAt = Number.NEGATIVE_INFINITY
  schedule(state, 0)
}

function schedule(state: State, millis: number): void {
  if (state.timer !== undefined) state.timers.clear(state.timer)
  state.timer = state.on && !state.stopped ? state.timers.set(() => tick(state), millis) : undefined
}

function tick(state: State): void {
  state.timer = undefined
  const before = JSON.stringify(statusOf(state))
  state.detail = obstacle(state)
  if (state.detail === '' && state.working === undefined) {
    const { clock, params, candidate } = state
    if (candidate !== undefined && candidate.time <= clock.now() + maxSecondsAhead(params) - MARGIN_SECONDS)
      run(state, (signal) => makeBlock(state, candidate, signal))
    else if (clock.millis() - state.searchedAt >= SEARCH_AGAIN_MILLIS) run(state, (signal) => search(state, signal))
  }
  if (JSON.stringify(statusOf(state)) !== before) notify(state)
  schedule(state, TICK_MILLIS)
}

function obstacle(state: State): string {
  const { wallet, network, options } = state
  state.locked = false
  if (wallet === undefined) return NO_WALLET
  const inTheWay = findMiningObstacle(network(), options.alone)
  if (inTheWay !== '') return inTheWay
  state.locked = !wallet.isOpen()
  if (state.locked) return 'The wallet is locked: unlock it, for staking at least.'
  return ''
}

/** One thing at a time. What fails is logged and tried again. */
function run(state: State, work: (signal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController()
  state.working = controller
  work(controller.signal)
    .catch((error: unknown) => {
      if (controller.signal.aborted) return
      state.candidate = undefined
      state.log.warn('no staked block can be made', { reason: error instanceof Error ? error.message : String(error) })
    })
    .finally(() => {
      state.working = undefined
      if (state.on && !state.stopped) schedule(state, controller.signal.aborted ? 0 : TICK_MILLIS)
    })
}

async function search(state: State, signal: AbortSignal): Promise<void> {
  const { chain, clock, wallet } = state
  state.searchedAt = clock.millis()
  const tip = chain.tip()
  const coins = wallet!.coins()
  state.noCoins = coins.length === 0
  const from = firstStakeTime(tip.time, chain.earliestTime(tip), clock.now())
  const found = await findStake({ ...placeAt(state, from), coins, from, millis: clock.millis, signal })
  signal.throwIfAborted()
  // Where the difficulty depends on the time, the stake has to win by that of its own.
  state.candidate =
    found && (await findStake({ ...placeAt(state, found.time), coins: [found.coin], from, millis: clock.millis }))
  notify(state)
  if (state.candidate !== undefined) schedule(state, 0)
}

const placeAt = ({ chain }: State, time: number) => ({
  place: chain.nextStakePlace(chain.nextBits(chain.tip(), time)),
})

async function makeBlock(state: State, { coin, time }: StakeCandidate, signal: AbortSignal): Promise<void> {
  const { params, chain, templates, wallet, record, grinder, log } = state
  const script = state.script()
  if (script === undefined) throw new Error('there is no key for the reward')
  const stake = { coin, split: record.stakingSplit(), sign: wallet!.sign }
  const template = templates.build({ script, time, stake })
  const target = decodeCompact(template.header.bits).target
  // Regtest would take a block above nBits without looking at its stake.
  const most = params.network === 'regtest' && target < params.powLimitTarget ? target : params.powLimitTarget
  const least = params.staked === 100 ? 0n : (template.staking?.workTarget ?? 0n)
  const header = await grinder.grind({ header: template.header, least, most }, signal)
  signal.throwIfAborted()
  const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header }))
  if (refusal !== null) throw new Error(`the block was refused: ${refusal}`)
  const block = { hash: toDisplayHex(blockHash(header)), height: template.height, time }
  state.blocksWon++
  record.add({ ...block, reward: template.coinbase.vout[0]?.value ?? 0n, staked: true })
  log.info('won a block by stake', { height: block.height, hash: block.hash })
  notify(state)
}
