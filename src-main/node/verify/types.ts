import type { BlockHeader, EquihashParameters, Transaction, TxOut } from '../primitives/index.ts'
import type { ScriptError } from '../script/index.ts'
import type { Shielded, ShieldedJob, ShieldedRefusal } from '../shielded/index.ts'

/** Everything that the scripts and signatures of one transaction depend on. */
export interface ScriptJob {
  readonly tx: Transaction
  /** the outputs its inputs spend, in input order */
  readonly spent: readonly TxOut[]
  /** SCRIPT_FLAGS of script/ */
  readonly flags: number
  /** consensus branch that the signatures commit to (ZIP-243) */
  readonly branchId: number
}

/** `inputIndex` is the first input whose script fails. */
export type JobVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly inputIndex: number; readonly error: ScriptError }

/** Judges an eval node (a crypto-condition module's part) of the fulfilment in input `inputIndex`. */
export type EvaluateNode = (evalCode: Uint8Array, inputIndex: number) => boolean

/** The Sapling tree as threads tell each other of it. */
export interface SerializedTree {
  readonly root: Uint8Array
  /** see `serializeFrontier` */
  readonly frontier: Uint8Array
}

/**
 * Shielded transactions are verified on a thread of their own, one after the other, where nobody waits for them, and where whoever
 * does can let others have their turn. It begins with the first of them. PHGR13 proofs that do not hold are logged and
 * counted: the network accepts them (shielded.md §1). What is not answered when the program ends is rejected.
 */
export interface Proofs {
  /** whether there is such a thread: otherwise nothing is gained by asking before the answer is needed */
  readonly aside: boolean
  /**
   * What is wrong with the transaction; of several things not always the first.
   * @param first before those that wait already
   */
  verify(job: ShieldedJob, first?: boolean): Promise<ShieldedRefusal | undefined>
  /** Transactions of a block, before any single one that waits: whether all hold. False may also mean that nobody knows. */
  verifyTogether(jobs: readonly ShieldedJob[]): Promise<boolean>
  /** The Sapling tree with leaves behind its own; undefined: nobody knows. */
  growTree(before: SerializedTree, leaves: readonly Uint8Array[]): Promise<SerializedTree | undefined>
  /** A transaction of a block: only its PHGR13 proofs. Forgotten while many others wait. */
  report(job: ShieldedJob): void
  /** PHGR13 proofs that did not hold, since the start */
  readonly falsePhgr13: number
}

/**
 * Transactions of one or more blocks whose scripts and shielded parts are checked together, in any order and on any thread. Eval nodes count
 * as true: the caller judges those.
 */
export interface VerifyGroup {
  /** @param tag returned by `finish` if this job fails; tags grow with each call */
  add(job: ScriptJob, tag: number): void
  /** Proofs and signatures of shielded transactions, which are checked together: about 32 proofs a job cost least. */
  addShielded(jobs: readonly ShieldedJob[], tag: number): void
  /**
   * Checks what is left, with the calling thread helping, and waits for the rest. Returns the failed job with the lowest
   * tag; of several, one whose failure is merely `inconclusive` comes last. The group is empty afterwards.
   */
  finish(): FailedScript | undefined
  /**
   * Checks some here, oldest first, for so long or until the others have no more than `left` inputs to look at. Shielded
   * parts, which take long in one piece, are left to other threads: as long as those are at it, this only sleeps for a
   * moment. Returns whether there was a job that no thread had begun, or such a one without an answer.
   */
  help(left: number, millis: number): boolean
  /** how far the answers are; cheap */
  state(): GroupState
}

export interface FailedScript {
  readonly tag: number
  /** which script, or what is wrong with a shielded transaction */
  readonly verdict: (JobVerdict & { ok: false }) | ShieldedRefusal
}

/** In place of script flags in the memory of verified transactions: shielded proofs and signatures hold. */
export const SHIELDED_PARTS = 0x8000_0000

export interface GroupState {
  /** inputs of jobs without an answer, at most one job a thread too many */
  readonly inputs: number
  /** every job with a lower tag is answered; Infinity: all are */
  readonly answered: number
  /** whether one of the answered ones failed; `finish` says which */
  readonly failed: boolean
}

/**
 * Checks scripts and proofs of work. `verify` runs on the calling thread; a group may use others. Results never depend on
 * which verifier is used.
 */
export interface Verifier {
  /** threads that work besides the calling one */
  readonly threads: number
  /** @param evaluate absent: eval nodes count as true */
  verify(job: ScriptJob, evaluate?: EvaluateNode): JobVerdict
  /** only one group at a time may have unfinished jobs */
  group(): VerifyGroup
  /** For each header, whether its solution proves the work; in order. */
  checkSolutions(headers: readonly BlockHeader[], rules: EquihashParameters): boolean[]
  /**
   * Remembers that all scripts of this transaction are satisfied under these flags, eval nodes aside, so that the block
   * which includes it need not check them again. The id commits to the scripts and to the outputs spent. `SHIELDED_PARTS`
   * in place of flags: that its shielded proofs and signatures hold, to which the id commits too.
   */
  remember(txid: Uint8Array, flags: number, branchId: number): void
  isRemembered(txid: Uint8Array, flags: number, branchId: number): boolean
  /** the calling thread's, of which nothing is loaded before it is needed */
  readonly shielded: Shielded
  /** shielded transactions that nobody waits for */
  readonly proofs: Proofs
  close(): Promise<void>
}
