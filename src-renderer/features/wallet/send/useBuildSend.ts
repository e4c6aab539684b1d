import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RpcClient } from '#shared/rpc/client.ts'
import { useNode } from '../../../node/context.tsx'
import { rpcKey } from '../../../node/queries.ts'
import { type BuiltTransaction, takeApart } from '../../../parts/transaction/built.ts'
import { walletAddresses } from '../../../parts/transaction/useOwn.ts'
import { withUnlock } from '../../../parts/unlock/unlock.ts'
import type { SendRequest } from './check.ts'
import { prepare } from './useEstimate.ts'
import type { PreparedSend } from './verify.ts'

/** A payment that was built and signed, with all that a person needs to judge it. */
export interface ReadyPayment {
  readonly request: SendRequest
  readonly prepared: PreparedSend
  readonly built: BuiltTransaction
  /** addresses of its outputs that are the wallet's own */
  readonly own: ReadonlySet<string>
}

/** First step of a payment: build, sign, decode. A locked wallet asks for its passphrase. Nothing leaves the node. */
export function useBuildSend() {
  const { client } = useNode()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(request: SendRequest): Promise<ReadyPayment> {
      const { hex, ...prepared } = await withUnlock(() => prepare(client, request), 'sign this payment')
      const built = await takeApart(client, hex)
      const own = await ownAmong(client, walletAddresses(built.decoded), (address, answer) =>
        queries.setQueryData(rpcKey('validateaddress', { komodoaddress: address }), answer),
      )
      return { request, prepared, built, own }
    },
  })
}

/** Which addresses are the wallet's. `keep`: the review shows the same answers and needs not ask again. */
async function ownAmong(
  client: RpcClient,
  addresses: readonly string[],
  keep: (address: string, answer: Awaited<ReturnType<typeof validate>>) => void,
): Promise<ReadonlySet<string>> {
  const validated = await Promise.all(
    addresses.map(async (address) => ({ address, answer: await validate(client, address) })),
  )
  for (const { address, answer } of validated) keep(address, answer)
  return new Set(validated.flatMap(({ address, answer }) => (answer.ismine ? [address] : [])))
}

const validate = (client: RpcClient, komodoaddress: string) => client.call('validateaddress', { komodoaddress })
