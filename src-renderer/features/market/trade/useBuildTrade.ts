import { useMutation } from '@tanstack/react-query'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { takeApart } from '../../../components/transaction/built.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useNode } from '../../../node/context.tsx'
import { callOf, type TradeRequest } from './request.ts'

/** Builds and decodes what a trade asks for, with the payment before it where its coins have to be brought together. Nothing leaves the node. */
export function useBuildTrade() {
  const { client } = useNode()
  return useMutation({
    mutationFn: (request: TradeRequest) =>
      withUnlock(async () => {
        const funded = await client.call('preparefunded', callOf(request))
        if (funded.result === 'error') throw new ContractRefusal(funded.error)
        return takeApart(client, funded.hex, funded.move)
      }, 'sign'),
  })
}
