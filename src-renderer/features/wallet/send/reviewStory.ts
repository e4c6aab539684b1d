import type { OutputStory, TransactionStory } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import type { SendRequest } from './check.ts'

/**
 * Describes outputs of a requested payment. From the bytes alone an output to an address that coins came from looks
 * like change; here change is the one output that was not requested.
 * @param changeAt index of the change output; undefined if there is none or it is ambiguous
 */
export function reviewStory(told: TransactionStory, changeAt: number | undefined): TransactionStory {
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

/** Amounts that leave the wallet, and that only move within it. Satoshis, without the fee. */
export interface PaymentParts {
  readonly paid: bigint
  /** of that, to addresses of one's own */
  readonly kept: bigint
}

/** @param own addresses that are the wallet's, as the node says */
export function paymentParts(request: SendRequest, fee: bigint, own: ReadonlySet<string>): PaymentParts {
  let [paid, kept] = [0n, 0n]
  for (const { address, satoshis } of request.outputs) {
    // Everything goes to one address, and pays the fee itself.
    const value = request.everything ? satoshis - fee : satoshis
    paid += value
    if (own.has(address)) kept += value
  }
  return { paid, kept }
}
