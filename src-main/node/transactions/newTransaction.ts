import { transactionForm, type UpgradeState } from '../consensus/index.ts'
import { NO_SHIELDED_PARTS } from '../primitives/index.ts'
import type { Transaction, TxIn, TxOut } from '../primitives/types.ts'

/** Default expiry of a version 4 transaction, in blocks after the next block, as in komodod. */
const EXPIRY_DELTA = 200

export interface TransactionParts {
  /** as in the transaction; `scriptSig` is normally still empty */
  readonly vin: readonly TxIn[]
  readonly vout: readonly TxOut[]
  /** 0 for no lock time. */
  readonly lockTime: number
  /** Block height, version 4 only. Default: 200 blocks after the next one. 0: never expires. */
  readonly expiryHeight?: number | undefined
}

/**
 * Returns an unsigned transaction without shielded parts, in the version that the rules of the next block require
 * (transactions-and-script.md §1).
 * @param height height of the next block
 */
export function newTransaction(
  { upgrades, height }: { readonly upgrades: UpgradeState; readonly height: number },
  { vin, vout, lockTime, expiryHeight = height + EXPIRY_DELTA }: TransactionParts,
): Transaction {
  const form = transactionForm(upgrades, height)
  return { ...form, ...NO_SHIELDED_PARTS, vin, vout, lockTime, expiryHeight: form.overwintered ? expiryHeight : 0 }
}
