import { Worker } from 'node:worker_threads'
import type { Chain } from '../chain/index.ts'
import type { Logger, MempoolEntry } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { PUBLISH_WORDS, type PublishInput, type PublishStatus, type SeenTransaction } from './types.ts'

/** Heap limits: the thread holds one batch of blocks twice, as rows and as text. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }
/** Timeout in ms for a running batch to finish. */
const STOP_MS = 5_000
/** Maximum number of seen transactions queued for a server: a few megabytes. */
const MAX_SEEN_WAITING = 5_000

type Destination = PublishInput['to']['kind']
const NAMES: Readonly<Record<Destination, string>> = { postgres: 'PostgreSQL', nats: 'NATS' }

export interface PublisherStatus extends PublishStatus {
  readonly to: Destination
  /** Number of blocks not yet published. */
  readonly behind: number
  /**
   * Time of the node's tip minus the time of the last published block, in seconds. Without a published block it is
   * measured from block 1, because the genesis block is years older than its chain.
   */
  readonly lagSeconds: number
}

export interface PublisherDeps {
  readonly chain: Pick<Chain, 'subscribe' | 'tip' | 'byHeight'>
  readonly mempool: Pick<Mempool, 'onChange'>
  readonly logger: Logger
}

/**
 * Publishes on its own thread, which reads the node's files. Both threads share an array of words. Seen transactions
 * and the status are sent as messages.
 */
export class Publisher {
  readonly #to: Destination
  readonly #chain: PublisherDeps['chain']
  readonly #logger: Logger
  readonly #words = new Int32Array(new SharedArrayBuffer(4 * Object.keys(PUBLISH_WORDS).length))
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #unsubscribe: readonly (() => void)[]
  #status: PublishStatus = { state: 'connecting', height: -1, problem: '', errors: 0, retries: 0 }
  /** Number of transactions seen, sent to the thread, and dropped since the last one sent. */
  #seen = 0
  #sent = 0
  #lost = 0

  constructor(input: Omit<PublishInput, 'words'>, { chain, mempool, logger }: PublisherDeps) {
    this.#to = input.to.kind
    this.#chain = chain
    this.#logger = logger
    this.#worker = new Worker(workerUrl(), {
      workerData: { ...input, words: this.#words } satisfies PublishInput,
      name: `publish ${this.#to}`,
      resourceLimits: MEMORY,
    })
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('error', (error) => {
      this.#status = {
        ...this.#status,
        state: 'connecting',
        problem: 'publishing ended; it continues at the next start',
        errors: this.#status.errors + 1,
      }
      logger.error('publishing ended', { reason: String(error) })
    })
    this.#worker.on('message', (status: PublishStatus) => {
      this.#log(status)
      this.#status = status
    })
    this.#unsubscribe = [
      chain.subscribe(() => this.#wakeForTip()),
      ...(this.#to === 'nats' ? [mempool.onChange(({ added }) => this.#send(added))] : []),
    ]
  }

  status(): PublisherStatus {
    const behind = Math.max(0, this.#chain.tip().height - this.#status.height)
    return { ...this.#status, to: this.#to, behind, lagSeconds: computeLagSeconds(this.#chain, this.#status.height) }
  }

  /** Must be called when the node has imported the blocks on its disk. From then on its tip is published. */
  settled(): void {
    this.#wake(PUBLISH_WORDS.IMPORTED, 1)
    this.#wakeForTip()
  }

  /** Ends the thread. Resolves when it has ended, or after 5 seconds. */
  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#worker.postMessage('stop')
    this.#wake(PUBLISH_WORDS.STOP, 1)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS)
    })
    await Promise.race([this.#ended, late])
    clearTimeout(timer)
    this.#worker.unref()
  }

  #wake(word: number, value: number): void {
    Atomics.store(this.#words, word, value)
    Atomics.notify(this.#words, word)
  }

  #wakeForTip(): void {
    this.#wake(PUBLISH_WORDS.TIP_CHANGES, Atomics.load(this.#words, PUBLISH_WORDS.TIP_CHANGES) + 1)
  }

  /** Sends transactions that entered the mempool, and drops them if the queue is full. */
  #send(added: readonly MempoolEntry[]): void {
    const room = MAX_SEEN_WAITING - ((this.#sent - Atomics.load(this.#words, PUBLISH_WORDS.SEEN)) | 0)
    const numbered = added.map(({ txidHex: txid, size, fee, time }): SeenTransaction => {
      return { number: this.#seen++, txid, size, fee, time }
    })
    const next = numbered.slice(0, Math.max(0, room))
    if (this.#lost > 0 && next.length > 0) this.#logger.warn('seen transactions not published', { count: this.#lost })
    if (next.length > 0) this.#lost = 0
    if (this.#lost === 0 && next.length < numbered.length)
      this.#logger.warn('too many seen transactions queued for publishing')
    this.#lost += numbered.length - next.length
    this.#sent += next.length
    if (next.length > 0) this.#worker.postMessage(next)
  }

  #log({ state, height, problem }: PublishStatus): void {
    const before = this.#status
    const name = NAMES[this.#to]
    if (problem !== '' && problem !== before.problem)
      this.#logger.warn('publishing failed, retrying', { to: name, reason: problem })
    else if (state === 'level' && before.state !== 'level')
      this.#logger.debug('published up to the tip', { to: name, height })
    else if (before.state !== 'publishing' && before.state !== 'level' && state === 'publishing')
      this.#logger.info('publishing started', { to: name, height })
  }
}

/** @param height last published height, or −1 */
export function computeLagSeconds(chain: Pick<Chain, 'tip' | 'byHeight'>, height: number): number {
  const tip = chain.tip()
  const published = height >= tip.height ? tip : chain.byHeight(Math.max(1, height))
  return published === undefined ? 0 : Math.max(0, tip.time - published.time)
}

/**
 * Returns the URL next to this file when run from source, or next to the bundle's chunk when built (see
 * electron.vite.config.ts).
 */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './publishWorker.ts' : './publishWorker.js'
  return new URL(file, import.meta.url)
}
