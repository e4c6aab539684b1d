import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { type BuiltTransaction, takeApart } from '../../../components/transaction/built.ts'
import { callOf, type TradeRequest } from './request.ts'

/** Builds and explains a trade, with a preceding payment that collects its coins if required. Does not send it. */
export async function buildTrade(client: RpcClient, request: TradeRequest): Promise<BuiltTransaction> {
  const funded = await client.call('preparefunded', callOf(request))
  if (funded.result === 'error') throw new ContractRefusal(funded.error)
  return takeApart(client, funded.hex, funded.move)
}
