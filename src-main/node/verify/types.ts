import type { BlockHeader, EquihashParameters, Transaction, TxOut } from '../primitives/index.ts'
import type { ScriptError } from '../script/index.ts'
import type { Shielded, ShieldedJob, ShieldedRefusal } from '../shielded/index.ts'

/** Transaction with the data on which its scripts and signatures depend. */
export interface ScriptJob {
  readonly tx: Transaction
  /** the outputs spent by its inputs, in input order */
  readonly spent: readonly TxOut[]
  /** flags of SCRIPT_FLAGS in script/ */
  readonly flags: number
  /** consensus branch to which the signatures commit (ZIP-243) */
  readonly branchId: number
}

/** Result of a job. `inputIndex` is the first input whose script fails. */
export type JobVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly inputIndex: number; readonly error: ScriptError }

/** Validates an eval node (the part of a crypto-condition module) of the fulfilment in input `inputIndex`. */
export type EvaluateNode = (evalCode: Uint8Array, inputIndex: number) => boolean

/** Sapling tree as threads send it to each other. */
export interface SerializedTree {
  readonly root: Uint8Array
  /** see `serializeFrontier` */
  readonly frontier: Uint8Array
}

/**
 * Verifies shielded transactions on a separate thread, one at a time. It is for transactions that no caller waits for,
 * and for callers that can wait asynchronously. The thread starts with the first transaction. Invalid PHGR13 proofs are
 * logged and counted, because the network accepts them (shielded.md §1). Requests without a result when the program
 * ends are rejected.
 */
export interface Proofs {
  /** true if there is such a thread. Without one, asking before the result is needed gains nothing. */
  readonly aside: boolean
  /**
   * Returns the fault of the transaction. If it has several, this is not always the first.
   * @param first true to verify it before queued transactions
   */
  verify(job: ShieldedJob, first?: boolean): Promise<ShieldedRefusal | undefined>
  /**
   * Verifies transactions of a block, before queued single ones. Returns true if all are valid. False may also mean
   * that verification failed.
   */
  verifyTogether(jobs: readonly ShieldedJob[]): Promise<boolean>
  /** Appends leaves to the Sapling tree. Returns undefined if the thread failed. */
  growTree(before: SerializedTree, leaves: readonly Uint8Array[]): Promise<SerializedTree | undefined>
  /** Checks only the PHGR13 proofs of a transaction in a block. Dropped while many other requests are queued. */
  report(job: ShieldedJob): void
  /** number of invalid PHGR13 proofs since the start */
  readonly falsePhgr13: number
}

/**
 * Transactions of one or more blocks whose scripts and shielded parts are verified together, in any order and on any
 * thread. Eval nodes are assumed valid, because the caller validates them.
 */
export interface VerifyGroup {
  /** @param tag returned by `finish` if this job fails; tags grow with each call */
  add(job: ScriptJob, tag: number): void
  /**
   * Adds shielded transactions, whose proofs and signatures are verified together. Jobs of about 32 proofs are most
   * efficient.
   */
  addShielded(jobs: readonly ShieldedJob[], tag: number): void
  /**
   * Verifies the remaining jobs, with the help of the calling thread, and waits for the others. Returns the failed job
   * with the lowest tag. If it has several failures, one that is only `inconclusive` comes last. The group is empty
   * afterwards.
   */
  finish(): FailedScript | undefined
  /**
   * Verifies some jobs on the calling thread, oldest first, for at most `millis` ms or until other threads have at most
   * `left` inputs. Shielded parts, which block for long, are left to other threads. While those are working, this only
   * sleeps briefly. Returns true if there was a job that no thread had started, or shielded parts without a result.
   */
  help(left: number, millis: number): boolean
  /** returns the progress of verification; cheap */
  state(): GroupState
}

export interface FailedScript {
  readonly tag: number
  /** the failed script, or the fault of a shielded transaction */
  readonly verdict: (JobVerdict & { ok: false }) | ShieldedRefusal
}

/** Used instead of script flags in the cache of verified transactions: shielded proofs and signatures are valid. */
export const SHIELDED_PARTS = 0x8000_0000

export interface GroupState {
  /** inputs of jobs without a result, which may be one job per thread too high */
  readonly inputs: number
  /** every job with a lower tag has a result; Infinity if all have */
  readonly answered: number
  /** true if a job with a result failed; `finish` returns which */
  readonly failed: boolean
}

/**
 * Verifies scripts and proofs of work. `verify` runs on the calling thread; a group may use other threads. Results
 * never depend on the verifier in use.
 */
export interface Verifier {
  /** number of threads besides the calling one */
  readonly threads: number
  /** @param evaluate if omitted, eval nodes count as true */
  verify(job: ScriptJob, evaluate?: EvaluateNode): JobVerdict
  /** only one group at a time may have unfinished jobs */
  group(): VerifyGroup
  /** Returns, in order, whether the solution of each header proves the work. */
  checkSolutions(headers: readonly BlockHeader[], rules: EquihashParameters): boolean[]
  /**
   * Caches that all scripts of this transaction are satisfied under these flags, except for eval nodes. The block that
   * includes it then need not verify them again. The id commits to the scripts and to the spent outputs.
   * `SHIELDED_PARTS` instead of flags means that its shielded proofs and signatures are valid, to which the id commits
   * too.
   */
  remember(txid: Uint8Array, flags: number, branchId: number): void
  isRemembered(txid: Uint8Array, flags: number, branchId: number): boolean
  /** shielded verification on the calling thread, loaded when it is first needed */
  readonly shielded: Shielded
  /** verifies shielded transactions that no caller waits for */
  readonly proofs: Proofs
  close(): Promise<void>
}
