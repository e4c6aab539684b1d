import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { ModuleRefusal } from '../moduleRefusal.ts'

/** A signed transaction that was not sent, described by the node for review. */
export interface BuiltTransaction {
  /** the signed transaction in hex, or its handle */
  readonly hex: string
  readonly told: Explanation
  /** as decoderawtransaction writes it, digit by digit */
  readonly decodedText: string
}

/** Lets the node describe a transaction that it built. Nothing leaves the node. */
export async function takeApart(client: RpcClient, hex: string): Promise<BuiltTransaction> {
  if (hex === '') throw new ModuleRefusal('the transaction could not be signed')
  const [told, decodedText] = await Promise.all([
    client.call('explaintransaction', { transaction: hex }),
    client.callText('decoderawtransaction', encodeParams('decoderawtransaction', { hexstring: hex })),
  ])
  return { hex, told, decodedText }
}
