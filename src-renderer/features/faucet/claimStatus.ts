import type { MethodResult } from '#shared/rpc/index.ts'

export type FaucetClaim = MethodResult<'getfaucetclaim'>
export type Eligibility = MethodResult<'fauceteligibility'>
export type EligibilityCheck = Eligibility['checks'][number]

/**
 * State of this node's claim, from the node's answers and this window's tasks. `sent`: the transaction was broadcast,
 * and its progress is requested from the node.
 */
export type ClaimStage = 'closed' | 'open' | 'searching' | 'found' | 'sent' | 'claimed' | 'cancelled' | 'failed'

export const eligibilityCheck = (
  eligibility: Eligibility | undefined,
  name: EligibilityCheck['name'],
): EligibilityCheck | undefined => eligibility?.checks.find((check) => check.name === name)

/** Checks without which the faucet cannot be read. */
const OF_CHAIN: readonly EligibilityCheck['name'][] = ['conditions', 'index']
/** Checks without which the faucet cannot be funded or claimed from. */
const BASICS: readonly EligibilityCheck['name'][] = ['pubkey', ...OF_CHAIN]

const holds = (eligibility: Eligibility | undefined, names: readonly EligibilityCheck['name'][]): boolean =>
  eligibility !== undefined && !eligibility.checks.some((check) => names.includes(check.name) && !check.passed)

/** Returns true if the faucet and its history can be read, for which no key is required. */
export const faucetReads = (eligibility: Eligibility | undefined): boolean => holds(eligibility, OF_CHAIN)

/** Returns true if the faucet can be funded and claimed from. Requires a key, the module and its index. */
export const faucetWorks = (eligibility: Eligibility | undefined): boolean => holds(eligibility, BASICS)

/** Returns true if the pool has too little only until a transaction in the mempool is confirmed. */
export function poolIsWaiting(eligibility: Eligibility | undefined): boolean {
  const check = eligibilityCheck(eligibility, 'pool')
  return check?.passed === false && (check.waiting ?? 0n) > 0n
}

/** Returns true if the pool is empty and no coins for it are unconfirmed. */
export const isEmptyPool = ({ name, amount, waiting = 0n }: EligibilityCheck): boolean =>
  name === 'pool' && amount === 0n && waiting === 0n

/**
 * Returns the failed condition that this address has not claimed before, with the claim's transaction. Returns
 * undefined if the transaction is unknown.
 */
export function claimedCheck(eligibility: Eligibility): (EligibilityCheck & { readonly txid: string }) | undefined {
  const check = eligibilityCheck(eligibility, 'claimed')
  return check?.passed === false && check.txid !== undefined ? { ...check, txid: check.txid } : undefined
}

/** Conditions on the address, not on the chain: a key that was never paid meets them. */
const OF_ADDRESS: readonly EligibilityCheck['name'][] = ['history', 'mempool']

/** Returns true if another key could claim, because only conditions on the present key's address have failed. */
export function freshKeyHelps(eligibility: Eligibility): boolean {
  const failed = eligibility.checks.filter(({ passed }) => !passed)
  return failed.length > 0 && failed.every(({ name }) => OF_ADDRESS.includes(name))
}

/**
 * Returns the stage, or undefined until both answers are known.
 * @param sent transactions that this window keeps as tasks, with true if confirmed. The conditions cover only the
 *   present token key, but the claim may belong to another key.
 */
export function claimStage(
  claim: FaucetClaim | undefined,
  eligibility: Eligibility | undefined,
  sent: ReadonlyMap<string, boolean>,
): ClaimStage | undefined {
  if (!claim || !eligibility) return undefined
  if (claim.state === 'searching') return 'searching'
  const had = claimedCheck(eligibility)
  if (had?.height !== undefined) return 'claimed'
  if (claim.state === 'found' && claim.txid !== undefined) {
    const { txid } = claim
    // The claim was sent from another window or before a reload: the conditions name its transaction.
    const known = eligibility.checks.some((check) => check.txid === txid)
    if (sent.get(txid)) return 'claimed'
    if (sent.has(txid) || known) return 'sent'
  }
  if (had) return 'claimed'
  if (claim.state === 'found') return 'found'
  if (!eligibility.eligible) return 'closed'
  return claim.state === 'none' ? 'open' : claim.state
}

/** Returns the number of whole claims that the pool can pay. Each takes the payout and the fee. */
export function claimsLeft(pool: bigint, payout: bigint, fee: bigint): bigint {
  return pool / (payout + fee)
}
