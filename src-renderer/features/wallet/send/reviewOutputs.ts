import type { OutputStory, TransactionStory } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import type { SendRequest } from './check.ts'

/**
 * Describes the outputs of a requested payment. From the bytes alone, an output to an address of a spent coin looks
 * like change. Here change is the only output that was not requested.
 * @param changeAt index of the change output, or undefined without change or if it is ambiguous
 */
export function labelReviewOutputs(told: TransactionStory, changeAt: number | undefined): TransactionStory {
  return { ...told, outputs: told.outputs.map((output) => reviewed(output, changeAt)) }
}

function reviewed(output: OutputStory, changeAt: number | undefined): OutputStory {
  if (output.kind !== 'pay' && output.kind !== 'change') return output
  if (output.n === changeAt) {
    return { ...output, kind: 'change', title: t('wallet:review.changeTitle'), note: t('wallet:review.changeNote') }
  }
  if (!output.own) return output
  return {
    ...output,
    kind: 'pay',
    title: t('wallet:review.ownTitle'),
    note: t('wallet:review.ownNote'),
  }
}

/** Amounts that leave the wallet or move within it, in satoshis, without the fee. */
export interface PaymentParts {
  readonly paid: bigint
  /** part of `paid` to own addresses */
  readonly kept: bigint
}

/** @param own addresses that belong to the wallet according to the node */
export function paymentParts(request: SendRequest, fee: bigint, own: ReadonlySet<string>): PaymentParts {
  let [paid, kept] = [0n, 0n]
  for (const { address, satoshis } of request.outputs) {
    // With send-everything the single output pays the fee.
    const value = request.everything ? satoshis - fee : satoshis
    paid += value
    if (own.has(address)) kept += value
  }
  return { paid, kept }
}
