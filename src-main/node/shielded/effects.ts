import type { Transaction } from '../primitives/index.ts'
import { hashKey } from '../util/index.ts'
import { readJoinSplit, readOutput, readSpend } from './descriptions.ts'
import { SATISFIED, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** The two pools of shielded coins. Their nullifiers, anchors and trees are independent. */
export type ShieldedPool = 'sprout' | 'sapling'

/** Effects of a transaction: the state of the pools that it reads and changes. All values have 32 bytes. */
export interface ShieldedEffects {
  readonly spends: readonly { readonly anchor: Uint8Array; readonly nullifier: Uint8Array }[]
  /** note commitments for the Sapling tree */
  readonly outputs: readonly Uint8Array[]
  readonly joinSplits: readonly JoinSplitEffects[]
}

export interface JoinSplitEffects {
  readonly anchor: Uint8Array
  readonly nullifiers: readonly Uint8Array[]
  /** note commitments for the Sprout tree */
  readonly commitments: readonly Uint8Array[]
}

export function extractEffects(tx: Transaction): ShieldedEffects {
  return {
    spends: tx.shieldedSpends.map(readSpend),
    outputs: tx.shieldedOutputs.map((raw) => readOutput(raw).cmu),
    joinSplits: tx.joinSplits.map(readJoinSplit),
  }
}

/** Checks that each nullifier occurs only once in a transaction. */
export function checkNullifiers({ spends, joinSplits }: ShieldedEffects): ShieldedVerdict {
  const sprout = joinSplits.flatMap(({ nullifiers }) => nullifiers)
  if (hasRepeated(sprout)) return shieldedRefusal('bad-joinsplits-nullifiers-duplicate')
  const sapling = spends.map(({ nullifier }) => nullifier)
  return hasRepeated(sapling) ? shieldedRefusal('bad-spend-description-nullifiers-duplicate') : SATISFIED
}

function hasRepeated(nullifiers: readonly Uint8Array[]): boolean {
  return new Set(nullifiers.map(hashKey)).size < nullifiers.length
}

/**
 * Returns the number of zero-knowledge proofs in a transaction, which cause nearly all the cost of verifying its
 * shielded parts.
 */
export function proofCount(tx: Transaction): number {
  return tx.shieldedSpends.length + tx.shieldedOutputs.length + tx.joinSplits.length
}
