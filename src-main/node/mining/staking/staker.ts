import { type ChainParams, maxSecondsAhead, type StakePlace } from '../../consensus/index.ts'
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
  /** initial state (`-gen -genproclimit=0`); undefined means the last state, if it may resume */
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
  /** returns the scriptPubKey of the reward; throws if none is available at the moment */
  readonly script: () => Uint8Array | undefined
}

export interface StakerStatus {
  readonly on: boolean
  /** `locked` means that the wallet must be unlocked, at least for staking */
  readonly state: 'off' | 'waiting' | 'locked' | 'staking'
  /** reason for waiting, as one sentence; otherwise empty */
  readonly detail: string
  /** next block that a coin wins unless another node is faster; undefined if no coin wins soon */
  readonly next: { readonly height: number; readonly time: number } | undefined
  /** true if staking was on when the node last stopped, and was not switched since */
  readonly interrupted: boolean
  /** number of blocks won since the node started */
  readonly blocksWon: number
}

const TICK_MS = 1_000
/** Interval between searches in ms: other coins may have matured or arrived. */
const SEARCH_INTERVAL_MS = 10_000
/**
 * Other nodes limit how far a block time may be ahead. The work on a block begins when its time is within that limit by
 * this margin.
 */
const MARGIN_SECONDS = 3
const NO_COIN = 'No coin of this wallet can stake: staking requires one whole confirmed coin.'
const NO_WALLET = 'There is no wallet with coins to stake.'

/** Stakes the wallet's coins while it is enabled (staking.md §7). */
export class Staker {
  readonly #options: StakerOptions
  readonly #deps: StakerDeps
  readonly #log: Logger
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #on = false
  #interrupted = false
  #stopped = false
  #detail = ''
  #locked = false
  #noCoins = false
  #candidate: StakeCandidate | undefined
  #searchedAt = Number.NEGATIVE_INFINITY
  /** aborts the running search or grind, for example on a new tip */
  #working: AbortController | undefined
  #timer: unknown
  #blocksWon = 0

  constructor(options: StakerOptions, deps: StakerDeps) {
    this.#options = options
    this.#deps = deps
    this.#log = deps.logger.child('staking')
    this.#unsubscribe = deps.chain.subscribe(() => this.#restart())
  }

  /** Call once at the start. */
  begin(): void {
    const { record } = this.#deps
    const { stake } = this.#options
    if (stake ?? (record.staking() && record.resumes())) this.#switch(true)
    else this.#interrupted = stake === undefined && record.staking()
  }

  /** Turns staking on or off and saves the choice. */
  setStaking(on: boolean): void {
    if (this.#stopped) return
    this.#deps.record.setStaking(on)
    this.#switch(on)
  }

  status(): StakerStatus {
    const candidate = this.#candidate
    const detail = this.#detail === '' && this.#noCoins ? NO_COIN : this.#detail
    const state = !this.#on ? 'off' : this.#locked ? 'locked' : detail === '' ? 'staking' : 'waiting'
    const next = candidate && { height: this.#deps.chain.tip().height + 1, time: candidate.time }
    return { on: this.#on, state, detail, next, interrupted: this.#interrupted, blocksWon: this.#blocksWon }
  }

  /**
   * Calls the listener at every change.
   * @returns a function that unsubscribes
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Call after the wallet was locked or unlocked. */
  walletChanged(): void {
    // Signing a stake triggers this call too, without changing the lock.
    if (this.#on && this.#deps.wallet?.isOpen() === this.#locked) this.#restart()
  }

  /** Stops permanently; resolves when the grinder has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    this.#switch(false)
    await this.#deps.grinder.stop()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #switch(on: boolean): void {
    this.#on = on
    this.#interrupted = false
    this.#detail = ''
    this.#noCoins = false
    this.#restart()
    this.#notify()
  }

  /** Cancels the current search after a change of the tip, the wallet or the setting. */
  #restart(): void {
    this.#working?.abort(new Error('another block'))
    this.#candidate = undefined
    this.#searchedAt = Number.NEGATIVE_INFINITY
    this.#schedule(0)
  }

  #schedule(millis: number): void {
    const { timers } = this.#deps
    if (this.#timer !== undefined) timers.clear(this.#timer)
    this.#timer = this.#on && !this.#stopped ? timers.set(() => this.#tick(), millis) : undefined
  }

  #tick(): void {
    this.#timer = undefined
    const before = JSON.stringify(this.status())
    this.#detail = this.#findObstacle()
    if (this.#detail === '' && this.#working === undefined) {
      const { clock, params } = this.#deps
      const candidate = this.#candidate
      if (candidate !== undefined && candidate.time <= clock.now() + maxSecondsAhead(params) - MARGIN_SECONDS)
        this.#run((signal) => this.#makeBlock(candidate, signal))
      else if (clock.millis() - this.#searchedAt >= SEARCH_INTERVAL_MS) this.#run((signal) => this.#search(signal))
    }
    if (JSON.stringify(this.status()) !== before) this.#notify()
    this.#schedule(TICK_MS)
  }

  #findObstacle(): string {
    const { wallet, network } = this.#deps
    this.#locked = false
    if (wallet === undefined) return NO_WALLET
    const obstacle = findMiningObstacle(network(), this.#options.alone)
    if (obstacle !== '') return obstacle
    this.#locked = !wallet.isOpen()
    return this.#locked ? 'The wallet is locked: unlock it, at least for staking.' : ''
  }

  /** Runs one job. Logs a failure and retries later. */
  #run(work: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController()
    this.#working = controller
    work(controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        this.#candidate = undefined
        this.#log.warn('cannot build a staked block', {
          reason: error instanceof Error ? error.message : String(error),
        })
      })
      .finally(() => {
        this.#working = undefined
        if (this.#on && !this.#stopped) this.#schedule(controller.signal.aborted ? 0 : TICK_MS)
      })
  }

  async #search(signal: AbortSignal): Promise<void> {
    const { chain, clock, wallet } = this.#deps
    const millis = (): number => clock.millis()
    this.#searchedAt = millis()
    const tip = chain.tip()
    const coins = wallet!.coins()
    this.#noCoins = coins.length === 0
    const from = firstStakeTime(tip.time, chain.earliestTime(tip), clock.now())
    const found = await findStake({ place: this.#stakePlace(from), coins, from, millis, signal })
    signal.throwIfAborted()
    // If the difficulty depends on the time, the stake must win with the difficulty at its own time.
    this.#candidate =
      found && (await findStake({ place: this.#stakePlace(found.time), coins: [found.coin], from, millis }))
    this.#notify()
    if (this.#candidate !== undefined) this.#schedule(0)
  }

  #stakePlace(time: number): StakePlace {
    const { chain } = this.#deps
    return chain.nextStakePlace(chain.nextBits(chain.tip(), time))
  }

  async #makeBlock({ coin, time }: StakeCandidate, signal: AbortSignal): Promise<void> {
    const { params, chain, templates, wallet, record, grinder } = this.#deps
    const script = this.#deps.script()
    if (script === undefined) throw new Error('no key for the reward')
    const sign: StakingWallet['sign'] = (unsigned, output, branchId) => wallet!.sign(unsigned, output, branchId)
    const template = templates.build({ script, time, stake: { coin, split: record.stakingSplit(), sign } })
    const target = decodeCompact(template.header.bits).target
    // Regtest would accept a block above nBits without checking its stake.
    const max = params.network === 'regtest' && target < params.powLimitTarget ? target : params.powLimitTarget
    const min = params.staked === 100 ? 0n : (template.staking?.workTarget ?? 0n)
    const header = await grinder.grind({ header: template.header, least: min, most: max }, signal)
    signal.throwIfAborted()
    const refusal = chain.submitBlock(serializeBlock({ ...templateBlock(template), header }))
    if (refusal !== null) throw new Error(`the block was rejected: ${refusal}`)
    const block = { hash: toDisplayHex(blockHash(header)), height: template.height, time }
    this.#blocksWon++
    record.add({ ...block, reward: template.coinbase.vout[0]?.value ?? 0n, staked: true })
    this.#log.info('staked block found', { height: block.height, hash: block.hash })
    this.#notify()
  }
}
