import type { Transaction } from '../primitives/index.ts'
import { type JoinSplitDescription, readJoinSplit } from './descriptions.ts'
import { SATISFIED, type ShieldedReason, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** What the rules about amounts depend on. */
export interface ValueRules {
  /** satoshis */
  readonly maxMoney: bigint
  /** -ac_public: no shielded parts at all */
  readonly publicOnly: boolean
  /** JoinSplits came to their end before the time that counts (shielded.md §1) */
  readonly sproutEnded: boolean
}

const hasSapling = (tx: Transaction): boolean => tx.shieldedSpends.length + tx.shieldedOutputs.length > 0
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** First of the context-free rules of shielded.md §11 A: comes after the amounts of the transparent outputs. */
export function checkSaplingAllowed(tx: Transaction, { publicOnly }: ValueRules): ShieldedVerdict {
  if (!hasSapling(tx)) return tx.valueBalance === 0n ? SATISFIED : shieldedRefusal('bad-txns-valuebalance-nonzero')
  return publicOnly ? shieldedRefusal('bad-txns-acpublic-chain') : SATISFIED
}

/**
 * The amounts that shielded parts take from the transparent side, in the reference's order.
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

/** The amounts that shielded parts give to the transparent side: after -ac_private and -ac_txpow, before the inputs. */
export function checkShieldedIn(tx: Transaction, { maxMoney }: ValueRules): ShieldedVerdict {
  return shieldedValue(tx).in > maxMoney ? shieldedRefusal('bad-txns-txintotal-toolarge') : SATISFIED
}

/** Last of the context-free rules, for coinbases only: they have no shielded parts. */
export function checkCoinbaseUnshielded(tx: Transaction): ShieldedVerdict {
  if (tx.joinSplits.length > 0) return shieldedRefusal('bad-cb-has-joinsplits')
  if (tx.shieldedSpends.length > 0) return shieldedRefusal('bad-cb-has-spend-description')
  return tx.shieldedOutputs.length > 0 ? shieldedRefusal('bad-cb-has-output-description') : SATISFIED
}

/**
 * Satoshis that come out of the pools like inputs, and that go into them like outputs: a fee is all that comes in less all
 * that goes out.
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

/** By how many satoshis the pools grow. Neither total has a lower bound: there is no turnstile. */
export function poolDeltas(tx: Transaction): { readonly sprout: bigint; readonly sapling: bigint } {
  let sprout = 0n
  for (const raw of tx.joinSplits) {
    const { vpubOld, vpubNew } = readJoinSplit(raw)
    sprout += vpubOld - vpubNew
  }
  return { sprout, sapling: -tx.valueBalance }
}
