import { useForm } from '../../components/useForm.ts'
import { useSpendableFunds } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { fieldAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { AmountInput } from './AmountInput.tsx'
import { OrderEnd, OrderFlow, type PlanFlow } from './OrderFlow.tsx'
import { checkAmount, claimableAmount, FUND_COST, formatPlanAmount, type Inheritance, type PlanOrder } from './order.ts'

export interface AmountDialogProps {
  readonly kind: 'add' | 'claim'
  readonly plan: Inheritance
  readonly coin: string
  onClose(): void
}

/** Adds to an inheritance or claims from it. */
export function AmountDialog({ kind, plan, coin, onClose }: AmountDialogProps) {
  const max = useMost(kind, plan)
  return (
    <OrderFlow
      title={t(kind === 'add' ? 'heir:add.title' : 'heir:claim.title', {
        name: visibleString(plan.name, 60),
      })}
      description={formatHint(kind, plan)}
      coin={coin}
      other={plan.own ? plan.heir : plan.owner}
      form={(flow) => <MoveForm flow={flow} kind={kind} plan={plan} coin={coin} most={max} />}
      onClose={onClose}
    />
  )
}

/** Explains how the action affects the waiting time. */
function formatHint(kind: 'add' | 'claim', { own, token }: Inheritance): string {
  if (kind === 'add') return t('heir:add.hint')
  if (!own) return t('heir:claim.heirHint')
  return token ? t('heir:claim.tokenHint') : t('heir:claim.ownerHint')
}

/** Returns the maximum that can be added or claimed in satoshis or units, or undefined while unknown. */
function useMost(kind: 'add' | 'claim', plan: Inheritance): bigint | undefined {
  const purse = useSpendableFunds(0n)
  const { token } = plan
  const tokens = useRpc('tokensummary', { limit: 1, filter: token?.tokenid ?? '' }, { enabled: token !== undefined })
  if (kind === 'claim') return claimableAmount(plan)
  if (token) return tokens.data?.rows.find(({ tokenid }) => tokenid === token.tokenid)?.mybalance
  if (!purse) return undefined
  return purse.spendable > FUND_COST ? purse.spendable - FUND_COST : 0n
}

interface MoveFormProps extends Omit<AmountDialogProps, 'onClose'> {
  readonly flow: PlanFlow
  readonly most: bigint | undefined
}

function MoveForm({ kind, plan, coin, most: max, flow }: MoveFormProps) {
  const ofToken = plan.token !== undefined
  const typed = (amount: bigint) => (ofToken ? String(amount) : fieldAmount(amount))
  const form = useForm({ defaultValues: { amount: '' } })
  const readOrder = (text: string): PlanOrder | undefined => {
    const { amount } = checkAmount(text, ofToken, max)
    const { name, heir, token, txid } = plan
    return amount === undefined ? undefined : { kind, amount, token, heir, name, days: 0, txid }
  }
  const submit = form.onSubmit((values) => {
    const order = readOrder(values.amount)
    if (order) flow.start(order)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label={t('heir:form.amount')}
        error={form.problem('amount')}
        hint={max === undefined ? undefined : t('heir:form.have', { amount: formatPlanAmount(max, plan.token, coin) })}
      >
        <AmountInput
          {...form.register('amount', { validate: (value) => checkAmount(value, ofToken, max).error })}
          unit={ofToken ? undefined : coin}
          action={
            kind === 'claim' && max !== undefined ? (
              <Button size="sm" variant="ghost" className="h-6" onClick={() => form.set('amount', typed(max))}>
                {t('heir:claim.all')}
              </Button>
            ) : undefined
          }
        />
      </Field>
      <OrderEnd flow={flow} order={readOrder(form.values.amount)} coin={coin} />
    </form>
  )
}
