import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AdmissionResult } from '../../../interfaces.ts'

/** The error of a call whose transaction the mempool did not take (transactions-and-script.md §3.4, rpc.md §7). */
export function admissionError(refusal: Exclude<AdmissionResult, { readonly ok: true }>): RpcError {
  if (refusal.kind === 'missing-inputs') return new RpcError(RPC_ERROR.VERIFY, 'Missing inputs')
  if (refusal.kind === 'refused') return new RpcError(RPC_ERROR.VERIFY, refusal.reason)
  return new RpcError(RPC_ERROR.VERIFY_REJECTED, `${refusal.code}: ${refusal.reason}`)
}
