import type { Transaction } from '../../primitives/index.ts'
import { shieldedValue } from '../../shielded/index.ts'
import type { FindTransaction } from './memoCache.ts'

/** Computes the fee: all inputs minus all outputs, including shielded value. Unknown inputs count as 0. */
export function realFee(tx: Transaction, find: FindTransaction): bigint {
  const shielded = shieldedValue(tx)
  let fee = shielded.in - shielded.out
  for (const { prevout } of tx.vin) fee += find(prevout.hash)?.vout[prevout.index]?.value ?? 0n
  for (const { value } of tx.vout) fee -= value
  return fee
}
