import { useMutation } from '@tanstack/react-query'
import { encodeParams } from '#shared/rpc/args.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { decodeResult, type MethodInput, type MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import type { SpentCoin } from '../../../parts/transaction/describe.ts'
import { ModuleRefusal } from '../errors.ts'

export type BuildRequest =
  | { readonly method: 'tokencreate'; readonly input: MethodInput<'tokencreate'> }
  | { readonly method: 'tokentransfer'; readonly input: MethodInput<'tokentransfer'> }

/** A signed transaction that was not sent, taken apart again by the node for review. */
export interface BuiltTransaction {
  readonly hex: string
  readonly decoded: MethodResult<'decoderawtransaction'>
  /** the same as JSON text, digit by digit */
  readonly decodedText: string
  /** the coins its inputs spend, in input order */
  readonly coins: readonly (SpentCoin | undefined)[]
}

/** First step of every token transaction: build and decode. Nothing leaves the node. */
export function useBuild() {
  const { client } = useNode()
  return useMutation({ mutationFn: (request: BuildRequest) => build(client, request) })
}

async function build(client: RpcClient, request: BuildRequest): Promise<BuiltTransaction> {
  const result =
    request.method === 'tokencreate'
      ? await client.call('tokencreate', request.input)
      : await client.call('tokentransfer', request.input)
  if (result.result === 'error') throw new ModuleRefusal(result.error)
  if (result.hex === '') throw new ModuleRefusal('the transaction could not be signed')
  const decodedText = await client.callText(
    'decoderawtransaction',
    encodeParams('decoderawtransaction', { hexstring: result.hex }),
  )
  const decoded = decodeResult('decoderawtransaction', decodedText)
  const coins = await Promise.all(decoded.vin.map((input) => spentCoin(client, input)))
  return { hex: result.hex, decoded, decodedText, coins }
}

async function spentCoin(
  client: RpcClient,
  input: BuiltTransaction['decoded']['vin'][number],
): Promise<SpentCoin | undefined> {
  if (input.txid === undefined || input.vout === undefined) return undefined
  const output = await client.call('gettxout', { txid: input.txid, n: input.vout })
  return output ? { value: output.value, address: output.scriptPubKey.addresses?.[0] } : undefined
}
