import type { Transaction } from '../primitives/index.ts'
import { type JoinSplitDescription, readJoinSplit } from './descriptions.ts'
import { SATISFIED, type ShieldedReason, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** Parameters of the rules about amounts. */
export interface ValueRules {
  /** satoshis */
  readonly maxMoney: bigint
  /** -ac_public: no shielded parts allowed */
  readonly publicOnly: boolean
  /** true if JoinSplits ended before the time that applies (shielded.md §1) */
  readonly sproutEnded: boolean
}

const hasSapling = (tx: Transaction): boolean => tx.shieldedSpends.length + tx.shieldedOutputs.length > 0
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Checks the first of the context-free rules of shielded.md §11 A, after the amounts of the transparent outputs. */
export function checkSaplingAllowed(tx: Transaction, { publicOnly }: ValueRules): ShieldedVerdict {
  if (!hasSapling(tx)) return tx.valueBalance === 0n ? SATISFIED : shieldedRefusal('bad-txns-valuebalance-nonzero')
  return publicOnly ? shieldedRefusal('bad-txns-acpublic-chain') : SATISFIED
}

/**
 * Checks the amounts that shielded parts take from the transparent side, in the reference's order.
 * @param transparentOut sum of the transparent outputs, within 0 and maxMoney
 */
export function checkShieldedOut(tx: Transaction, rules: ValueRules, transparentOut: bigint): ShieldedVerdict {
  const { maxMoney } = rules
  if (magnitude(tx.valueBalance) > maxMoney) return shieldedRefusal('bad-txns-valuebalance-toolarge')
  let out = transparentOut - (tx.valueBalance < 0n ? tx.valueBalance : 0n)
  if (out > maxMoney) return shieldedRefusal('bad-txns-txouttotal-toolarge')
  for (const [index, raw] of tx.joinSplits.entries()) {
    const joinSplit = readJoinSplit(raw)
    const reason = joinSplitFault(joinSplit, rules)
    if (reason !== undefined) return shieldedRefusal(reason, index)
    out += joinSplit.vpubOld
    if (out > maxMoney) return shieldedRefusal('bad-txns-txouttotal-toolarge', index)
  }
  return SATISFIED
}

function joinSplitFault({ vpubOld, vpubNew }: JoinSplitDescription, rules: ValueRules): ShieldedReason | undefined {
  if (rules.publicOnly) return 'bad-txns-acpublic-chain'
  if (rules.sproutEnded) return 'bad-txns-sprout-expired'
  if (vpubOld < 0n) return 'bad-txns-vpub_old-negative'
  if (vpubNew < 0n) return 'bad-txns-vpub_new-negative'
  if (vpubOld > rules.maxMoney) return 'bad-txns-vpub_old-toolarge'
  if (vpubNew > rules.maxMoney) return 'bad-txns-vpub_new-toolarge'
  return vpubOld !== 0n && vpubNew !== 0n ? 'bad-txns-vpubs-both-nonzero' : undefined
}

/**
 * Checks the amounts that shielded parts give to the transparent side, after -ac_private and -ac_txpow, before the
 * inputs.
 */
export function checkShieldedIn(tx: Transaction, { maxMoney }: ValueRules): ShieldedVerdict {
  return shieldedValue(tx).in > maxMoney ? shieldedRefusal('bad-txns-txintotal-toolarge') : SATISFIED
}

/** Checks the last of the context-free rules: a coinbase has no shielded parts. */
export function checkCoinbaseUnshielded(tx: Transaction): ShieldedVerdict {
  if (tx.joinSplits.length > 0) return shieldedRefusal('bad-cb-has-joinsplits')
  if (tx.shieldedSpends.length > 0) return shieldedRefusal('bad-cb-has-spend-description')
  return tx.shieldedOutputs.length > 0 ? shieldedRefusal('bad-cb-has-output-description') : SATISFIED
}

/**
 * Returns the satoshis that leave the pools like inputs, and that enter them like outputs. The fee is the sum of all
 * inputs minus the sum of all outputs.
 */
export function shieldedValue(tx: Transaction): { readonly in: bigint; readonly out: bigint } {
  let [valueIn, valueOut] = tx.valueBalance < 0n ? [0n, -tx.valueBalance] : [tx.valueBalance, 0n]
  for (const raw of tx.joinSplits) {
    const { vpubOld, vpubNew } = readJoinSplit(raw)
    valueIn += vpubNew
    valueOut += vpubOld
  }
  return { in: valueIn, out: valueOut }
}

/** Returns the change of each pool in satoshis. Neither total has a lower bound: there is no turnstile. */
export function poolDeltas(tx: Transaction): { readonly sprout: bigint; readonly sapling: bigint } {
  let sprout = 0n
  for (const raw of tx.joinSplits) {
    const { vpubOld, vpubNew } = readJoinSplit(raw)
    sprout += vpubOld - vpubNew
  }
  return { sprout, sapling: -tx.valueBalance }
}
