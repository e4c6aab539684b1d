import { useMutation } from '@tanstack/react-query'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { type BuiltTransaction, takeApart } from '../../../components/transaction/built.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useNode } from '../../../node/context.tsx'

type BuildRequest =
  | { readonly method: 'tokencreate'; readonly input: MethodInput<'tokencreate'> }
  | { readonly method: 'tokentransfer'; readonly input: MethodInput<'tokentransfer'> }

/** First step of every token transaction: build and decode. Nothing leaves the node. */
export function useBuild() {
  const { client } = useNode()
  return useMutation({
    mutationFn: (request: BuildRequest) => withUnlock(() => build(client, request), 'sign'),
  })
}

async function build(client: RpcClient, request: BuildRequest): Promise<BuiltTransaction> {
  if (request.method === 'tokencreate') {
    // Coins of other addresses are moved to the token key where it holds too little.
    const { name, supply, description = '', data } = request.input
    const params = [name, supply, description, ...(data === undefined ? [] : [data])]
    const funded = await client.call('preparefunded', { method: 'tokencreate', params })
    if (funded.result === 'error') throw new ContractRefusal(funded.error)
    return takeApart(client, funded.hex, funded.move)
  }
  const result = await client.call('tokentransfer', request.input)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  return takeApart(client, result.hex)
}
