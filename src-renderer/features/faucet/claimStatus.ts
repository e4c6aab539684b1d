import type { MethodResult } from '#shared/rpc/index.ts'

export type FaucetClaim = MethodResult<'getfaucetclaim'>
export type Eligibility = MethodResult<'fauceteligibility'>
export type EligibilityCheck = Eligibility['checks'][number]

/**
 * State of this node's claim, from the node's answers and this window's tasks. `sent`: the transaction was broadcast;
 * its progress is asked of the node.
 */
export type ClaimStage = 'closed' | 'open' | 'searching' | 'found' | 'sent' | 'claimed' | 'cancelled' | 'failed'

export const eligibilityCheck = (
  eligibility: Eligibility | undefined,
  name: EligibilityCheck['name'],
): EligibilityCheck | undefined => eligibility?.checks.find((check) => check.name === name)

/** Without these there is nothing to read of a faucet. */
const OF_CHAIN: readonly EligibilityCheck['name'][] = ['conditions', 'index']
/** Without these nothing can be done with it either. */
const BASICS: readonly EligibilityCheck['name'][] = ['pubkey', ...OF_CHAIN]

const holds = (eligibility: Eligibility | undefined, names: readonly EligibilityCheck['name'][]): boolean =>
  eligibility !== undefined && !eligibility.checks.some((check) => names.includes(check.name) && !check.passed)

/** Whether the faucet and its history can be read: that takes no key. */
export const faucetReads = (eligibility: Eligibility | undefined): boolean => holds(eligibility, OF_CHAIN)

/** Whether the faucet can be funded and claimed from: that fails without a key, the module or its index. */
export const faucetWorks = (eligibility: Eligibility | undefined): boolean => holds(eligibility, BASICS)

/** Whether the pool has too little only until a claim of the mempool is in a block. */
export function poolIsWaiting(eligibility: Eligibility | undefined): boolean {
  const check = eligibilityCheck(eligibility, 'pool')
  return check?.passed === false && (check.waiting ?? 0n) > 0n
}

/** Whether nothing at all is in the pool, and nothing waits for a block. */
export const isEmptyPool = ({ name, amount, waiting = 0n }: EligibilityCheck): boolean =>
  name === 'pool' && amount === 0n && waiting === 0n

/** The failed condition that this address has already claimed, with its transaction; undefined if that is unknown. */
export function claimedCheck(eligibility: Eligibility): (EligibilityCheck & { readonly txid: string }) | undefined {
  const check = eligibilityCheck(eligibility, 'claimed')
  return check?.passed === false && check.txid !== undefined ? { ...check, txid: check.txid } : undefined
}

/** What a key that was never paid meets: conditions of the address, not of the chain. */
const OF_ADDRESS: readonly EligibilityCheck['name'][] = ['history', 'mempool']

/** Whether another key could claim: all that is in the way is what the present one's address was used for. */
export function freshKeyHelps(eligibility: Eligibility): boolean {
  const failed = eligibility.checks.filter(({ passed }) => !passed)
  return failed.length > 0 && failed.every(({ name }) => OF_ADDRESS.includes(name))
}

/**
 * Undefined until both answers are known. `sent`: transactions that this window keeps as tasks, and whether each is in a
 * block: the conditions tell of the present token key alone, and the claim may be another one's.
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
    // Sent from another window or before a reload: the conditions name the transaction.
    const known = eligibility.checks.some((check) => check.txid === txid)
    if (sent.get(txid)) return 'claimed'
    if (sent.has(txid) || known) return 'sent'
  }
  if (had) return 'claimed'
  if (claim.state === 'found') return 'found'
  if (!eligibility.eligible) return 'closed'
  return claim.state === 'none' ? 'open' : claim.state
}

/** Whole claims that a pool can still pay; each takes the payout and the fee. */
export function claimsLeft(pool: bigint, payout: bigint, fee: bigint): bigint {
  return pool / (payout + fee)
}
