import type { Transaction } from '../../primitives/index.ts'
import { shieldedValue } from '../../shielded/index.ts'
import type { FindTransaction } from './memoCache.ts'

/** All that goes in minus all that comes out, shielded value included. Inputs that are not known count as nothing. */
export function realFee(tx: Transaction, find: FindTransaction): bigint {
  const shielded = shieldedValue(tx)
  let fee = shielded.in - shielded.out
  for (const { prevout } of tx.vin) fee += find(prevout.hash)?.vout[prevout.index]?.value ?? 0n
  for (const { value } of tx.vout) fee -= value
  return fee
}
