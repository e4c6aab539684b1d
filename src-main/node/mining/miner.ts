import { type ChainParams, maxSecondsAhead } from '../consensus/index.ts'
import type { Clock, Random } from '../core/index.ts'
import {
  blockHash,
  hashNumber,
  serializeBlock,
  serializeHeaderWithoutSolution,
  solveEquihash48x5,
} from '../primitives/index.ts'
import type { BlockHeader } from '../primitives/types.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { type BlockTimeInput, nextBlockTime, secondsToWait } from './blockTime.ts'
import { increment } from './proof.ts'
import { type TemplateBuilder, templateBlock } from './template.ts'
import { type MiningChain, MiningError, NEEDS_STAKE, type Timers } from './types.ts'

export interface MinerDeps {
  readonly params: ChainParams
  readonly chain: MiningChain
  readonly templates: TemplateBuilder
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
}

export interface GenerateOptions {
  /** scriptPubKey of the rewards */
  readonly script: Uint8Array
  readonly signal?: AbortSignal
  readonly onBlock?: (hash: Uint8Array, done: number) => void
}

type Signal = AbortSignal | undefined

/** Maximum time of a nonce search between two yields to the event loop, in ms. */
const SLICE_MS = 8
/** Interval of polling the clock when the last blocks are ahead, in ms. */
const CLOCK_WAIT_MS = 250
/**
 * Maximum wait for the clock, in seconds. A batch gets ahead by one second per block. A larger lead has another cause,
 * and waiting does not help.
 */
const MAX_WAIT_SECONDS = 5
const MAX_WAITS = (2 * MAX_WAIT_SECONDS * 1_000) / CLOCK_WAIT_MS
/** A clock that differs from the system clock by more is mocked and does not advance. */
const MOCK_TOLERANCE_SECONDS = 2
/** Maximum number of restarts of a search because of a new tip. */
const MAX_RESTARTS = 100

/** Mines blocks on demand with the small Equihash of regtest, on the calling thread. */
export class Miner {
  readonly #deps: MinerDeps
  #queue: Promise<unknown> = Promise.resolve()

  constructor(deps: MinerDeps) {
    this.#deps = deps
  }

  /**
   * Mines blocks on the tip, one after another. Overlapping calls are queued.
   * @returns block hashes in chain order
   * @throws MiningError; the signal's reason when cancelled, in which case blocks already mined stay
   */
  generate(count: number, options: GenerateOptions): Promise<Uint8Array[]> {
    const result = this.#queue.then(() => this.#mineAll(count, options))
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #mineAll(count: number, options: GenerateOptions): Promise<Uint8Array[]> {
    const { n, k } = this.#deps.params.equihash
    if (n !== 48 || k !== 5) throw new MiningError('unsupported', `mining Equihash ${n},${k} is not supported`)
    const hashes: Uint8Array[] = []
    for (let done = 0; done < count; done++) {
      options.signal?.throwIfAborted()
      const hash = await this.#mineOne(count - done - 1, options)
      hashes.push(hash)
      options.onBlock?.(hash, done + 1)
      // Yield between blocks even if they are found within one slice.
      await yieldToEventLoop()
    }
    return hashes
  }

  async #mineOne(remaining: number, { script, signal }: GenerateOptions): Promise<Uint8Array> {
    for (let attempt = 0; attempt < MAX_RESTARTS; attempt++) {
      const time = await this.#findBlockTime(remaining, signal)
      const template = this.#deps.templates.build({ script, time })
      if (template.staking?.needed) throw new MiningError('unsupported', NEEDS_STAKE)
      const header = await this.#search(template.header, template.target, signal)
      if (header === undefined) continue
      const refusal = this.#deps.chain.submitBlock(serializeBlock({ ...templateBlock(template), header }))
      if (refusal === null) return blockHash(header)
      if (refusal !== 'inconclusive') throw new MiningError('rejected', `the mined block was rejected: ${refusal}`)
      // The block is valid, but another block of its height came first. Let its events be processed before building the
      // next template.
      await yieldToEventLoop()
    }
    throw new MiningError('rejected', 'other blocks always arrived first')
  }

  /**
   * Returns an acceptable time for the next block; waits up to a few seconds for the clock if necessary.
   * @throws MiningError `clock` if no time becomes acceptable
   */
  async #findBlockTime(remaining: number, signal: Signal): Promise<number> {
    const { params, chain, clock, timers } = this.#deps
    for (let waits = 0; ; waits++) {
      signal?.throwIfAborted()
      const now = clock.now()
      const running = Math.abs(now - clock.millis() / 1000) <= MOCK_TOLERANCE_SECONDS
      const tip = chain.tip()
      const limits = { earliest: chain.earliestTime(tip), maxAhead: maxSecondsAhead(params) }
      // If the target depends on the time, blocks in quick succession would become ever harder.
      const pace = params.adaptivePow?.spacing ?? 1
      const input = { ...limits, prevTime: tip.time, now, running, remaining, pace }
      const time = nextBlockTime(input)
      if (time !== undefined) return time
      const wait = secondsToWait(input)
      if (!running || wait > MAX_WAIT_SECONDS || waits >= MAX_WAITS) throw aheadOfClock(tip.time - now, wait, input)
      await pause(timers, CLOCK_WAIT_MS, signal)
    }
  }

  /** Tries nonces until a solution's hash meets the target. Returns undefined if the tip changes first. */
  async #search(header: BlockHeader, target: bigint, signal: Signal): Promise<BlockHeader | undefined> {
    const { params, chain, clock, random } = this.#deps
    const tip = chain.tip()
    const nonce = random.bytes(32)
    let sliceEnd = clock.millis() + SLICE_MS
    for (;;) {
      const tried = { ...header, nonce: nonce.slice() }
      for (const solution of solveEquihash48x5(serializeHeaderWithoutSolution(tried), params.equihash.personal)) {
        const solved = { ...tried, solution }
        if (!params.enforcesHash || hashNumber(blockHash(solved)) <= target) return solved
      }
      increment(nonce)
      if (clock.millis() < sliceEnd) continue
      await yieldToEventLoop()
      signal?.throwIfAborted()
      if (chain.tip() !== tip) return undefined
      sliceEnd = clock.millis() + SLICE_MS
    }
  }
}

/** Mines blocks on demand: the miner, or a wrapper that stops with the node. */
export type BlockGenerator = Pick<Miner, 'generate'>

function aheadOfClock(ahead: number, wait: number, { running, maxAhead }: BlockTimeInput): MiningError {
  const todo = running
    ? `The next block can be mined in ${wait} s, or immediately if the clock of this machine is wrong and is corrected.`
    : 'Move the time of setmocktime forward.'
  return new MiningError(
    'clock',
    `The newest block is ${ahead} s ahead of the ${running ? '' : 'mocked '}clock, and a block may be at most ${maxAhead} s ahead. ${todo}`,
  )
}

function pause(timers: Timers, millis: number, signal: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timers.clear(timer)
      reject(signal?.reason)
    }
    const timer = timers.set(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, millis)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
