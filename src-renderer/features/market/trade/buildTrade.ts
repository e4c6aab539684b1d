import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { type BuiltTransaction, explainBuilt } from '../../../components/transaction/built.ts'
import { type TradeRequest, toTradeCall } from './request.ts'

/** Builds and explains a trade, with a preceding payment that collects its coins if required. Does not send it. */
export async function buildTrade(client: RpcClient, request: TradeRequest): Promise<BuiltTransaction> {
  const funded = await client.call('preparefunded', toTradeCall(request))
  if (funded.result === 'error') throw new ContractRefusal(funded.error)
  return explainBuilt(client, funded.hex, funded.move)
}
