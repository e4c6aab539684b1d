import { parseTransaction, type Transaction } from '../../primitives/index.ts'
import { readVector, vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'

/** A transaction of Zcash's main chain, or a tampered one; `e2e/vectors/README.md` says more. */
export interface VectorTransaction {
  readonly kind: string
  readonly txid: string
  readonly field?: string
  /** branch id, eight hex digits */
  readonly branch: string
  readonly sighash: string
  /** `ok`, a reject reason, or `parse` */
  readonly expect: string
  /** what the network says where that is less than `expect`: it accepts PHGR13 proofs without verifying them */
  readonly reference?: string
  readonly hex: string
}

export function transactionVectors(name: 'tx' | 'tampered'): VectorTransaction[] {
  return vectorLines<VectorTransaction>(`shielded/${name}.jsonl`)
}

/** A transaction with the branch that its signatures commit to. */
export function jobOf({ hex, branch }: VectorTransaction): { readonly tx: Transaction; readonly branchId: number } {
  return { tx: parseTransaction(fromHex(hex)), branchId: Number.parseInt(branch, 16) }
}

export function jsonVector<T>(name: string): T {
  return JSON.parse(readVector(`shielded/${name}.json`)) as T
}
