/**
 * verify: scripts, signatures, shielded proofs and Equihash, on one thread or several.
 *
 * Purpose: the part of validation that burns processor time, behind one interface, so that chain can stay synchronous.
 * Non-goals: which flags apply, where spent outputs come from, what crypto-condition modules allow (chain, modules).
 * Invariants: an answer depends on the job alone, never on the verifier, its threads or their fate; the calling thread's own
 * result is the only one that refuses, but for transactions of peers that nobody waits for (`proofThread.ts`); memory is bounded (8 MB of outstanding jobs, 100,000 remembered transactions).
 * Thread: called from the node's thread, which may sleep in `finish` but never in `help`; workers share nothing but the job queue.
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
