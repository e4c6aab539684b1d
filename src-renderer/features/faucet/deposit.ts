import { LARGEST_FAUCET_DUST, MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import { typedAmountProblem } from '../../parts/typedAmount.ts'
import { plainAmount, readTypedAmount } from '../../ui/format.ts'

export type CheckedDeposit =
  | { readonly satoshis: bigint; readonly error?: undefined }
  | { readonly satoshis?: undefined; readonly error: string }

/** What a person typed as the amount of a deposit. `spendable` in satoshis; undefined while not known. */
export function checkDeposit(text: string, spendable: bigint | undefined): CheckedDeposit {
  if (text.trim() === '') return { error: 'Enter an amount.' }
  const satoshis = readTypedAmount(text)
  if (satoshis === undefined) return { error: typedAmountProblem(text) ?? 'Enter an amount.' }
  if (satoshis <= LARGEST_FAUCET_DUST) return { error: 'More than 0.01: claims cannot use smaller deposits.' }
  if (spendable !== undefined && satoshis + MODULE_FEE > spendable) {
    return { error: `With the fee that is more than the ${plainAmount(spendable)} you have.` }
  }
  return { satoshis }
}
