import { COIN, formatAmount } from '#shared/units.ts'
import { useForm } from '../../components/useForm.ts'
import { useSpendableFunds } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { fieldAmount, plainAmount, readAmountField, readDecimal } from '../../ui/format.ts'
import { ActionDialog, FormEnd, type RewardsOrder, useRewardsFlow } from './ActionDialog.tsx'
import {
  checkDays,
  checkPayIn,
  checkPlanName,
  checkRate,
  formatLockTerms,
  MIN_POOL_AMOUNT,
  typedDays,
} from './terms.ts'
import { payInMismatch } from './verify.ts'

export interface RewardsPlanDialogProps {
  readonly coin: string
  /** names of the chain's plans */
  readonly taken: readonly string[]
  onClose(): void
}

const START = { name: '', pool: '', rate: '5', min: '30', max: '30', least: '' }
type Values = typeof START

const DAY = 86_400n

const toDays = (text: string) => typedDays(text) ?? 0
const toSeconds = (text: string) => BigInt(toDays(text)) * DAY

/** Dialog to create a plan and pay into its pool. */
export function RewardsPlanDialog({ coin, taken, onClose }: RewardsPlanDialogProps) {
  const own = useRpc('rewardsaddress', {})
  const spendable = useSpendableFunds(own.data?.mybalance)?.spendable
  const form = useForm<Values>({ defaultValues: { ...START, least: fieldAmount(COIN) } })
  const checkPool = (text: string) => {
    const { satoshis, error } = checkPayIn(text, spendable)
    return satoshis !== undefined && satoshis < MIN_POOL_AMOUNT
      ? t('rewards:form.poolLeast', { amount: plainAmount(MIN_POOL_AMOUNT), coin })
      : error
  }
  const flow = useRewardsFlow<Values>(({ told: txExplanation }, { name, pool, rate, min, max }) => {
    const amount = readAmountField(pool) ?? 0n
    const words = { name: name.trim(), amount: plainAmount(amount), coin }
    const terms = { minseconds: toSeconds(min), maxseconds: toSeconds(max) }
    return {
      title: t('rewards:plan.ask', words),
      hint: `${t('rewards:terms.rate', { rate: rate.trim() })} ${formatLockTerms(terms)} ${t('rewards:plan.askHint')}`,
      confirm: t('rewards:plan.confirm'),
      mismatch: payInMismatch(txExplanation, { action: 'rewards-plan', amount, ownAddress: own.data?.myaddress ?? '' }),
      task: t('rewards:plan.task', words),
      effect: { kind: 'rewards-plan', amount: String(amount) },
    }
  })
  const readOrder = (values: Values): RewardsOrder<Values> | undefined => {
    const amount = readAmountField(values.pool)
    const least = readAmountField(values.least)
    const apr = readDecimal(values.rate)
    if (amount === undefined || least === undefined || apr === undefined) return undefined
    const input = {
      ...{ name: values.name.trim(), amount: formatAmount(amount), APR: formatAmount(apr) },
      ...{ mindays: String(toDays(values.min)), maxdays: String(toDays(values.max)), mindeposit: formatAmount(least) },
    }
    return { request: { method: 'rewardscreatefunding', input }, asked: values }
  }
  const complete = (values: Values): boolean => {
    const problems = [checkPlanName(values.name, taken), checkPool(values.pool), checkRate(values.rate)]
    return problems.every((problem) => problem === undefined)
  }
  const submit = form.onSubmit((values) => {
    const order = readOrder(values)
    if (!own.data) return void own.refetch()
    if (order) flow.start(order)
  })
  const unit = (text: string) => <span className="px-1.5">{text}</span>
  return (
    <ActionDialog
      title={t('rewards:plan.title')}
      description={t('rewards:plan.hint')}
      coin={coin}
      flow={flow}
      done={t('rewards:plan.done')}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field
          label={t('rewards:plan.name')}
          hint={form.problem('name') ? undefined : t('rewards:plan.nameHint')}
          error={form.problem('name')}
        >
          <Input {...form.register('name', { validate: (value) => checkPlanName(value, taken) })} />
        </Field>
        <Field label={t('rewards:plan.pool')} hint={t('rewards:plan.poolHint')} error={form.problem('pool')}>
          <CoinInput {...form.register('pool', { validate: checkPool })} coin={coin} />
        </Field>
        <div className="grid grid-cols-2 gap-4 max-[719px]:grid-cols-1">
          <Field label={t('rewards:plan.rate')} error={form.problem('rate')}>
            <Input {...form.register('rate', { validate: checkRate })} inputMode="decimal" after={unit('%')} />
          </Field>
          <Field label={t('rewards:plan.least')} error={form.problem('least')}>
            <CoinInput
              {...form.register('least', { validate: (value) => checkPayIn(value, undefined).error })}
              coin={coin}
            />
          </Field>
          <Field label={t('rewards:plan.min')} error={form.problem('min')}>
            <Input {...form.register('min', { validate: (value) => checkDays(value, 0) })} inputMode="numeric" />
          </Field>
          <Field label={t('rewards:plan.max')} error={form.problem('max')}>
            <Input
              {...form.register('max', {
                validate: (value) => checkDays(value, Math.max(1, toDays(form.getValues('min')))),
              })}
              inputMode="numeric"
            />
          </Field>
        </div>
        <FormEnd flow={flow} order={complete(form.values) ? readOrder(form.values) : undefined} coin={coin} own={own} />
      </form>
    </ActionDialog>
  )
}
