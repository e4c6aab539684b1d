import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../core/index.ts'
import { SAPLING_VERSION, type Transaction, txidOf } from '../primitives/index.ts'
import { proofCount, type Shielded, type ShieldedJob, type ShieldedRefusal } from '../shielded/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { encodeShieldedJobs } from './jobCodec.ts'
import type { Proofs, SerializedTree } from './types.ts'

/** A transaction, as `encodeShieldedJobs` wrote it. */
interface TransactionRequest {
  readonly kind: 'transaction'
  readonly bytes: Uint8Array
  /** false: it was verified, and only its PHGR13 proofs are looked at */
  readonly verify: boolean
}
/** Some transactions of a block, likewise. */
interface TogetherRequest {
  readonly kind: 'together'
  readonly bytes: Uint8Array
}
/** Leaves to be added to the Sapling tree. */
interface TreeRequest {
  readonly kind: 'tree'
  readonly before: SerializedTree
  readonly leaves: readonly Uint8Array[]
}
export type ProofRequest = TransactionRequest | TogetherRequest | TreeRequest

interface TransactionAnswer {
  readonly refusal: ShieldedRefusal | undefined
  /** JoinSplits whose PHGR13 proof does not hold, by index */
  readonly falsePhgr13: readonly number[]
}
export interface ProofAnswers {
  readonly transaction: TransactionAnswer
  /** whether all hold */
  readonly together: boolean
  readonly tree: SerializedTree
}
type ProofAnswer = ProofAnswers[keyof ProofAnswers]

/** Everything at once on the calling thread; PHGR13 proofs are not looked at. */
export const inlineProofs = (shielded: Shielded): Proofs => ({
  aside: false,
  verify: async (job) => shielded.verify([job], { frugal: true })?.refusal,
  verifyTogether: async (jobs) => shielded.verify(jobs) === undefined,
  growTree: async () => undefined,
  report: () => undefined,
  falsePhgr13: 0,
})

export interface ProofThread extends Proofs {
  close(): Promise<void>
}

/** What a report waits behind at most: in an import of old blocks more would only take memory. */
const MOST_WAITING = 100
/** Proofs that are verified together: more at once would hardly save anything more (shielded.md §14). */
export const PROOFS_A_JOB = 32
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

interface Waiting {
  readonly request: ProofRequest
  /** undefined: the thread failed, which is no answer */
  answer(answer: ProofAnswer | undefined): void
  /** it will not be answered any more */
  drop(): void
}

/** @param inline does the work here when the thread is gone */
export function createProofThread(
  deps: { readonly logger: Logger; readonly inline: Shielded },
  workerUrl: URL = defaultWorkerUrl(),
): ProofThread {
  const { logger, inline } = deps
  /** blocks, for which everybody waits, and what a caller of this node waits for */
  const urgent: Waiting[] = []
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let running: Waiting | undefined
  let falseProofs = 0
  let closed = false

  function next(): void {
    running = closed ? undefined : (urgent.shift() ?? waiting.shift())
    if (running === undefined) return
    worker ??= start()
    worker.postMessage(running.request)
  }

  function start(): Worker {
    const started = new Worker(workerUrl, { name: 'proofs', resourceLimits: WORKER_MEMORY })
    started.on('message', (message: ProofAnswer | 'begun') => message !== 'begun' && conclude(message))
    started.on('error', (error) => logger.warn('the thread that verifies proofs failed', { error: String(error) }))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      if (running !== undefined && !closed) conclude(undefined)
    })
    started.unref()
    return started
  }

  function conclude(answer: ProofAnswer | undefined): void {
    const done = running
    running = undefined
    if (!closed) done?.answer(answer)
    next()
  }

  function noteFalse(tx: Transaction, joinSplits: readonly number[]): void {
    if (joinSplits.length === 0) return
    falseProofs += joinSplits.length
    logger.warn('a PHGR13 proof does not hold, which the network does not ask for', {
      ...{ txid: toDisplayHex(txidOf(tx)), joinSplits },
    })
  }

  function ask<T extends ProofAnswer>(queue: Waiting[], request: ProofRequest): Promise<T | undefined> {
    if (closed) return Promise.reject(new Error(CLOSED))
    return new Promise((resolve, reject) => {
      queue.push({
        request,
        answer: (answer) => resolve(answer as T | undefined),
        drop: () => reject(new Error(CLOSED)),
      })
      if (running === undefined) next()
    })
  }

  const askAbout = ({ tx, branchId }: ShieldedJob, verify: boolean, queue = waiting) =>
    ask<TransactionAnswer>(queue, {
      kind: 'transaction',
      bytes: encodeShieldedJobs([{ tx, branchId }]),
      verify,
    })

  return {
    aside: true,
    async verify(job, first = false) {
      const answer = await askAbout(job, true, first ? urgent : waiting)
      // What the thread was at when it failed is done here, so that a crash is no answer.
      if (answer === undefined) return inline.verify([job], { frugal: true })?.refusal
      return answer.refusal
    },
    async verifyTogether(jobs) {
      for (const some of inBatches(jobs)) {
        const held = await ask<boolean>(urgent, { kind: 'together', bytes: encodeShieldedJobs(some) })
        if (held !== true) return false
      }
      return true
    },
    growTree: (before, leaves) => ask<SerializedTree>(urgent, { kind: 'tree', before, leaves }),
    report(job) {
      if (closed || !hasPhgr13(job.tx) || waiting.length >= MOST_WAITING) return
      const noted = askAbout(job, false).then((answer) => noteFalse(job.tx, answer?.falsePhgr13 ?? []))
      // It is a report only, and the program ends.
      noted.catch(() => undefined)
    },
    get falsePhgr13() {
      return falseProofs
    },
    async close() {
      closed = true
      for (const { drop } of [...(running ? [running] : []), ...urgent.splice(0), ...waiting.splice(0)]) drop()
      if (worker === undefined) return
      // It ends by itself after the transaction at hand: one that is ended inside of WebAssembly may take the process with it.
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
    },
  }
}

const CLOSED = 'the thread that verifies proofs has ended'

/** In order, each with so many proofs that they are verified at the least cost. */
export function* inBatches(jobs: readonly ShieldedJob[]): Generator<readonly ShieldedJob[]> {
  let batch: ShieldedJob[] = []
  let proofs = 0
  for (const job of jobs) {
    batch.push(job)
    proofs += proofCount(job.tx)
    if (proofs < PROOFS_A_JOB) continue
    yield batch
    batch = []
    proofs = 0
  }
  if (batch.length > 0) yield batch
}

const hasPhgr13 = ({ joinSplits, overwintered, version }: Transaction): boolean =>
  joinSplits.length > 0 && !(overwintered && version >= SAPLING_VERSION)

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './proofWorker.ts' : './proofWorker.js', import.meta.url)
}
