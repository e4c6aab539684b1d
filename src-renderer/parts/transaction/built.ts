import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { decodeResult, type MethodResult } from '#shared/rpc/index.ts'
import { ModuleRefusal } from '../moduleRefusal.ts'
import type { SpentCoin } from './describe.ts'

/** A signed transaction that was not sent, taken apart again by the node for review. */
export interface BuiltTransaction {
  readonly hex: string
  readonly decoded: MethodResult<'decoderawtransaction'>
  /** the same as JSON text, digit by digit */
  readonly decodedText: string
  /** the coins its inputs spend, in input order; undefined for one that is gone or unknown */
  readonly coins: readonly (SpentCoin | undefined)[]
}

/** Has the node decode what it (or a module of it) has built. Nothing leaves the node. */
export async function takeApart(client: RpcClient, hex: string): Promise<BuiltTransaction> {
  if (hex === '') throw new ModuleRefusal('the transaction could not be signed')
  const decodedText = await client.callText(
    'decoderawtransaction',
    encodeParams('decoderawtransaction', { hexstring: hex }),
  )
  const decoded = decodeResult('decoderawtransaction', decodedText)
  const coins = await Promise.all(decoded.vin.map((input) => spentCoin(client, input)))
  return { hex, decoded, decodedText, coins }
}

async function spentCoin(
  client: RpcClient,
  input: BuiltTransaction['decoded']['vin'][number],
): Promise<SpentCoin | undefined> {
  if (input.txid === undefined || input.vout === undefined) return undefined
  const output = await client.call('gettxout', { txid: input.txid, n: input.vout })
  return output ? { value: output.value, address: output.scriptPubKey.addresses?.[0] } : undefined
}
