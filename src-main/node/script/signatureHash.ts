import type { Transaction } from '../primitives/index.ts'
import { legacySignatureHash } from './legacySighash.ts'
import { isAnyoneCanPay, isSingle } from './sighashType.ts'
import { createSighashCache, type SighashCache, zipSignatureHash } from './zipSighash.ts'

/** Error if there is nothing to hash: the input does not exist, or a plain transaction has no output for SINGLE. */
export class SighashError extends Error {
  override readonly name = 'SighashError'
}

export interface SighashRequest {
  readonly tx: Transaction
  /** undefined for the JoinSplit signature, which is not for an input */
  readonly inputIndex: number | undefined
  /** script code of the signed input */
  readonly scriptCode: Uint8Array
  /** int32; for a signature it is the last byte */
  readonly hashType: number
  /** satoshis of the spent output; plain transactions do not commit to it */
  readonly amount: bigint
  /** branch id at the height for which the transaction is valid; plain transactions do not commit to it */
  readonly branchId: number
  /** from `createSighashCache` of the same transaction; if omitted, nothing is shared between hashes */
  readonly cache?: SighashCache | undefined
}

/**
 * Computes the 32 bytes that a signature signs (transactions-and-script.md §2): the legacy hash, ZIP 143 or ZIP 243,
 * depending on the form of the transaction.
 * @throws SighashError for an input that does not exist, and for SINGLE in a plain transaction without an output of the
 *   same index. (Bitcoin hashes the number one in that case; this chain rejects it.)
 */
export function signatureHash(request: SighashRequest): Uint8Array {
  const { tx, inputIndex, scriptCode, hashType, amount, branchId, cache } = request
  if (inputIndex === undefined ? isAnyoneCanPay(hashType) && !tx.overwintered : inputIndex >= tx.vin.length) {
    throw new SighashError('input index is out of range')
  }
  const index = inputIndex ?? Number.MAX_SAFE_INTEGER
  if (tx.overwintered) {
    return zipSignatureHash(tx, index, scriptCode, hashType, amount, branchId, cache ?? createSighashCache(tx))
  }
  if (isSingle(hashType) && index >= tx.vout.length) throw new SighashError('no matching output for SIGHASH_SINGLE')
  return legacySignatureHash(tx, index, scriptCode, hashType)
}
