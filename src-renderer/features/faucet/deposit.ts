import { plainAmount, readAmount } from '../../ui/format.ts'

/** The fee of a deposit (faucet.md §3). */
const FEE = 10_000n
/** A deposit that claims can be paid from holds more than this (faucet.md §1). */
const LEAST_USEFUL = 1_000_000n

export type CheckedDeposit =
  | { readonly satoshis: bigint; readonly error?: undefined }
  | { readonly satoshis?: undefined; readonly error: string }

/** What a person typed as the amount of a deposit. `spendable` in satoshis; undefined while not known. */
export function checkDeposit(text: string, spendable: bigint | undefined): CheckedDeposit {
  if (text.trim() === '') return { error: 'How much should go in?' }
  const satoshis = readAmount(text)
  if (satoshis === undefined) return { error: 'Coins with up to 8 decimals, such as 2.5.' }
  if (satoshis <= LEAST_USEFUL) return { error: 'More than 0.01: claims cannot use smaller deposits.' }
  if (spendable !== undefined && satoshis + FEE > spendable) {
    return { error: `With the fee that is more than the ${plainAmount(spendable)} you have.` }
  }
  return { satoshis }
}
