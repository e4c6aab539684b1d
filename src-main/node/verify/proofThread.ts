import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../interfaces.ts'
import { SAPLING_VERSION, type Transaction, txidOf } from '../primitives/index.ts'
import type { Shielded, ShieldedJob, ShieldedRefusal } from '../shielded/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { encodeShieldedJobs } from './jobCodec.ts'
import type { Proofs } from './types.ts'

/** A transaction, as `encodeShieldedJobs` wrote it. */
export interface ProofRequest {
  readonly bytes: Uint8Array
  /** false: it was verified, and only its PHGR13 proofs are looked at */
  readonly verify: boolean
}

export interface ProofAnswer {
  readonly refusal: ShieldedRefusal | undefined
  /** JoinSplits whose PHGR13 proof does not hold, by index */
  readonly falsePhgr13: readonly number[]
}

/** Everything at once on the calling thread; PHGR13 proofs are not looked at. */
export const inlineProofs = (shielded: Shielded): Proofs => ({
  verify: async (job) => shielded.verify([job], { frugal: true })?.refusal,
  report: () => undefined,
  falsePhgr13: 0,
})

export interface ProofThread extends Proofs {
  close(): Promise<void>
}

/** What a report waits behind at most: in an import of old blocks more would only take memory. */
const MOST_WAITING = 100
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

interface Waiting extends ProofRequest {
  readonly job: ShieldedJob
  answer(answer: ProofAnswer): void
}

/** @param inline does the work here when the thread is gone */
export function createProofThread(
  deps: { readonly logger: Logger; readonly inline: Shielded },
  workerUrl: URL = defaultWorkerUrl(),
): ProofThread {
  const { logger, inline } = deps
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let running: Waiting | undefined
  let falseProofs = 0
  let closed = false

  function next(): void {
    running = closed ? undefined : waiting.shift()
    if (running === undefined) return
    worker ??= start()
    worker.postMessage({ bytes: running.bytes, verify: running.verify } satisfies ProofRequest)
  }

  function start(): Worker {
    const started = new Worker(workerUrl, { name: 'proofs', resourceLimits: WORKER_MEMORY })
    started.on('message', (message: ProofAnswer | 'begun') => message !== 'begun' && conclude(message))
    started.on('error', (error) => logger.warn('the thread that verifies proofs failed', { error: String(error) }))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      // What it was at is done here, so that a crash is no answer.
      if (running !== undefined && !closed) conclude(here(running))
    })
    started.unref()
    return started
  }

  const here = ({ job, verify }: Waiting): ProofAnswer => ({
    refusal: verify ? inline.verify([job], { frugal: true })?.refusal : undefined,
    falsePhgr13: [],
  })

  function conclude(answer: ProofAnswer): void {
    const done = running
    running = undefined
    if (done !== undefined) {
      noteFalse(done.job.tx, answer.falsePhgr13)
      done.answer(answer)
    }
    next()
  }

  function noteFalse(tx: Transaction, joinSplits: readonly number[]): void {
    if (joinSplits.length === 0) return
    falseProofs += joinSplits.length
    logger.warn('a PHGR13 proof does not hold, which the network does not ask for', {
      ...{ txid: toDisplayHex(txidOf(tx)), joinSplits },
    })
  }

  function add(job: ShieldedJob, verify: boolean, answer: (answer: ProofAnswer) => void): void {
    waiting.push({ job, bytes: encodeShieldedJobs([job]), verify, answer })
    if (running === undefined) next()
  }

  return {
    verify: (job) => new Promise((resolve) => add(job, true, ({ refusal }) => resolve(refusal))),
    report(job) {
      if (hasPhgr13(job.tx) && waiting.length < MOST_WAITING) add(job, false, () => undefined)
    },
    get falsePhgr13() {
      return falseProofs
    },
    async close() {
      closed = true
      if (worker === undefined) return
      // It ends by itself after the transaction at hand: one that is ended inside of WebAssembly may take the process with it.
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
    },
  }
}

const hasPhgr13 = ({ joinSplits, overwintered, version }: Transaction): boolean =>
  joinSplits.length > 0 && !(overwintered && version >= SAPLING_VERSION)

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './proofWorker.ts' : './proofWorker.js', import.meta.url)
}
