import type { Transaction, TxOut } from '../primitives/index.ts'
import { countSigOps, redeemScriptSigOps } from '../script/index.ts'

/** Signature checks in a transaction's own scripts, counted roughly, its coinbase script included. */
export function legacySigOps(tx: Transaction): number {
  let count = 0
  for (const input of tx.vin) count += countSigOps(input.scriptSig, false)
  for (const output of tx.vout) count += countSigOps(output.scriptPubKey, false)
  return count
}

/**
 * Signature checks in the scripts behind the script hashes that a transaction spends.
 * @param spent the spent outputs in input order; empty for a coinbase
 */
export function p2shSigOps(tx: Transaction, spent: readonly TxOut[]): number {
  let count = 0
  for (const [index, output] of spent.entries()) {
    const input = tx.vin[index]
    if (input !== undefined) count += redeemScriptSigOps(input.scriptSig, output.scriptPubKey)
  }
  return count
}
