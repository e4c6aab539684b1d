import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { ContractRefusal } from '../contractRefusal.ts'

/** Signed, unsent transaction, with the node's description for review. */
export interface BuiltTransaction {
  /** The signed transaction in hex, or its handle. */
  readonly hex: string
  readonly told: Explanation
  /** Unmodified text of decoderawtransaction, with all digits. */
  readonly decodedText: string
  /** Transaction to send first, which moves coins to the token key to fund this one. */
  readonly move?: { readonly hex: string; readonly told: Explanation } | undefined
}

/**
 * Calls the node to describe a transaction that it built. Broadcasts nothing.
 * @param move transaction in hex that is sent before it
 * @throws ContractRefusal if the hex is empty
 */
export async function explainBuilt(client: RpcClient, hex: string, move?: string): Promise<BuiltTransaction> {
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

/**
 * Returns why the move before a transaction must not be sent, or undefined if it only moves coins to `ownAddress`.
 */
export function moveProblem({ told: txExplanation, move }: BuiltTransaction, ownAddress: string): string | undefined {
  if (!move) return undefined
  if (move.told.action !== null || move.told.paid !== 0n || move.told.fee === null) return t('parts:move.otherPaid')
  if (move.told.outputs.some(({ change, address }) => !change && address !== ownAddress)) {
    return t('parts:move.otherKey')
  }
  // Condition inputs (token units and order funds) have other sources. They are compared with the request elsewhere.
  const coins = txExplanation.inputs.filter(({ type }) => type !== 'cryptocondition')
  return coins.every(({ txid }) => txid === move.told.txid) ? undefined : t('parts:move.otherCoins')
}
