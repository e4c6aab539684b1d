import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AdmissionResult } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { Transaction } from '../../primitives/index.ts'

/** The error of a call whose transaction the mempool did not take (transactions-and-script.md §3.4, rpc.md §7). */
export function admissionError(refusal: Exclude<AdmissionResult, { readonly ok: true }>): RpcError {
  if (refusal.kind === 'missing-inputs') return new RpcError(RPC_ERROR.VERIFY, 'Missing inputs')
  if (refusal.kind === 'refused') return new RpcError(RPC_ERROR.VERIFY, refusal.reason)
  return new RpcError(RPC_ERROR.VERIFY_REJECTED, `${refusal.code}: ${refusal.reason}`)
}

/**
 * Does the work once another thread has verified the proofs of a transaction; at once if it has none.
 * @throws RpcError if one does not hold
 */
export function onceProven<T>(mempool: Pick<Mempool, 'prove'>, tx: Transaction, work: () => T): T | Promise<T> {
  const proving = mempool.prove(tx)
  return proving === undefined
    ? work()
    : proving.then((refusal) => {
        if (refusal !== undefined) throw admissionError(refusal)
        return work()
      })
}
