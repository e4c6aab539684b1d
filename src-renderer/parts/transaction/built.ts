import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { ModuleRefusal } from '../moduleRefusal.ts'

/** A signed transaction that was not sent, described by the node for review. */
export interface BuiltTransaction {
  /** what the node takes for it: its bytes in hex, or what stands for them */
  readonly hex: string
  readonly told: Explanation
  /** as decoderawtransaction writes it, digit by digit */
  readonly decodedText: string
}

/** Has the node describe what it (or a module of it) has built. Nothing leaves the node. */
export async function takeApart(client: RpcClient, hex: string): Promise<BuiltTransaction> {
  if (hex === '') throw new ModuleRefusal('the transaction could not be signed')
  const [told, decodedText] = await Promise.all([
    client.call('explaintransaction', { transaction: hex }),
    client.callText('decoderawtransaction', encodeParams('decoderawtransaction', { hexstring: hex })),
  ])
  return { hex, told, decodedText }
}
