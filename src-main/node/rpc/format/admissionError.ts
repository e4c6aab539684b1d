import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AdmissionResult } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { Transaction } from '../../primitives/index.ts'

/** Returns the error of a call whose transaction the mempool rejected (transactions-and-script.md §3.4, rpc.md §7). */
export function admissionError(refusal: Exclude<AdmissionResult, { readonly ok: true }>): RpcError {
  if (refusal.kind === 'missing-inputs') return new RpcError(RPC_ERROR.VERIFY, 'Missing inputs')
  if (refusal.kind === 'refused') return new RpcError(RPC_ERROR.VERIFY, refusal.reason)
  return new RpcError(RPC_ERROR.VERIFY_REJECTED, `${refusal.code}: ${refusal.reason}`)
}

/**
 * Runs `work` after another thread has verified the proofs of a transaction, or immediately if it has none.
 * @throws RpcError if a proof is invalid
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
