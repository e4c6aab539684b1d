import { equal } from '../util/index.ts'
import { ChainReader } from './chainReader.ts'
import { explainFailure } from './explainFailure.ts'
import {
  PUBLISH_WORDS,
  type PublishInput,
  PublishRefusal,
  type PublishState,
  type PublishStatus,
  type PublishTarget,
} from './types.ts'

/** Delay in ms before a lost connection is retried: initial and maximum. */
const RETRY_MS = { first: 500, max: 30_000 } as const
/** Interval in ms after which the tip is checked even without a notification. */
const POLL_INTERVAL_MS = 5_000

export interface OpenTarget {
  readonly target: PublishTarget
  /** Drops the connection, even during an operation. */
  end(): void
}

/** Connects to the destination of the input. @param opened called with the connection before its first use */
export type Connect = (
  input: PublishInput,
  reader: ChainReader,
  opened: (connection: { end(): void }) => void,
) => Promise<OpenTarget>

/** Publishes until it is stopped: connects, catches up, follows the tip, and reconnects when the connection is lost. */
export class Follower {
  readonly ended: Promise<void>
  readonly #input: PublishInput
  readonly #connect: Connect
  readonly #report: (status: PublishStatus) => void
  readonly #words: Int32Array
  readonly #reader: ChainReader
  #session: { end(): void } | undefined
  #height = -1
  #problem = ''
  #errors = 0
  #retries = 0
  #wait: number = RETRY_MS.first

  constructor(input: PublishInput, connect: Connect, report: (status: PublishStatus) => void) {
    this.#input = input
    this.#connect = connect
    this.#report = report
    this.#words = input.words
    this.#reader = new ChainReader(input.folder)
    this.ended = this.#run().finally(() => {
      this.#session?.end()
      this.#reader.close()
    })
  }

  /** Stops publishing soon, even if the server does not respond. */
  stop(): void {
    Atomics.store(this.#words, PUBLISH_WORDS.STOP, 1)
    for (const word of Object.values(PUBLISH_WORDS)) Atomics.notify(this.#words, word)
    this.#session?.end()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped()) {
      try {
        const { target } = await this.#connect(this.#input, this.#reader, (opened) => {
          this.#session = opened
        })
        await this.#publish(target)
      } catch (error) {
        this.#session?.end()
        this.#session = undefined
        this.#problem = explainFailure(error, this.#input.to.url)
        this.#errors++
        this.#show(error instanceof PublishRefusal ? 'refused' : 'connecting')
        await sleep(this.#words, PUBLISH_WORDS.STOP, 0, this.#wait)
        this.#wait = Math.min(RETRY_MS.max, 2 * this.#wait)
        this.#retries++
      }
    }
  }

  /** Publishes to a connected destination until `stop` is called. @throws Error if the connection fails */
  async #publish(target: PublishTarget): Promise<void> {
    let cursor = await target.cursor()
    this.#height = cursor.height
    while (!this.#isStopped()) {
      const seen = Atomics.load(this.#words, PUBLISH_WORDS.TIP_CHANGES)
      const reading = this.#reader.read(cursor)
      this.#wait = RETRY_MS.first
      if (reading.kind === 'batch') {
        this.#show('publishing')
        await target.write(reading.batch)
        cursor = reading.batch.to
      } else if (reading.kind === 'fork' && !(await this.#isAhead(target))) {
        this.#show('publishing')
        await target.rollBackTo(await forkHeight(target, this.#reader, cursor.height))
        cursor = await target.cursor()
      } else {
        const imported = Atomics.load(this.#words, PUBLISH_WORDS.IMPORTED) !== 0
        if (reading.kind === 'level' && imported) await target.index()
        this.#problem = ''
        this.#show(reading.kind === 'level' ? 'level' : 'publishing')
        await sleep(this.#words, PUBLISH_WORDS.TIP_CHANGES, seen, POLL_INTERVAL_MS)
      }
      this.#height = cursor.height
    }
  }

  /** Returns true if the node is still re-importing blocks that are already published, so they are not rolled back. */
  async #isAhead(target: PublishTarget): Promise<boolean> {
    if (Atomics.load(this.#words, PUBLISH_WORDS.IMPORTED) !== 0) return false
    const tip = this.#reader.height()
    if (tip < 0) return true
    const [ours, published] = [this.#reader.hashAt(tip), await target.hashAt(tip)]
    return ours !== undefined && published !== undefined && equal(ours, published)
  }

  #isStopped(): boolean {
    return Atomics.load(this.#words, PUBLISH_WORDS.STOP) !== 0
  }

  #show(state: PublishState): void {
    this.#report({
      ...{ state, height: this.#height, problem: this.#problem },
      ...{ errors: this.#errors, retries: this.#retries },
    })
  }
}

/** Returns the greatest height up to which both have the same blocks, or −1 if they share none. */
async function forkHeight(target: PublishTarget, reader: ChainReader, height: number): Promise<number> {
  let same = -1
  let different = height
  while (different - same > 1) {
    const middle = (same + different) >> 1
    const [ours, published] = [reader.hashAt(middle), await target.hashAt(middle)]
    if (ours !== undefined && published !== undefined && equal(ours, published)) same = middle
    else different = middle
  }
  return same
}

/** Waits until a word changes, for at most `millis` ms. */
async function sleep(words: Int32Array, word: number, value: number, millis: number): Promise<void> {
  const waiting = Atomics.waitAsync(words, word, value, millis)
  if (waiting.async) await waiting.value
}
