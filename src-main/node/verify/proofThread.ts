import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../core/index.ts'
import { computeTxid, SAPLING_VERSION, type Transaction } from '../primitives/index.ts'
import { proofCount, type Shielded, type ShieldedJob, type ShieldedRefusal } from '../shielded/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { encodeShieldedJobs } from './jobCodec.ts'
import type { Proofs, SerializedTree } from './types.ts'

/** Transaction encoded by `encodeShieldedJobs`. */
interface TransactionRequest {
  readonly kind: 'transaction'
  readonly bytes: Uint8Array
  /** false if it was already verified, and only its PHGR13 proofs have to be checked */
  readonly verify: boolean
}
/** Some transactions of a block, encoded by `encodeShieldedJobs`. */
interface TogetherRequest {
  readonly kind: 'together'
  readonly bytes: Uint8Array
}
/** Leaves to append to the Sapling tree. */
interface TreeRequest {
  readonly kind: 'tree'
  readonly before: SerializedTree
  readonly leaves: readonly Uint8Array[]
}
export type ProofRequest = TransactionRequest | TogetherRequest | TreeRequest

interface TransactionAnswer {
  readonly refusal: ShieldedRefusal | undefined
  /** indexes of JoinSplits with an invalid PHGR13 proof */
  readonly falsePhgr13: readonly number[]
}
export interface ProofAnswers {
  readonly transaction: TransactionAnswer
  /** true if all transactions are valid */
  readonly together: boolean
  readonly tree: SerializedTree
}
type ProofAnswer = ProofAnswers[keyof ProofAnswers]

/**
 * Reports are dropped while this many requests are queued. During an import of old blocks a longer queue would only use
 * memory.
 */
const MAX_WAITING = 100
/** Number of proofs that are verified together. More per job would hardly save time (shielded.md §14). */
export const PROOFS_PER_JOB = 32
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

interface QueuedRequest {
  readonly request: ProofRequest
  /** `undefined` means that the thread failed, which is not a result */
  answer(answer: ProofAnswer | undefined): void
  /** called instead of `answer` when the thread is closed */
  drop(): void
}

const CLOSED = 'the proof verification thread has ended'

/** Verifies proofs on its own thread, which starts with the first request. */
export class ProofThread implements Proofs {
  readonly aside = true
  readonly #logger: Logger
  readonly #inline: Shielded
  readonly #workerUrl: URL
  /** requests for blocks, which delay all other requests, and for transactions that a caller of this node waits for */
  readonly #urgent: QueuedRequest[] = []
  readonly #waiting: QueuedRequest[] = []
  #worker: Worker | undefined
  #running: QueuedRequest | undefined
  #falseProofs = 0
  #closed = false

  /** @param deps.inline verifies on the calling thread if the proof thread has failed */
  constructor(deps: { readonly logger: Logger; readonly inline: Shielded }, workerUrl: URL = defaultWorkerUrl()) {
    this.#logger = deps.logger
    this.#inline = deps.inline
    this.#workerUrl = workerUrl
  }

  get falsePhgr13(): number {
    return this.#falseProofs
  }

  async verify(job: ShieldedJob, first = false): Promise<ShieldedRefusal | undefined> {
    const answer = await this.#askAbout(job, true, first ? this.#urgent : this.#waiting)
    // If the thread crashed, verify its job here: a crash must not count as a result.
    if (answer === undefined) return this.#inline.verify([job], { frugal: true })?.refusal
    return answer.refusal
  }

  async verifyTogether(jobs: readonly ShieldedJob[]): Promise<boolean> {
    for (const some of inBatches(jobs)) {
      const held = await this.#ask<boolean>(this.#urgent, { kind: 'together', bytes: encodeShieldedJobs(some) })
      if (held !== true) return false
    }
    return true
  }

  growTree(before: SerializedTree, leaves: readonly Uint8Array[]): Promise<SerializedTree | undefined> {
    return this.#ask<SerializedTree>(this.#urgent, { kind: 'tree', before, leaves })
  }

  report(job: ShieldedJob): void {
    if (this.#closed || !hasPhgr13(job.tx) || this.#waiting.length >= MAX_WAITING) return
    const noted = this.#askAbout(job, false, this.#waiting).then((answer) =>
      this.#noteFalse(job.tx, answer?.falsePhgr13 ?? []),
    )
    // Only a counter would be lost, and the program is ending.
    noted.catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = this.#running ? [this.#running] : []
    for (const queued of [...running, ...this.#urgent.splice(0), ...this.#waiting.splice(0)]) queued.drop()
    if (this.#worker === undefined) return
    // The thread ends after its current transaction, because terminating it inside WebAssembly may crash the process.
    const ended = once(this.#worker, 'exit')
    this.#worker.postMessage('stop')
    await ended
  }

  #askAbout({ tx, branchId }: ShieldedJob, verify: boolean, queue: QueuedRequest[]) {
    const bytes = encodeShieldedJobs([{ tx, branchId }])
    return this.#ask<TransactionAnswer>(queue, { kind: 'transaction', bytes, verify })
  }

  #ask<T extends ProofAnswer>(queue: QueuedRequest[], request: ProofRequest): Promise<T | undefined> {
    if (this.#closed) return Promise.reject(new Error(CLOSED))
    return new Promise((resolve, reject) => {
      queue.push({
        request,
        answer: (answer) => resolve(answer as T | undefined),
        drop: () => reject(new Error(CLOSED)),
      })
      if (this.#running === undefined) this.#next()
    })
  }

  #next(): void {
    this.#running = this.#closed ? undefined : (this.#urgent.shift() ?? this.#waiting.shift())
    if (this.#running === undefined) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(this.#running.request)
  }

  #start(): Worker {
    const started = new Worker(this.#workerUrl, { name: 'proofs', resourceLimits: WORKER_MEMORY })
    started.on('message', (message: ProofAnswer | 'begun') => message !== 'begun' && this.#conclude(message))
    started.on('error', (error) => this.#logger.warn('proof verification thread failed', { error: String(error) }))
    started.on('exit', () => {
      if (this.#worker === started) this.#worker = undefined
      if (this.#running !== undefined && !this.#closed) this.#conclude(undefined)
    })
    started.unref()
    return started
  }

  #conclude(answer: ProofAnswer | undefined): void {
    const done = this.#running
    this.#running = undefined
    if (!this.#closed) done?.answer(answer)
    this.#next()
  }

  #noteFalse(tx: Transaction, joinSplits: readonly number[]): void {
    if (joinSplits.length === 0) return
    this.#falseProofs += joinSplits.length
    this.#logger.warn('invalid PHGR13 proof (accepted: the network does not check it)', {
      ...{ txid: toDisplayHex(computeTxid(tx)), joinSplits },
    })
  }
}

/** Yields the jobs in order, in batches of the most efficient size. */
export function* inBatches(jobs: readonly ShieldedJob[]): Generator<readonly ShieldedJob[]> {
  let batch: ShieldedJob[] = []
  let proofs = 0
  for (const job of jobs) {
    batch.push(job)
    proofs += proofCount(job.tx)
    if (proofs < PROOFS_PER_JOB) continue
    yield batch
    batch = []
    proofs = 0
  }
  if (batch.length > 0) yield batch
}

const hasPhgr13 = ({ joinSplits, overwintered, version }: Transaction): boolean =>
  joinSplits.length > 0 && !(overwintered && version >= SAPLING_VERSION)

/**
 * Returns the worker's URL: next to this file when run from source, next to the bundle's chunk when built (see
 * electron.vite.config.ts).
 */
function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './proofWorker.ts' : './proofWorker.js', import.meta.url)
}
