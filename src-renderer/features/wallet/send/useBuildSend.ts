import { useMutation } from '@tanstack/react-query'
import { type BuiltTransaction, takeApart } from '../../../components/transaction/built.ts'
import { isOurs } from '../../../components/transaction/describe.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useNode } from '../../../node/context.tsx'
import type { SendRequest } from './check.ts'
import { prepare } from './useEstimate.ts'
import type { PreparedSend } from './verify.ts'

/** A built and signed payment with all data for the review. */
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
  return useMutation({
    async mutationFn(request: SendRequest): Promise<ReadyPayment> {
      const { hex, ...prepared } = await withUnlock(() => prepare(client, request), 'sign')
      const built = await takeApart(client, hex)
      const own = new Set(built.told.outputs.flatMap((output) => (isOurs(output) ? (output.address ?? []) : [])))
      return { request, prepared, built, own }
    },
  })
}
