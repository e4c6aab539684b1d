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
  /** after each block */
  readonly onBlock?: (hash: Uint8Array, done: number) => void
}

type Signal = AbortSignal | undefined

/** The search of a nonce yields the thread at least this often. */
const SLICE_MS = 8
/** How long to wait for the clock when the last blocks have run ahead of it. */
const CLOCK_WAIT_MS = 250
/** A batch gets a second ahead with each block: more than this has another cause, which waiting does not help. */
const MAX_WAIT_SECONDS = 5
const MAX_WAITS = (2 * MAX_WAIT_SECONDS * 1_000) / CLOCK_WAIT_MS
/** A clock that differs from the machine's by more is mocked and does not move. */
const MOCK_TOLERANCE_SECONDS = 2
/** A new tip makes a search worthless, and it starts over: at most this often. */
const MAX_RESTARTS = 100

/** Blocks on demand, with the small Equihash of regtest, searched on the calling thread. */
export class Miner {
  readonly #deps: MinerDeps
  #queue: Promise<unknown> = Promise.resolve()

  constructor(deps: MinerDeps) {
    this.#deps = deps
  }

  /**
   * Mines blocks on the tip, one after another. Calls that overlap wait for each other.
   * @returns block hashes in chain order
   * @throws MiningError; the signal's reason when cancelled, and blocks mined until then stay
   */
  generate(count: number, options: GenerateOptions): Promise<Uint8Array[]> {
    const result = this.#queue.then(() => this.#mineAll(count, options))
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #mineAll(count: number, options: GenerateOptions): Promise<Uint8Array[]> {
    const { n, k } = this.#deps.params.equihash
    if (n !== 48 || k !== 5) throw new MiningError('unsupported', `Equihash ${n},${k} is not mined here`)
    const hashes: Uint8Array[] = []
    for (let done = 0; done < count; done++) {
      options.signal?.throwIfAborted()
      const hash = await this.#mineOne(count - done - 1, options)
      hashes.push(hash)
      options.onBlock?.(hash, done + 1)
      // Yields between blocks, however quickly they are found.
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
      if (refusal !== 'inconclusive') throw new MiningError('rejected', `a mined block was refused: ${refusal}`)
      // Valid, but a peer's block of its height came first: what came with that one is taken before the next template.
      await yieldToEventLoop()
    }
    throw new MiningError('rejected', 'other blocks were always quicker')
  }

  /**
   * Returns a time that the next block may have; waits for the clock if there is one in a few seconds.
   * @throws MiningError `clock` if there is none
   */
  async #findBlockTime(remaining: number, signal: Signal): Promise<number> {
    const { params, chain, clock, timers } = this.#deps
    for (let waits = 0; ; waits++) {
      signal?.throwIfAborted()
      const now = clock.now()
      const running = Math.abs(now - clock.millis() / 1000) <= MOCK_TOLERANCE_SECONDS
      const tip = chain.tip()
      const limits = { earliest: chain.earliestTime(tip), maxAhead: maxSecondsAhead(params) }
      // Where work depends on time, blocks in a row would become ever harder.
      const pace = params.adaptivePow?.spacing ?? 1
      const input = { ...limits, prevTime: tip.time, now, running, remaining, pace }
      const time = nextBlockTime(input)
      if (time !== undefined) return time
      const wait = secondsToWait(input)
      if (!running || wait > MAX_WAIT_SECONDS || waits >= MAX_WAITS) throw aheadOfClock(tip.time - now, wait, input)
      await pause(timers, CLOCK_WAIT_MS, signal)
    }
  }

  /** Tries nonces until one has a solution whose hash meets the target. Returns undefined if the tip changes before. */
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

/** Makes blocks on demand: the miner, or one whose work ends with the node. */
export type BlockGenerator = Pick<Miner, 'generate'>

function aheadOfClock(ahead: number, wait: number, { running, maxAhead }: BlockTimeInput): MiningError {
  const todo = running
    ? `The next block can be mined in ${wait} s, or at once where the clock of this machine is wrong and is set right.`
    : 'Move the time of setmocktime forward.'
  return new MiningError(
    'clock',
    `The newest block is ${ahead} s ahead of the ${running ? '' : 'mocked '}clock, and a block may be ${maxAhead} s ahead at most. ${todo}`,
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
