import type { Logger } from '../core/index.ts'
import type { BlockHeader, EquihashParameters } from '../primitives/index.ts'
import { proofCount, type Shielded, type ShieldedJob } from '../shielded/index.ts'
import { worseFailure } from './failures.ts'
import { InlineVerifier, type InlineVerifierDeps } from './inlineVerifier.ts'
import {
  checkSolutionJob,
  encodeShieldedJobs,
  encodeSolutionJob,
  rawTransaction,
  readScriptJob,
  readShieldedJobs,
  scriptJobSize,
  writeScriptJob,
} from './jobCodec.ts'
import { INPUTS_PER_PROOF, JobPool, type PoolOptions, type ResultHandler, type Task } from './jobPool.ts'
import { ProofThread } from './proofThread.ts'
import type { FailedScript, GroupState, ScriptJob, VerifyGroup } from './types.ts'
import { verifyScripts } from './verifyScripts.ts'

/** Verifier that shares scripts, proofs and solutions between the calling thread and worker threads. */
export class PoolVerifier extends InlineVerifier {
  override readonly threads: number
  override readonly proofs: ProofThread
  readonly #pool: JobPool
  readonly #ccEnabled: boolean

  constructor(options: PoolOptions, deps: InlineVerifierDeps & { readonly logger: Logger }) {
    super(options, deps)
    this.threads = options.threads
    this.#ccEnabled = options.ccEnabled
    this.#pool = new JobPool(options, deps.logger)
    this.proofs = new ProofThread({ logger: deps.logger, inline: this.shielded })
  }

  protected override makeGroup(): VerifyGroup {
    return new PoolGroup(this.#pool, this.#ccEnabled, this.shielded)
  }

  override checkSolutions(headers: readonly BlockHeader[], rules: EquihashParameters): boolean[] {
    if (headers.length < 2) return super.checkSolutions(headers, rules)
    const answers: boolean[] = Array(headers.length).fill(true)
    const onResult: ResultHandler = (bytes, index) => {
      answers[index] = checkSolutionJob(bytes)
    }
    for (const [index, header] of headers.entries()) this.#pool.add(solutionTask(header, rules, index, onResult))
    this.#pool.drain()
    return answers
  }

  override async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.proofs.close()])
  }
}

class PoolGroup implements VerifyGroup {
  readonly #pool: JobPool
  readonly #onResult: ResultHandler
  readonly #onShieldedResult: ResultHandler
  #failure: FailedScript | undefined

  constructor(pool: JobPool, ccEnabled: boolean, shielded: Shielded) {
    this.#pool = pool
    this.#onResult = (bytes, tag) => {
      const verdict = verifyScripts(readScriptJob(bytes), ccEnabled)
      if (!verdict.ok) this.#failure = worseFailure(this.#failure, { tag, verdict })
    }
    this.#onShieldedResult = (bytes, tag) => {
      const fault = shielded.verify(readShieldedJobs(bytes))
      if (fault !== undefined) this.#failure = worseFailure(this.#failure, { tag, verdict: fault.refusal })
    }
  }

  add(job: ScriptJob, tag: number): void {
    const raw = rawTransaction(job)
    this.#pool.add({
      size: scriptJobSize(job, raw.length),
      inputs: job.spent.length,
      tag,
      write: (arena, view, offset) => writeScriptJob(arena, view, offset, job, raw),
      onResult: this.#onResult,
    })
  }

  addShielded(jobs: readonly ShieldedJob[], tag: number): void {
    const bytes = encodeShieldedJobs(jobs)
    const proofs = jobs.reduce((sum, { tx }) => sum + proofCount(tx), 0)
    this.#pool.add({
      size: bytes.length,
      inputs: proofs * INPUTS_PER_PROOF,
      tag,
      long: true,
      write: (arena, _view, offset) => arena.set(bytes, offset),
      onResult: this.#onShieldedResult,
    })
  }

  finish(): FailedScript | undefined {
    this.#pool.drain()
    const found = this.#failure
    this.#failure = undefined
    return found
  }

  help(left: number, millis: number): boolean {
    return this.#pool.help(left, millis)
  }

  state(): GroupState {
    return { ...this.#pool.state(), failed: this.#failure !== undefined }
  }
}

function solutionTask(header: BlockHeader, rules: EquihashParameters, tag: number, onResult: ResultHandler): Task {
  const bytes = encodeSolutionJob(header, rules)
  return { size: bytes.length, inputs: 1, tag, write: (arena, _view, offset) => arena.set(bytes, offset), onResult }
}
