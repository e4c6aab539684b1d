import { type ReactNode, useState } from 'react'
import { CostLine } from '../../components/transaction/BuiltReview.tsx'
import { nodeText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../tasks/BuiltSheet.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { inheritanceStory } from './errors.ts'
import { amountWords, type PlanOrder } from './order.ts'
import { type BuiltOrder, useBuildOrder } from './useOrder.ts'
import { orderMismatch } from './verify.ts'

/** What a form of the flow gets. */
export interface OrderFormProps {
  /** the previous input, after going back from the review */
  readonly initial: PlanOrder | undefined
  readonly building: boolean
  readonly failure: ReactNode
  onSubmit(order: PlanOrder): void
}

export interface OrderFlowProps {
  readonly title: string
  readonly description: string
  readonly coin: string
  /** key of the other one of owner and heir; of a new inheritance, the heir's of the order */
  readonly other: string | undefined
  readonly form: (props: OrderFormProps) => ReactNode
  onClose(): void
}

/** A form → review what was built → broadcast → confirmed, in one dialog. */
export function OrderFlow({ title, description, coin, other, form, onClose }: OrderFlowProps) {
  const build = useBuildOrder(other)
  const [order, setOrder] = useState<PlanOrder>()
  const [task, setTask] = useState<NewTask>()
  if (task && order) return <SentDialog task={task} done={t(`heir:done.${order.kind}`)} onClose={onClose} />
  if (build.data) return <OrderReview {...build.data} coin={coin} onBack={() => build.reset()} onSent={setTask} />
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {form({
        initial: order,
        building: build.isPending,
        failure: build.error ? <BuildFailure error={build.error} /> : null,
        onSubmit(next) {
          setOrder(next)
          build.mutate(next)
        },
      })}
    </Dialog>
  )
}

function BuildFailure({ error }: { readonly error: unknown }) {
  const { title, safe, advice, details } = inheritanceStory(error)
  return <ErrorState compact title={title} safe={safe} advice={advice} details={details} />
}

interface OrderReviewProps extends BuiltOrder {
  readonly coin: string
  onBack(): void
  onSent(task: NewTask): void
}

function OrderReview({ order, built, shared, coin, onBack, onSent }: OrderReviewProps) {
  const { told } = built
  const mismatch = orderMismatch(told, order, shared)
  const amount = amountWords(order.amount, order.token, coin)
  const values = { amount, name: visibleString(order.name, 60) }
  const asked: Asked = {
    title: t(`heir:review.${order.kind}`, values),
    hint: t('heir:review.hint'),
    confirm: t(`heir:confirm.${order.kind}`),
    cost: (
      <CostLine
        satoshis={order.token ? undefined : order.amount}
        sentence={nodeText(told.said.summary, told.summary)}
        parts={t('heir:review.fee', { fee: plainAmount(told.fee ?? 0n), coin })}
      />
    ),
    mismatch,
    blocked: mismatch && t('heir:review.blocked'),
    task: t(`heir:task.${order.kind}`, values),
    effect: { kind: 'inheritance', amount: String(order.amount) },
  }
  return <BuiltSheet built={built} asked={asked} coin={coin} onBack={onBack} onSent={onSent} />
}
