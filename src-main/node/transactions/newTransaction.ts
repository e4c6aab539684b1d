import { transactionForm, type UpgradeState } from '../consensus/index.ts'
import { NO_SHIELDED_PARTS } from '../primitives/index.ts'
import type { Transaction, TxIn, TxOut } from '../primitives/types.ts'

/** Number of blocks after the next one until a version 4 transaction of this node expires, as in komodod. */
const EXPIRY_DELTA = 200

export interface TransactionParts {
  /** as in the transaction; `scriptSig` is usually still empty */
  readonly vin: readonly TxIn[]
  readonly vout: readonly TxOut[]
  /** 0 for none. */
  readonly lockTime: number
  /** Height, version 4 only; by default 200 blocks after the next one, 0 for never. */
  readonly expiryHeight?: number | undefined
}

/**
 * Returns an unsigned transaction without shielded parts, in the version that the rules of the next block demand
 * (transactions-and-script.md §1).
 * @param height of the next block
 */
export function newTransaction(
  { upgrades, height }: { readonly upgrades: UpgradeState; readonly height: number },
  { vin, vout, lockTime, expiryHeight = height + EXPIRY_DELTA }: TransactionParts,
): Transaction {
  const form = transactionForm(upgrades, height)
  return { ...form, ...NO_SHIELDED_PARTS, vin, vout, lockTime, expiryHeight: form.overwintered ? expiryHeight : 0 }
}
