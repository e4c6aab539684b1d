import { SAPLING_VERSION, type Transaction } from '../primitives/index.ts'
import {
  checkCoinbaseUnshielded,
  checkNullifiers,
  checkSaplingAllowed,
  checkShieldedIn,
  checkShieldedOut,
  effectsOf,
  isPhgr13Encoding,
  proofCount,
  readJoinSplit,
  type ShieldedRefusal,
  type ShieldedVerdict,
  type ValueRules,
} from '../shielded/index.ts'
import type { ChainParams } from './params.ts'
import { checkSpendsPrivate } from './privateChain.ts'
import { firstViolation, VALID, type Verdict, type Violation, violation } from './verdict.ts'

/** JoinSplits came to their end on every chain: 15 Feb 2019 (shielded.md §1). */
const SPROUT_END = 1_550_188_800
/** Blocks up to then were connected although contextual checks of their transactions failed (shielded.md §1): 15 Jan 2019. */
const LENIENT_UNTIL = 1_547_510_400
/** The base chain's symbol, which a plain regtest shares, and one chain's became public on that day. */
const PUBLIC_SINCE_SPROUT_END: ReadonlySet<string> = new Set(['', 'ZEX'])

/** Whether it spends or makes shielded coins. */
export function hasShieldedParts(tx: Transaction): boolean {
  return proofCount(tx) > 0
}

/** Whether a block of this time was connected in spite of contextual violations. */
export function toleratesContextual(blockTime: number): boolean {
  return blockTime <= LENIENT_UNTIL
}

/**
 * The time by which dates of the rules about shielded parts are judged in a block: its parent's, and where other nodes look
 * at transactions before they know the block's place, which is on chains without conditions, also its own.
 */
export function shieldedTime(
  params: ChainParams,
  times: { readonly parentTime: number; readonly blockTime: number },
): number {
  return params.ccEnabled ? times.parentTime : Math.max(times.parentTime, times.blockTime)
}

export function shieldedViolation({ kind, reason }: ShieldedRefusal): Violation {
  return violation(kind, reason)
}

/** A shielded verdict as one of consensus. */
export function shieldedVerdict(verdict: ShieldedVerdict): Verdict {
  return verdict.ok ? VALID : shieldedViolation(verdict)
}

function valueRules(params: ChainParams, tipTime: number): ValueRules {
  const sproutEnded = tipTime >= SPROUT_END
  const publicOnly = params.publicOnly || (sproutEnded && PUBLIC_SINCE_SPROUT_END.has(params.name))
  return { maxMoney: params.maxMoney, publicOnly, sproutEnded }
}

/** What shielded parts may be there and take from the transparent side: after the amounts of the outputs. */
export function checkShieldedOutgoing(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  if (!hasShieldedParts(tx) && tx.valueBalance === 0n) return VALID
  const rules = valueRules(params, tipTime)
  const transparentOut = tx.vout.reduce((sum, { value }) => sum + value, 0n)
  return firstViolation(
    () => checkEncodings(tx),
    () => shieldedVerdict(checkSaplingAllowed(tx, rules)),
    () => checkSpendsPrivate(params, tx, tipTime),
    () => shieldedVerdict(checkShieldedOut(tx, rules, transparentOut)),
  )
}

/** Other nodes cannot read a transaction with such a proof. */
function checkEncodings(tx: Transaction): Verdict {
  if (tx.overwintered && tx.version >= SAPLING_VERSION) return VALID
  const readable = tx.joinSplits.every((raw) => isPhgr13Encoding(readJoinSplit(raw).proof))
  return readable ? VALID : violation('invalid', 'bad-txns-joinsplit-encoding')
}

/** What they give to the transparent side: before the inputs. */
export function checkShieldedIncoming(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  return hasShieldedParts(tx) ? shieldedVerdict(checkShieldedIn(tx, valueRules(params, tipTime))) : VALID
}

/** Nullifiers within the transaction, and coinbases: after the inputs. */
export function checkShieldedUnique(tx: Transaction, coinbase: boolean): Verdict {
  if (!hasShieldedParts(tx)) return VALID
  const unique = checkNullifiers(effectsOf(tx))
  return shieldedVerdict(unique.ok && coinbase ? checkCoinbaseUnshielded(tx) : unique)
}
