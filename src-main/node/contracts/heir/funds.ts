import { computeTxid, type Transaction } from '../../primitives/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { transactionsTo, unspentAt } from '../framework/addressTransactions.ts'
import { computeAge } from '../framework/age.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { openTokenReader } from '../tokens/reader.ts'
import { findHeirData } from './codec.ts'
import { HEIR_MARKER_SCRIPT } from './keys.ts'
import { findPlan, type HeirPlan, sharedScript } from './plan.ts'

/** Maximum number of outputs that a claim spends, and that count as available. */
const MAX_OUTPUTS = 60

/** Returns the ids of the plans with a marker, in index order and internal byte order. */
export function listHeirPlans(reads: ContractReads): Uint8Array[] {
  return [...unspentAt(HEIR_MARKER_SCRIPT, reads)]
    .filter(({ from }) => findHeirData(from.tx)?.func === 'F')
    .map(({ from }) => from.txid)
}

/** Returns the ids of the plans whose owner or heir is this key, newest first; internal byte order. */
export function listHeirPlansFor(pubkey: Uint8Array, reads: ContractReads): Uint8Array[] {
  const concerned = [...unspentAt(HEIR_MARKER_SCRIPT, reads)].filter(({ from }) => {
    const data = findHeirData(from.tx)
    return data?.func === 'F' && [data.owner, data.heir].some((key) => equal(key.subarray(0, 33), pubkey))
  })
  return concerned.toSorted((a, b) => b.height - a.height).map(({ from }) => from.txid)
}

/** Returns the plan in its current state. */
export function heirPlan(fundingTxid: Uint8Array, { view, addressIndex, memo }: ContractReads): HeirPlan | undefined {
  const { unspent } = addressIndex
  return findPlan(fundingTxid, { transaction: (txid) => view.transaction(txid), unspent: (at) => unspent(at) }, memo)
}

function concerns(tx: Transaction, fundingTxid: Uint8Array): boolean {
  const data = findHeirData(tx)
  if (data === undefined) return false
  return equal(computeTxid(tx), fundingTxid) || (data.func !== 'F' && equal(data.fundingTxid, fundingTxid))
}

/** Returns true if an output holds coins, or for a plan of tokens, units of that token. */
function holds(
  { view, memo }: ContractReads,
  tx: Transaction,
  index: number,
  tokenId: Uint8Array | undefined,
): boolean {
  if (tokenId === undefined) return true
  const find = (txid: Uint8Array) => view.transaction(txid)?.tx
  return openTokenReader({ find, memo }).unitsOf(tx, index, tokenId, true) > 0n
}

/**
 * Returns outputs that owner and heir can spend, in index order: until `wanted` is reached, or at most as many as one
 * claim can spend.
 */
export function heirCoins(
  fundingTxid: Uint8Array,
  plan: HeirPlan,
  reads: ContractReads,
  wanted?: bigint,
): SpendableCoin[] {
  const script = sharedScript(plan.terms, plan.data.tokenId !== undefined)
  const coins: SpendableCoin[] = []
  let sum = 0n
  for (const { from, index, value, coin } of script ? unspentAt(script, reads) : []) {
    if (coins.length >= MAX_OUTPUTS || (wanted !== undefined && sum >= wanted)) break
    if (!concerns(from.tx, fundingTxid) || !holds(reads, from.tx, index, plan.data.tokenId)) continue
    if (reads.mempool.spender(coin.outpoint)) continue
    coins.push(coin)
    sum += value
  }
  return coins
}

/** Sums all funds ever added to a plan. */
export function heirLifetime(fundingTxid: Uint8Array, plan: HeirPlan, reads: ContractReads): bigint {
  const script = sharedScript(plan.terms, plan.data.tokenId !== undefined)
  let sum = 0n
  for (const { tx, txid } of script ? transactionsTo(script, reads) : []) {
    if (!concerns(tx, fundingTxid) || findHeirData(tx)?.func === 'C') continue
    if (!holds(reads, tx, 0, plan.data.tokenId) || reads.mempool.spender({ hash: txid, index: 0 })) continue
    sum += tx.vout[0]!.value
  }
  return sum
}

/** Returns the units of the plan's token that its owner still holds. */
export function ownerRemainder(plan: HeirPlan, { tokens, mempool }: ContractReads): bigint {
  const { tokenId } = plan.data
  if (tokenId === undefined || plan.terms === undefined) return 0n
  const free = (tokens?.coins(tokenId, plan.terms.owner) ?? []).filter(({ outpoint }) => !mempool.spender(outpoint))
  return free.reduce((sum, { value }) => sum + value, 0n)
}

/** Seconds since the owner's last transaction. */
export const heirAge = ({ latest }: HeirPlan, { view }: ContractReads): bigint =>
  BigInt(computeAge(latest, view).seconds)
