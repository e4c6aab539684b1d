/**
 * verify: scripts, signatures, shielded proofs and Equihash, on one thread or several.
 *
 * Purpose: the part of validation that uses most processor time, behind one interface, so that chain can stay
 * synchronous. Non-goals: choice of flags, source of spent outputs, rules of crypto-condition modules (chain, modules).
 * Invariants: a result depends on the job alone, never on the verifier, its threads or their failures. Only the calling
 * thread's own result can reject, except for peer transactions that no caller waits for (`proofThread.ts`). Memory is
 * bounded (8 MB of outstanding jobs, 100,000 remembered transactions). Thread: called from the node's thread, which may
 * sleep in `finish` but never in `help`; workers share nothing but the job queue.
 */

export { InlineVerifier, type InlineVerifierDeps, type VerifierOptions } from './inlineVerifier.ts'
export type { PoolOptions } from './jobPool.ts'
export { PoolVerifier } from './poolVerifier.ts'
export { inBatches } from './proofThread.ts'
export { SingleThreadVerifier } from './singleThreadVerifier.ts'
export {
  type EvaluateNode,
  type FailedScript,
  type JobVerdict,
  type Proofs,
  type ScriptJob,
  type SerializedTree,
  SHIELDED_PARTS,
  type Verifier,
  type VerifyGroup,
} from './types.ts'
