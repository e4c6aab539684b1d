import type { Transaction, TxOut } from '../primitives/index.ts'
import { countSigOps, redeemScriptSigOps } from '../script/index.ts'

/** Counts the signature operations in a transaction's own scripts (inaccurate mode), including a coinbase script. */
export function legacySigOps(tx: Transaction): number {
  let count = 0
  for (const input of tx.vin) count += countSigOps(input.scriptSig, false)
  for (const output of tx.vout) count += countSigOps(output.scriptPubKey, false)
  return count
}

/**
 * Counts the signature operations in the redeem scripts of spent P2SH outputs.
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
