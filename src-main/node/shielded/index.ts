/**
 * shielded: validation of Sapling and Sprout data.
 *
 * Purpose: proofs and signatures of shielded transactions, the rules about their amounts, anchors and nullifiers, and
 * the trees of note commitments (shielded.md). Non-goals: shielded spending and receiving (there is no z-wallet),
 * storing nullifiers, anchors and trees (the caller passes a `ShieldedView`), -ac_private, choosing the branch id and
 * the dates that apply (consensus). Invariants: hostile data gives a verdict, never an exception. Cheap checks run
 * before any pairing. No data is loaded, and no memory allocated, before the first shielded transaction or tree. PHGR13
 * proofs never cause a rejection: the network does not verify them. Thread: any; each creates its own `createShielded`.
 * All calls are synchronous, including loading.
 *
 * How the node uses it:
 * - consensus (`shieldedRules.ts`) calls `values.ts` and `checkNullifiers` between its own context-free rules, in the
 *   order of shielded.md §11 A. It adds `shieldedValue` to the value of inputs and outputs, and rejects violations.
 * - verify has a third kind of job: branch ids and raw transactions with about 32 proofs together, as plain bytes. A
 *   worker returns true or false, as for scripts. On false, the node's thread repeats the job itself to get the reason.
 *   A transaction is omitted if the verified cache has its txid under the branch id, with `SHIELDED_PARTS` for flags.
 *   The mempool verifies with `frugal`, on the node's thread, and adds to that cache.
 * - chain (`shieldedParts.ts`) processes a block with `beginBlock`, compares `hashFinalSaplingRoot`, and passes the
 *   changes to storage (`shieldedTables.ts`), which stores nullifiers, and roots and frontiers of each block with
 *   shielded parts.
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
export { checkNullifiers, extractEffects, proofCount, type ShieldedEffects, type ShieldedPool } from './effects.ts'
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
