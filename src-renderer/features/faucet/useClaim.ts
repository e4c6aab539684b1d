import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { type BuiltTransaction, explainBuilt } from '../../components/transaction/built.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey, useRpc } from '../../node/queries.ts'
import type { FaucetClaim } from './claimStatus.ts'

/** The node's search for a claim and its actions. The search runs in the node, so a reloaded window finds it again. */
export function useClaim() {
  const { client } = useNode()
  const queries = useQueryClient()
  const claim = useRpc('getfaucetclaim', {})
  const show = (next: FaucetClaim) => queries.setQueryData(rpcKey('getfaucetclaim', {}), next)
  const start = useMutation({
    async mutationFn() {
      const next = await client.call('startfaucetclaim', {})
      if ('result' in next) throw new ContractRefusal(next.error)
      return next
    },
    onSuccess: show,
  })
  const cancel = useMutation({ mutationFn: () => client.call('cancelfaucetclaim', {}), onSuccess: show })
  return { claim, start, cancel }
}

export interface BuiltDeposit extends BuiltTransaction {
  /** address for change */
  readonly ownAddress: string
}

/** Builds and explains a deposit, without sending it. */
export async function buildFaucetDeposit(client: RpcClient, amount: string): Promise<BuiltDeposit> {
  const [result, own] = await Promise.all([client.call('faucetfund', { amount }), client.call('faucetaddress', {})])
  if (result.result === 'error') throw new ContractRefusal(result.error)
  return { ...(await explainBuilt(client, result.hex)), ownAddress: own.myaddress }
}
