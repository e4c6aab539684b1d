import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { takeApart } from '../../components/transaction/built.ts'
import { withUnlock } from '../../components/unlock/unlock.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey, useRpc } from '../../node/queries.ts'
import type { FaucetClaim } from './claimStatus.ts'

/** The node's search for a claim and its actions. It belongs to the node: a reloaded window finds it again. */
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

/** Decodes what was found, for review. */
export function useTakeApart() {
  const { client } = useNode()
  return useMutation({ mutationFn: (hex: string) => takeApart(client, hex) })
}

/** Builds and decodes a deposit. Nothing leaves the node. */
export function useBuildDeposit() {
  const { client } = useNode()
  return useMutation({
    async mutationFn(amount: string) {
      const result = await withUnlock(() => client.call('faucetfund', { amount }), 'sign')
      if (result.result === 'error') throw new ContractRefusal(result.error)
      return takeApart(client, result.hex)
    },
  })
}
