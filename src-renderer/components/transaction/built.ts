import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { ContractRefusal } from '../contractRefusal.ts'

/** A signed transaction that was not sent, described by the node for review. */
export interface BuiltTransaction {
  /** the signed transaction in hex, or its handle */
  readonly hex: string
  readonly told: Explanation
  /** as decoderawtransaction writes it, digit by digit */
  readonly decodedText: string
  /** what has to be sent before it, so that it can pay: coins moved to the token key */
  readonly move?: { readonly hex: string; readonly told: Explanation } | undefined
}

/**
 * Lets the node describe a transaction that it built. Nothing leaves the node.
 * @param move a transaction in hex that is sent before it
 */
export async function takeApart(client: RpcClient, hex: string, move?: string): Promise<BuiltTransaction> {
  if (hex === '') throw new ContractRefusal('the transaction could not be signed')
  const [txExplanation, decodedText, moved] = await Promise.all([
    client.call('explaintransaction', { transaction: hex, before: move }),
    client.callText('decoderawtransaction', encodeParams('decoderawtransaction', { hexstring: hex })),
    move === undefined ? undefined : client.call('explaintransaction', { transaction: move }),
  ])
  return {
    hex,
    told: txExplanation,
    decodedText,
    ...(move !== undefined && moved && { move: { hex: move, told: moved } }),
  }
}

/** Why the move before a transaction must not be sent; undefined: it only moves coins to this address of one's own. */
export function moveProblem({ told: txExplanation, move }: BuiltTransaction, ownAddress: string): string | undefined {
  if (!move) return undefined
  if (move.told.action !== null || move.told.paid !== 0n || move.told.fee === null) return t('parts:move.otherPaid')
  if (move.told.outputs.some(({ change, address }) => !change && address !== ownAddress)) {
    return t('parts:move.otherKey')
  }
  // Units and what an order holds come from elsewhere; they are compared with what was asked for.
  const coins = txExplanation.inputs.filter(({ type }) => type !== 'cryptocondition')
  return coins.every(({ txid }) => txid === move.told.txid) ? undefined : t('parts:move.otherCoins')
}
