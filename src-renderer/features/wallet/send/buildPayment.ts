import type { RpcClient } from '#shared/rpc/client.ts'
import { type BuiltTransaction, explainBuilt } from '../../../components/transaction/built.ts'
import { isOurs } from '../../../components/transaction/describe.ts'
import type { SendRequest } from './check.ts'
import { prepare } from './useEstimate.ts'
import type { PreparedSend } from './verify.ts'

/** A built and signed payment with all data to verify and describe it. */
export interface ReadyPayment extends BuiltTransaction {
  readonly prepared: PreparedSend
  /** addresses in its outputs that belong to the wallet */
  readonly own: ReadonlySet<string>
}

/** First step of a payment: builds, signs and explains it, without sending it. */
export async function buildPayment(client: RpcClient, request: SendRequest): Promise<ReadyPayment> {
  const { hex, ...prepared } = await prepare(client, request)
  const built = await explainBuilt(client, hex)
  const own = new Set(built.told.outputs.flatMap((output) => (isOurs(output) ? (output.address ?? []) : [])))
  return { ...built, prepared, own }
}
