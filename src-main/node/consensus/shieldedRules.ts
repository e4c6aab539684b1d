import { SAPLING_VERSION, type Transaction } from '../primitives/index.ts'
import {
  checkCoinbaseUnshielded,
  checkNullifiers,
  checkSaplingAllowed,
  checkShieldedIn,
  checkShieldedOut,
  extractEffects,
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

/** End of JoinSplits on every chain: 15 Feb 2019 in unix seconds (shielded.md §1). */
const SPROUT_END = 1_550_188_800
/**
 * Blocks up to this time (15 Jan 2019) were connected despite failed contextual checks of their transactions
 * (shielded.md §1).
 */
const LENIENT_UNTIL = 1_547_510_400
/** Chains that became public at that time: the base chain, whose empty name a plain regtest shares, and one other. */
const PUBLIC_SINCE_SPROUT_END: ReadonlySet<string> = new Set(['', 'ZEX'])

/** Returns true if the transaction spends or creates shielded coins. */
export function hasShieldedParts(tx: Transaction): boolean {
  return proofCount(tx) > 0
}

/** Returns true if komodod connected blocks of this time despite contextual violations. */
export function toleratesContextual(blockTime: number): boolean {
  return blockTime <= LENIENT_UNTIL
}

/**
 * Returns the time for date-dependent shielded rules in a block: the parent's time. On chains without conditions it is
 * at least the block's own time, because komodod there checks transactions before it knows the block's position.
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

/** Converts a shielded verdict to a consensus verdict. */
export function shieldedVerdict(verdict: ShieldedVerdict): Verdict {
  return verdict.ok ? VALID : shieldedViolation(verdict)
}

function valueRules(params: ChainParams, tipTime: number): ValueRules {
  const sproutEnded = tipTime >= SPROUT_END
  const publicOnly = params.publicOnly || (sproutEnded && PUBLIC_SINCE_SPROUT_END.has(params.name))
  return { maxMoney: params.maxMoney, publicOnly, sproutEnded }
}

/**
 * Checks which shielded parts are allowed and what they take from the transparent side. Call after checking the output
 * amounts.
 */
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

/** Rejects proof encodings that komodod cannot parse. */
function checkEncodings(tx: Transaction): Verdict {
  if (tx.overwintered && tx.version >= SAPLING_VERSION) return VALID
  const readable = tx.joinSplits.every((raw) => isPhgr13Encoding(readJoinSplit(raw).proof))
  return readable ? VALID : violation('invalid', 'bad-txns-joinsplit-encoding')
}

/** Checks what shielded parts give to the transparent side. Call before checking the inputs. */
export function checkShieldedIncoming(params: ChainParams, tx: Transaction, tipTime: number): Verdict {
  return hasShieldedParts(tx) ? shieldedVerdict(checkShieldedIn(tx, valueRules(params, tipTime))) : VALID
}

/** Checks nullifiers within the transaction, and coinbases. Call after checking the inputs. */
export function checkShieldedUnique(tx: Transaction, coinbase: boolean): Verdict {
  if (!hasShieldedParts(tx)) return VALID
  const unique = checkNullifiers(extractEffects(tx))
  return shieldedVerdict(unique.ok && coinbase ? checkCoinbaseUnshielded(tx) : unique)
}
