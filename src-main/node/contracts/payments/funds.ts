import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { COIN } from '#shared/units.ts'
import { ccScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { transactionsTo, type UnspentOutput, unspentAt } from '../framework/addressTransactions.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { decodeOutputData, findPlanData, type PaymentsPlan } from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_MARKER_SCRIPT, paymentsPlanTree } from './keys.ts'
import { MERGE_BLOCKS } from './validate.ts'

/** Returns the ids of all plans with a marker, oldest first, in internal byte order. */
export function listPaymentsPlans(reads: ContractReads): Uint8Array[] {
  return [...transactionsTo(PAYMENTS_MARKER_SCRIPT, reads)]
    .filter(({ tx }) => tx.vout.length > 1 && findPlanData(tx) !== undefined)
    .map(({ txid }) => txid)
}

/** Script at which a plan's coins are: the global one of all plans, or the plan's own. */
export type PaymentsPlace = 'global' | 'plan'

/** Yields the unspent outputs of a plan whose value exceeds the fee. */
export function* paymentsCoins(
  createTxid: Uint8Array,
  place: PaymentsPlace,
  reads: ContractReads,
): Generator<UnspentOutput> {
  const script = place === 'global' ? PAYMENTS_GLOBAL_SCRIPT : ccScript(paymentsPlanTree(createTxid))
  for (const output of unspentAt(script, reads)) {
    if (output.value <= CONTRACT_FEE || reads.mempool.spender(output.coin.outpoint)) continue
    const data = place === 'global' ? decodeOutputData(output.scriptPubKey) : undefined
    if (place === 'plan' || (data?.func === 'F' && equal(data.createTxid, createTxid))) yield output
  }
}

/**
 * Returns the number of blocks until an output may be spent.
 * @param merges true for a merge, for which merged outputs wait longer
 */
export function blocksLeft(
  { height, scriptPubKey }: UnspentOutput,
  plan: PaymentsPlan,
  reads: ContractReads,
  merges: boolean,
): number {
  const more = merges && decodeOutputData(scriptPubKey)?.func === 'M' ? MERGE_BLOCKS : 0
  return Math.max(0, height + plan.lockedBlocks + more - reads.view.tip().height)
}

/** Returns a plan's funds and the number of blocks until its minimum release can be paid. */
export function paymentsFunds(createTxid: Uint8Array, plan: PaymentsPlan, reads: ContractReads) {
  const sumValues = (outputs: readonly UnspentOutput[]) => outputs.reduce((sum, { value }) => sum + value, 0n)
  const [global, own] = (['global', 'plan'] as const).map((place) => [...paymentsCoins(createTxid, place, reads)])
  const waiting = [...global!, ...own!]
    .map((output) => ({ left: blocksLeft(output, plan, reads, false), value: output.value }))
    .sort((a, b) => a.left - b.left)
  const eligible = waiting.filter(({ left }) => left === 0).reduce((sum, { value }) => sum + value, 0n)
  const min = BigInt(plan.minRelease) * COIN
  let reached = 0n
  const enough = waiting.find(({ value }) => {
    reached += value
    return reached >= min
  })
  return {
    own: sumValues(own!),
    global: sumValues(global!),
    globalOutputs: global!.length,
    eligible,
    blocks: enough?.left,
  }
}
