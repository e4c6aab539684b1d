import type { ReactNode } from 'react'
import { nodeText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { ConfirmSheet } from '../../tasks/ConfirmSheet.tsx'
import { FormCostLine } from '../../tasks/FormCostLine.tsx'
import { SentDialog } from '../../tasks/SentDialog.tsx'
import { type ConfirmationFlow, useConfirmation } from '../../tasks/useConfirmation.ts'
import { useFormCost } from '../../tasks/useFormCost.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { type BuiltOrder, buildOrder } from './buildOrder.ts'
import { describeInheritanceError } from './errors.ts'
import { formatPlanAmount, type PlanOrder } from './order.ts'
import { orderMismatch } from './verify.ts'

export interface OrderFlowProps {
  readonly title: string
  readonly description: string
  readonly coin: string
  /** key of the other party, owner or heir; undefined for a new inheritance, which has the heir's key in its order */
  readonly other: string | undefined
  readonly form: (flow: PlanFlow) => ReactNode
  onClose(): void
}

export type PlanFlow = ConfirmationFlow<PlanOrder, BuiltOrder>

/** A form → confirmation → broadcast → confirmed, in one dialog. */
export function OrderFlow({ title, description, coin, other, form, onClose }: OrderFlowProps) {
  const { client } = useNode()
  const flow = useConfirmation<PlanOrder, BuiltOrder>({
    build: (order) => buildOrder(client, order, other),
    describe({ told: txExplanation, shared }, order) {
      const amount = formatPlanAmount(order.amount, order.token, coin)
      const values = { amount, name: visibleString(order.name, 60) }
      return {
        title: t(`heir:review.${order.kind}`, values),
        hint: nodeText(txExplanation.said.summary, txExplanation.summary),
        confirm: t(`heir:confirm.${order.kind}`),
        mismatch: orderMismatch(txExplanation, order, shared),
        task: t(`heir:task.${order.kind}`, values),
        effect: { kind: 'inheritance', amount: String(order.amount) },
      }
    },
  })
  const { task, order } = flow
  if (task && order) return <SentDialog task={task} done={t(`heir:done.${order.kind}`)} onClose={onClose} />
  return (
    <>
      <Dialog open onOpenChange={onClose} title={title} description={description}>
        {form(flow)}
      </Dialog>
      <ConfirmSheet flow={flow} coin={coin} />
    </>
  )
}

export interface OrderEndProps {
  readonly flow: PlanFlow
  /** order of the form, if it is complete */
  readonly order: PlanOrder | undefined
  readonly coin: string
}

/** The end of each form: its cost, the error if nothing was sent, and its button. */
export function OrderEnd({ flow, order, coin }: OrderEndProps) {
  const cost = useFormCost(flow, order)
  const story = flow.error ? describeInheritanceError(flow.error) : undefined
  return (
    <>
      <FormCostLine cost={cost} coin={coin} />
      {story ? (
        <ErrorState compact title={story.title} safe={story.safe} advice={story.advice} details={story.details} />
      ) : null}
      <ConfirmNote flow={flow} coin={coin} />
      <DialogActions>
        <Button type="submit" variant="primary" busy={flow.busy}>
          {t('heir:form.review')}
        </Button>
      </DialogActions>
    </>
  )
}
