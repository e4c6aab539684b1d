/**
 * shielded: Sapling and Sprout data, judged.
 *
 * Purpose: proofs and signatures of shielded transactions, the rules about their amounts, anchors and nullifiers, and the
 * trees of note commitments (shielded.md).
 * Non-goals: spending and receiving in secret (there is no z-wallet), keeping nullifiers, anchors and trees (a `ShieldedView`
 * is given), -ac_private, knowing which branch id and which dates apply (consensus).
 * Invariants: hostile data gives a verdict, never an exception, and what is cheap is looked at before anything is paired;
 * nothing is loaded, and no memory taken, before the first shielded transaction or tree. PHGR13 proofs never refuse: the
 * network does not verify them.
 * Thread: any; each makes its own `createShielded`. All calls are synchronous, loading too.
 *
 * How the node uses it:
 * - consensus (`shieldedRules.ts`) asks `values.ts` and `checkNullifiers` between its own context-free rules, in the order of
 *   shielded.md §11 A, adds `shieldedValue` to what inputs and outputs are worth, and makes violations of refusals.
 * - verify has a third kind of job: branch ids and raw transactions with some 32 proofs together, as plain bytes. A worker
 *   answers yes or no, as for scripts; on a no the node's thread does the job itself and has the reason. Transactions of
 *   which the verified cache has the txid under the branch id, with `SHIELDED_PARTS` for flags, are left out. The mempool
 *   verifies with `frugal`, on the node's thread, and adds to that cache.
 * - chain (`shieldedParts.ts`) goes through a block with `beginBlock`, compares `hashFinalSaplingRoot`, and hands what changed
 *   to storage (`shieldedTables.ts`), which keeps nullifiers, and for each block with shielded parts roots and frontiers.
 */
export {
  type BlockEffects,
  beginBlock,
  checkFinalSaplingRoot,
  type GrowSapling,
  type PoolChanges,
} from './blockEffects.ts'
export {
  appendLeaf,
  EMPTY_FRONTIER,
  type Frontier,
  growTree,
  type NoteTree,
  parseFrontier,
  serializeFrontier,
  type TreeKind,
  treeRoot,
  treeSize,
} from './commitmentTree.ts'
export {
  type JoinSplitDescription,
  type OutputDescription,
  readJoinSplit,
  readOutput,
  readSpend,
  type SpendDescription,
} from './descriptions.ts'
export { checkNullifiers, effectsOf, proofCount, type ShieldedEffects, type ShieldedPool } from './effects.ts'
export { createSproutTree, EMPTY_ROOTS } from './noteTrees.ts'
export { isPhgr13Encoding } from './phgr13.ts'
export { meetsRequirements, type ShieldedView } from './requirements.ts'
export { createShielded, type Shielded } from './shielded.ts'
export {
  checkCoinbaseUnshielded,
  checkSaplingAllowed,
  checkShieldedIn,
  checkShieldedOut,
  poolDeltas,
  shieldedValue,
  type ValueRules,
} from './values.ts'
export type { ShieldedReason, ShieldedRefusal, ShieldedVerdict } from './verdict.ts'
export type { ShieldedFault, ShieldedJob, ShieldedOptions } from './verifier.ts'
