import { useMutation } from '@tanstack/react-query'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { ModuleRefusal } from '../../../parts/moduleRefusal.ts'
import { type BuiltTransaction, takeApart } from '../../../parts/transaction/built.ts'
import { withUnlock } from '../../../parts/unlock/unlock.ts'

type BuildRequest =
  | { readonly method: 'tokencreate'; readonly input: MethodInput<'tokencreate'> }
  | { readonly method: 'tokentransfer'; readonly input: MethodInput<'tokentransfer'> }

/** First step of every token transaction: build and decode. Nothing leaves the node. */
export function useBuild() {
  const { client } = useNode()
  return useMutation({
    mutationFn: (request: BuildRequest) => withUnlock(() => build(client, request), 'sign this transaction'),
  })
}

async function build(client: RpcClient, request: BuildRequest): Promise<BuiltTransaction> {
  const result =
    request.method === 'tokencreate'
      ? await client.call('tokencreate', request.input)
      : await client.call('tokentransfer', request.input)
  if (result.result === 'error') throw new ModuleRefusal(result.error)
  return takeApart(client, result.hex)
}
