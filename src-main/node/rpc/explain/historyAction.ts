import type { MethodResult } from '#shared/rpc/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { createTransactionGatherer, type GatherDeps } from './gather.ts'
import { createDescribe, createOwners } from './parts.ts'
import { collectTokens } from './tokens.ts'

/** Action of a contract transaction for the wallet, as its history row shows it. */
export type HistoryAction = Pick<MethodResult<'listwallethistory'>['rows'][number], 'action' | 'token'>

export const NO_HISTORY_ACTION: HistoryAction = { action: null, token: null }

/**
 * @returns a function that determines the action of a transaction. Its parameter `paid` is true if coins of the wallet
 *   paid for it
 */
export function createHistoryActionFinder(
  deps: GatherDeps,
  wallet: Wallet,
): (tx: Transaction, paid: boolean) => HistoryAction {
  const gather = createTransactionGatherer(deps)
  return (tx, paid) => {
    const gathered = gather(tx)
    const { contracts } = gathered
    const describe = createDescribe(createOwners(wallet), contracts, deps.params.ccEnabled)
    const [story] = collectTokens(gathered, tx.vout.map(describe))
    const action = contracts.action ?? null
    if (!story) return { action, token: null }
    const sum = (own: boolean) =>
      story.moves
        .filter(({ owner }) => (owner === 'own' || owner === 'imported') === own)
        .reduce((total, { units }) => total + units, 0n)
    // For a payment, counts the units that left the wallet, otherwise the units it now has.
    const left = sum(false)
    const moved =
      contracts.order?.units ?? (action === 'token-burn' ? story.burned : paid && left > 0n ? left : sum(true))
    const { tokenid, name, nft, created } = story
    return {
      action,
      token: { tokenid: tokenid as never, name, nft, units: created?.supply ?? moved, away: paid && left > 0n },
    }
  }
}
