import { describeTransaction } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { type ConfirmationFlow, useConfirmation } from '../../../tasks/useConfirmation.ts'
import { plainAmount } from '../../../ui/format.ts'
import { buildPayment, type ReadyPayment } from './buildPayment.ts'
import type { SendRequest } from './check.ts'
import { labelReviewOutputs, paymentParts } from './reviewOutputs.ts'
import { changeOutput, sendMismatch } from './verify.ts'

export type SendFlow = ConfirmationFlow<SendRequest, ReadyPayment>

/**
 * Steps of a payment: written → built → confirmed → sent. It is sent only if it equals the request.
 * @param sent called once the node has accepted it
 */
export function useSendFlow(coin: string, sent: () => void): SendFlow {
  const { client } = useNode()
  return useConfirmation<SendRequest, ReadyPayment>({
    sent,
    build: (request) => buildPayment(client, request),
    describe({ told: txExplanation, prepared, own }, request) {
      const { paid, kept } = paymentParts(request, prepared.fee, own)
      const words = { count: request.outputs.length, amount: `${plainAmount(paid)} ${coin}` }
      return {
        title: t('wallet:review.title', words),
        sends: request.outputs.length === 1 ? words.amount : undefined,
        confirm: t('wallet:review.confirm', words),
        extra: kept > 0n ? t('wallet:review.kept', { amount: plainAmount(kept) }) : undefined,
        story: labelReviewOutputs(describeTransaction(txExplanation), changeOutput(txExplanation, request, own)),
        mismatch: sendMismatch(txExplanation, prepared, request, own),
        task: t('wallet:review.task', words),
        effect: { kind: 'payment', amount: String(paid), comment: request.comment, commentTo: request.commentTo },
      }
    },
  })
}
