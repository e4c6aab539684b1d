import { CONTRACT_FEE, MAX_FAUCET_DUST } from '#shared/protocol/contractRules.ts'
import { typedAmountProblem } from '../../components/typedAmount.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, readAmountField } from '../../ui/format.ts'

export type CheckedDeposit =
  | { readonly satoshis: bigint; readonly error?: undefined }
  | { readonly satoshis?: undefined; readonly error: string }

/**
 * Validates the typed amount of a deposit.
 * @param spendable in satoshis, or undefined while unknown
 */
export function checkDeposit(text: string, spendable: bigint | undefined): CheckedDeposit {
  if (text.trim() === '') return { error: t('faucet:fund.enter') }
  const satoshis = readAmountField(text)
  if (satoshis === undefined) return { error: typedAmountProblem(text) ?? t('faucet:fund.enter') }
  if (satoshis <= MAX_FAUCET_DUST) return { error: t('faucet:fund.tooSmall', { least: amountAlone(MAX_FAUCET_DUST) }) }
  if (spendable !== undefined && satoshis + CONTRACT_FEE > spendable) {
    return { error: t('faucet:fund.tooMuch', { amount: amountAlone(spendable) }) }
  }
  return { satoshis }
}
