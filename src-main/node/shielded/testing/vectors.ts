import { parseTransaction, type Transaction } from '../../primitives/index.ts'
import { readVector, vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'

/** Transaction of Zcash's main chain, or a tampered one; see `e2e/vectors/README.md`. */
export interface VectorTransaction {
  readonly kind: string
  readonly txid: string
  readonly field?: string
  /** branch id, eight hex digits */
  readonly branch: string
  readonly sighash: string
  /** `ok`, a reject reason, or `parse` */
  readonly expect: string
  /** result of the network if it is more lenient than `expect`: it accepts PHGR13 proofs without verifying them */
  readonly reference?: string
  readonly hex: string
}

export function transactionVectors(name: 'tx' | 'tampered'): VectorTransaction[] {
  return vectorLines<VectorTransaction>(`shielded/${name}.jsonl`)
}

/** Parses a transaction with the branch to which its signatures commit. */
export function parseVectorJob({ hex, branch }: VectorTransaction): {
  readonly tx: Transaction
  readonly branchId: number
} {
  return { tx: parseTransaction(fromHex(hex)), branchId: Number.parseInt(branch, 16) }
}

export function jsonVector<T>(name: string): T {
  return JSON.parse(readVector(`shielded/${name}.json`)) as T
}
