import type { RpcClient } from '#shared/rpc/client.ts'
import { formatAmount } from '#shared/units.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { type BuiltTransaction, explainBuilt } from '../../components/transaction/built.ts'
import { DAY, type PlanOrder } from './order.ts'

export interface BuiltOrder extends BuiltTransaction {
  /** the address shared by owner and heir */
  readonly shared: string
}

function callFor(client: RpcClient, order: PlanOrder) {
  const funds = order.token ? String(order.amount) : formatAmount(order.amount)
  const fundingtxid = order.txid ?? ''
  if (order.kind === 'add') return client.call('heiradd', { funds, fundingtxid })
  if (order.kind === 'claim') return client.call('heirclaim', { funds, fundingtxid })
  return client.call('heirfund', {
    ...{ funds, heirname: order.name, heirpubkey: order.heir, memo: '' },
    inactivitytime: String(order.days * DAY),
    ...(order.token && { tokenid: order.token.tokenid }),
  })
}

/**
 * Builds and explains the transaction of an order, without sending it.
 * @param other key of the other party, owner or heir; if undefined, the heir's key in the order is used
 */
export async function buildOrder(client: RpcClient, order: PlanOrder, other: string | undefined): Promise<BuiltOrder> {
  const result = await callFor(client, order)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  const [built, addresses] = await Promise.all([
    explainBuilt(client, result.hex),
    client.call('heiraddress', { pubkey: other ?? order.heir }),
  ])
  const shared = order.token ? addresses.HeirCC1of2TokensAddress : addresses.HeirCC1of2Address
  return { ...built, shared: shared ?? '' }
}
