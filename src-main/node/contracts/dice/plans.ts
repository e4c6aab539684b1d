import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { Transaction } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { transactionsTo, type UnspentOutput, unspentAt } from '../framework/addressTransactions.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { paysTree } from '../framework/outputRules.ts'
import { type DicePlanData, diceValue, findDiceData } from './codec.ts'
import { DICE_KEY, DICE_POOL_SCRIPT } from './keys.ts'
import { checkOrigin } from './validate.ts'

/** Marker script by which plans are listed. */
export const DICE_MARKER_SCRIPT = p2pkScript(DICE_KEY.publicKey)

type Reads = Pick<ContractReads, 'view' | 'addressIndex'>

/** A confirmed or unconfirmed plan of a dealer. */
export interface DicePlan {
  readonly txid: Uint8Array
  readonly terms: DicePlanData
  /** script of the dealer */
  readonly dealerScript: Uint8Array
}

/** Returns the ids of all plans with a marker, oldest first, in internal byte order. */
export function listDicePlans(reads: Reads): Uint8Array[] {
  return [...transactionsTo(DICE_MARKER_SCRIPT, reads)]
    .filter(({ tx }) => findDiceData(tx)?.func === 'F')
    .map(({ txid }) => txid)
}

/** Returns true if a confirmed plan has this name. */
export function isDicePlanName(sbits: bigint, reads: Reads): boolean {
  for (const { tx } of transactionsTo(DICE_MARKER_SCRIPT, reads)) {
    const data = findDiceData(tx)
    if (data?.func === 'F' && data.sbits === sbits && paysTree(tx.vout[0], DICE_POOL_SCRIPT)) return true
  }
  return false
}

/**
 * Returns the plan with this id, or undefined if there is no such plan.
 * @param sbits its name; undefined matches any name
 */
export function dicePlanAt(
  txid: Uint8Array,
  sbits: bigint | undefined,
  { view }: Pick<Reads, 'view'>,
): DicePlan | undefined {
  const tx = view.transaction(txid)?.tx
  const terms = tx && findDiceData(tx)
  const dealerScript = tx?.vout[1]?.scriptPubKey
  if (terms?.func !== 'F' || dealerScript === undefined || !paysTree(tx?.vout[0], DICE_POOL_SCRIPT)) return undefined
  return sbits === undefined || sbits === terms.sbits ? { txid, terms, dealerScript } : undefined
}

/** Funds from which a plan pays, without open bets. */
export interface DicePool {
  /** satoshis in confirmed outputs */
  readonly funds: bigint
  readonly outputs: readonly UnspentOutput[]
  /** outputs that a bet can be placed on: the transaction of each contains the hash of a secret number of the dealer */
  readonly entropy: readonly UnspentOutput[]
}

const HOLDS_ENTROPY: readonly string[] = ['E', 'W', 'L']

/** Lists a plan's confirmed unspent outputs, in index order. */
export function findPool(plan: DicePlan, reads: Reads): DicePool {
  const outputs: UnspentOutput[] = []
  const identity = { sbits: plan.terms.sbits, txid: plan.txid }
  for (const output of unspentAt(DICE_POOL_SCRIPT, reads)) {
    const { tx, txid } = output.from
    if (output.index !== 0 || findDiceData(tx)?.func === 'B' || diceValue(tx, 0, identity) < CONTRACT_FEE) continue
    // A plan transaction belongs only to its own plan; other transactions name the plan in their data.
    const data = findDiceData(tx)
    if (data?.func === 'F' ? equal(txid, plan.txid) : data && equal(data.fundingTxid, plan.txid)) outputs.push(output)
  }
  const entropy = outputs.filter(({ from }) => HOLDS_ENTROPY.includes(findDiceData(from.tx)?.func ?? ''))
  const funds = outputs.reduce((sum, { value }) => sum + value, 0n)
  return { funds, outputs, entropy }
}

/** Returns true if the rules allow a bet on this transaction's first output. */
export function isUsableEntropy(tx: Transaction, { txid, dealerScript }: DicePlan, { view }: Pick<Reads, 'view'>) {
  const tag = tx.vout[1]?.scriptPubKey
  return tag !== undefined && equal(tag, dealerScript) && checkOrigin(tx, txid, dealerScript, view).ok
}
