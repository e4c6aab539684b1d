import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { type BuiltTransaction, takeApart } from '../../../components/transaction/built.ts'

/** Builds and explains a new token. Coins of other addresses are moved to the token key where it holds too little. */
export async function buildCreation(client: RpcClient, input: MethodInput<'tokencreate'>): Promise<BuiltTransaction> {
  const { name, supply, description = '', data } = input
  const params = [name, supply, description, ...(data === undefined ? [] : [data])]
  const funded = await client.call('preparefunded', { method: 'tokencreate', params })
  if (funded.result === 'error') throw new ContractRefusal(funded.error)
  return takeApart(client, funded.hex, funded.move)
}

/** Builds and explains a transfer of token units. */
export async function buildTransfer(client: RpcClient, input: MethodInput<'tokentransfer'>): Promise<BuiltTransaction> {
  const result = await client.call('tokentransfer', input)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  return takeApart(client, result.hex)
}
