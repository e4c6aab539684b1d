/**
 * Stage at which the network finds a fault (shielded.md §11), in the terms of consensus' verdicts:
 * - `invalid`: context-free, or while connecting; the text is the reply to submitblock
 * - `inconclusive`: when a block is accepted, before it is connected
 */
export type ShieldedVerdictKind = 'invalid' | 'inconclusive'

/** Reject reasons of the reference for shielded parts. */
const KINDS = {
  'bad-txns-valuebalance-nonzero': 'invalid',
  'bad-txns-acpublic-chain': 'invalid',
  'bad-txns-valuebalance-toolarge': 'invalid',
  'bad-txns-txouttotal-toolarge': 'invalid',
  'bad-txns-txintotal-toolarge': 'invalid',
  'bad-txns-sprout-expired': 'invalid',
  'bad-txns-vpub_old-negative': 'invalid',
  'bad-txns-vpub_new-negative': 'invalid',
  'bad-txns-vpub_old-toolarge': 'invalid',
  'bad-txns-vpub_new-toolarge': 'invalid',
  'bad-txns-vpubs-both-nonzero': 'invalid',
  'bad-joinsplits-nullifiers-duplicate': 'invalid',
  'bad-spend-description-nullifiers-duplicate': 'invalid',
  'bad-cb-has-joinsplits': 'invalid',
  'bad-cb-has-spend-description': 'invalid',
  'bad-cb-has-output-description': 'invalid',
  'bad-txns-joinsplit-verification-failed': 'invalid',
  'bad-txns-invalid-joinsplit-signature': 'inconclusive',
  'bad-txns-sapling-spend-description-invalid': 'inconclusive',
  'bad-txns-sapling-output-description-invalid': 'inconclusive',
  'bad-txns-sapling-binding-signature-invalid': 'inconclusive',
  'bad-txns-joinsplit-requirements-not-met': 'invalid',
  'bad-sapling-root-in-block': 'invalid',
} as const satisfies Readonly<Record<string, ShieldedVerdictKind>>

export type ShieldedReason = keyof typeof KINDS

/**
 * Fault of shielded parts. Each costs a peer a ban score of 100, with two exceptions that depend on the caller's
 * situation. A wrong JoinSplit signature costs nothing during the initial download, and unmet requirements cost nothing
 * in the mempool.
 */
export interface ShieldedRefusal {
  readonly ok: false
  readonly kind: ShieldedVerdictKind
  readonly reason: ShieldedReason
  /** index of the faulty spend, output or JoinSplit, if the fault has one */
  readonly index?: number
}

export type ShieldedVerdict = { readonly ok: true } | ShieldedRefusal

export const SATISFIED: { readonly ok: true } = { ok: true }

export function shieldedRefusal(reason: ShieldedReason, index?: number): ShieldedRefusal {
  const fault = { ok: false, kind: KINDS[reason], reason } as const
  return index === undefined ? fault : { ...fault, index }
}
