import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { formatAmount } from '#shared/units.ts'
import { useForm } from '../../components/useForm.ts'
import { useSpendableFunds } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { plainAmount, readAmountField } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { ActionDialog, FormEnd, type RewardsOrder, useRewardsFlow } from './ActionDialog.tsx'
import { checkLock, checkPayIn, formatLockTerms, grownBy, type ShownPlan } from './terms.ts'
import { payInMismatch } from './verify.ts'

export interface PayInDialogProps {
  readonly kind: 'lock' | 'add'
  readonly plan: ShownPlan
  readonly coin: string
  onClose(): void
}

/** Locks coins in a plan, or adds coins to its reward pool. */
export function PayInDialog({ kind, plan, coin, onClose }: PayInDialogProps) {
  const own = useRpc('rewardsaddress', {})
  const spendable = useSpendableFunds(own.data?.mybalance)?.spendable
  const form = useForm({ defaultValues: { amount: '' } })
  const locking = kind === 'lock'
  const name = visibleString(plan.name, 8)
  const check = (text: string) => (locking ? checkLock(text, spendable, plan) : checkPayIn(text, spendable))
  const typed = readAmountField(form.values.amount)
  const flow = useRewardsFlow<bigint>(({ told: txExplanation }, amount) => {
    const words = { amount: plainAmount(amount), coin, name }
    const action = locking ? 'rewards-lock' : 'rewards-add'
    return {
      title: t(`rewards:${kind}.ask`, words),
      hint: locking ? formatBindingTerms(plan) : t('rewards:add.askHint'),
      confirm: t(`rewards:${kind}.confirm`),
      mismatch: payInMismatch(txExplanation, { action, amount, ownAddress: own.data?.myaddress ?? '' }),
      task: t(`rewards:${kind}.task`, words),
      effect: { kind: action, amount: String(amount) },
    }
  })
  const readOrder = (text: string): RewardsOrder<bigint> | undefined => {
    const { satoshis } = check(text)
    if (satoshis === undefined) return undefined
    const input = { name: plan.name, fundingtxid: plan.fundingtxid, amount: formatAmount(satoshis) }
    return { request: { method: locking ? 'rewardslock' : 'rewardsaddfunding', input }, asked: satoshis }
  }
  const submit = form.onSubmit((values) => {
    const order = readOrder(values.amount)
    if (!own.data) return void own.refetch()
    if (order) flow.start(order)
  })
  return (
    <ActionDialog
      title={t(`rewards:${kind}.title`, { name })}
      description={locking ? `${formatLockTerms(plan)} ${t('rewards:lock.hint')}` : t('rewards:add.hint')}
      coin={coin}
      flow={flow}
      done={t(`rewards:${kind}.done`)}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field
          label={t('rewards:form.amount')}
          error={form.problem('amount')}
          hint={
            spendable === undefined ? undefined : t('rewards:form.balance', { amount: plainAmount(spendable), coin })
          }
        >
          <CoinInput {...form.register('amount', { validate: (value) => check(value).error })} coin={coin} />
        </Field>
        {locking ? <Grows amount={typed} plan={plan} coin={coin} /> : null}
        <FormEnd flow={flow} order={readOrder(form.values.amount)} coin={coin} own={own} />
      </form>
    </ActionDialog>
  )
}

/** Formats how long coins stay locked, with the warning that an early unlock is impossible. */
const formatBindingTerms = (plan: ShownPlan): string =>
  plan.minseconds === 0n ? formatLockTerms(plan) : `${formatLockTerms(plan)} ${t('rewards:lock.askHint')}`

/** Shows the reward for the typed amount under the terms. */
function Grows({
  amount,
  plan,
  coin,
}: { readonly amount: bigint | undefined } & Pick<PayInDialogProps, 'plan' | 'coin'>) {
  const max = amount === undefined ? 0n : grownBy(amount, plan.maxseconds, plan)
  return (
    <p aria-live="polite" className="rounded-md bg-accent-soft px-4 py-3">
      {max > CONTRACT_FEE ? t('rewards:lock.grows', { amount: plainAmount(max), coin }) : t('rewards:lock.growsEmpty')}
    </p>
  )
}
