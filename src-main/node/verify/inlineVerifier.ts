import type { Random } from '../core/index.ts'
import {
  type BlockHeader,
  type EquihashParameters,
  serializeHeaderWithoutSolution,
  verifyEquihash,
} from '../primitives/index.ts'
import { createShielded, type Shielded, type ShieldedJob, type ShieldedRefusal } from '../shielded/index.ts'
import { isLenient, worseFailure } from './failures.ts'
import type {
  EvaluateNode,
  FailedScript,
  GroupState,
  JobVerdict,
  Proofs,
  ScriptJob,
  Verifier,
  VerifyGroup,
} from './types.ts'
import { VerifiedCache } from './verifiedCache.ts'
import { verifyScripts } from './verifyScripts.ts'

export interface VerifierOptions {
  /** true if OP_CHECKCRYPTOCONDITION is an opcode on this chain */
  readonly ccEnabled: boolean
}

export interface InlineVerifierDeps {
  readonly random: Random
  /** called with each group when it begins */
  readonly onGroup?: ((group: VerifyGroup) => void) | undefined
}

/** Verifies everything immediately on the calling thread. */
export class InlineVerifier implements Verifier {
  readonly threads: number = 0
  readonly shielded: Shielded
  readonly proofs: Proofs
  readonly #ccEnabled: boolean
  readonly #cache: VerifiedCache
  readonly #onGroup: InlineVerifierDeps['onGroup']

  constructor({ ccEnabled }: VerifierOptions, { random, onGroup }: InlineVerifierDeps) {
    this.#ccEnabled = ccEnabled
    this.#cache = new VerifiedCache(random)
    this.#onGroup = onGroup
    this.shielded = createShielded({ random })
    this.proofs = new InlineProofs(this.shielded)
  }

  verify(job: ScriptJob, evaluate?: EvaluateNode): JobVerdict {
    return verifyScripts(job, this.#ccEnabled, evaluate)
  }

  group(): VerifyGroup {
    const group = this.makeGroup()
    this.#onGroup?.(group)
    return group
  }

  protected makeGroup(): VerifyGroup {
    return new InlineGroup(this.#ccEnabled, this.shielded)
  }

  checkSolutions(headers: readonly BlockHeader[], rules: EquihashParameters): boolean[] {
    return headers.map((header) => checkSolution(header, rules))
  }

  remember(txid: Uint8Array, flags: number, branchId: number): void {
    this.#cache.add(txid, flags, branchId)
  }

  isRemembered(txid: Uint8Array, flags: number, branchId: number): boolean {
    return this.#cache.has(txid, flags, branchId)
  }

  async close(): Promise<void> {}
}

/** Verifies on the calling thread, and ignores PHGR13 proofs. */
class InlineProofs implements Proofs {
  readonly aside = false
  readonly falsePhgr13 = 0
  readonly #shielded: Shielded

  constructor(shielded: Shielded) {
    this.#shielded = shielded
  }

  async verify(job: ShieldedJob): Promise<ShieldedRefusal | undefined> {
    return this.#shielded.verify([job], { frugal: true })?.refusal
  }

  async verifyTogether(jobs: readonly ShieldedJob[]): Promise<boolean> {
    return this.#shielded.verify(jobs) === undefined
  }

  async growTree(): Promise<undefined> {}

  report(): void {}
}

class InlineGroup implements VerifyGroup {
  readonly #ccEnabled: boolean
  readonly #shielded: Shielded
  #failure: FailedScript | undefined

  constructor(ccEnabled: boolean, shielded: Shielded) {
    this.#ccEnabled = ccEnabled
    this.#shielded = shielded
  }

  add(job: ScriptJob, tag: number): void {
    if (!this.#matters(tag)) return
    const verdict = verifyScripts(job, this.#ccEnabled)
    if (!verdict.ok) this.#fail({ tag, verdict })
  }

  addShielded(jobs: readonly ShieldedJob[], tag: number): void {
    const fault = this.#matters(tag) ? this.#shielded.verify(jobs) : undefined
    if (fault !== undefined) this.#fail({ tag, verdict: fault.refusal })
  }

  finish(): FailedScript | undefined {
    const found = this.#failure
    this.#failure = undefined
    return found
  }

  help(): boolean {
    return false
  }

  state(): GroupState {
    return { inputs: 0, answered: Number.POSITIVE_INFINITY, failed: this.#failure !== undefined }
  }

  #fail(found: FailedScript): void {
    this.#failure = worseFailure(this.#failure, found)
  }

  /** Returns false if the job can no longer change the result. */
  #matters(tag: number): boolean {
    return this.#failure === undefined || (this.#failure.tag === tag && isLenient(this.#failure))
  }
}

function checkSolution(header: BlockHeader, rules: EquihashParameters): boolean {
  return verifyEquihash(rules, serializeHeaderWithoutSolution(header), header.solution)
}
