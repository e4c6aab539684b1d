import { useOwnerLabel } from '../../components/people/names.ts'
import { PeopleField } from '../../components/people/PeopleField.tsx'
import { useForm } from '../../components/useForm.ts'
import { useSpendableFunds } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useCoinName } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { AmountInput } from './AmountInput.tsx'
import { Hazard } from './Hazard.tsx'
import { OrderEnd, OrderFlow, type PlanFlow } from './OrderFlow.tsx'
import { checkAmount, checkHeir, checkName, FUND_COST, formatPlanAmount, type PlanOrder, readDays } from './order.ts'

/** Maximum number of tokens in the selection. */
const MAX_TOKENS = 1000
const COINS = ''
const USUAL_DAYS = '90'

export interface PlanDialogProps {
  readonly coin: string
  readonly ownKey: string | null
  onClose(): void
}

/** Dialog to set up an inheritance. */
export function PlanDialog({ coin, ownKey, onClose }: PlanDialogProps) {
  return (
    <OrderFlow
      title={t('heir:setUp')}
      description={t('heir:form.hint')}
      coin={coin}
      other={undefined}
      form={(flow) => <PlanForm flow={flow} coin={coin} ownKey={ownKey} />}
      onClose={onClose}
    />
  )
}

interface Values {
  readonly name: string
  readonly heir: string
  readonly days: string
  readonly what: string
  readonly amount: string
}

interface PlanFormProps extends Omit<PlanDialogProps, 'onClose'> {
  readonly flow: PlanFlow
}

function PlanForm({ coin, ownKey, flow }: PlanFormProps) {
  const purse = useSpendableFunds(0n)
  const name = useCoinName()
  const tokens = useRpc('tokensummary', { limit: MAX_TOKENS })
  const own = tokens.data?.rows.filter(({ mybalance, data }) => mybalance > 0n && data === undefined) ?? []
  const form = useForm<Values>({
    defaultValues: {
      ...{ name: '', heir: '', days: USUAL_DAYS, what: COINS, amount: '' },
    },
  })
  const { heir, what } = form.values
  const token = own.find(({ tokenid }) => tokenid === what)
  const ofToken = what !== COINS
  const max = ofToken ? token?.mybalance : purse && atLeastNothing(purse.spendable - FUND_COST)
  form.register('heir', { validate: (value) => checkHeir(value, ownKey) })
  const whose = useOwnerLabel()(heir)
  const readOrder = (values: Values): PlanOrder | undefined => {
    const { amount } = checkAmount(values.amount, ofToken, max)
    const days = readDays(values.days)
    if (amount === undefined || days === undefined || (ofToken && !token)) return undefined
    if (checkName(values.name) !== undefined || checkHeir(values.heir, ownKey) !== undefined) return undefined
    return {
      ...{ kind: 'plan', amount, days, name: values.name.trim(), heir: values.heir.trim().toLowerCase() },
      ...{ txid: undefined, token: token && { tokenid: token.tokenid, name: token.name } },
    }
  }
  const submit = form.onSubmit((values) => {
    const order = readOrder(values)
    if (order) flow.start(order)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field label={t('heir:form.heir')} error={form.problem('heir')} hint={whose ?? t('heir:form.heirHint')}>
        <PeopleField
          place="pubkey"
          lines={2}
          value={heir}
          placeholder={t('frame:people.keyOf')}
          onChange={(text) => form.set('heir', text)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4 max-[719px]:grid-cols-1">
        <Field label={t('heir:form.what')}>
          <Select {...form.register('what')}>
            <option value={COINS}>{t('heir:form.coins', { coin: name })}</option>
            {own.map(({ tokenid, name }) => (
              <option key={tokenid} value={tokenid}>
                {visibleString(name, 40)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('heir:form.amount')}
          error={form.problem('amount')}
          hint={max === undefined ? undefined : t('heir:form.have', { amount: formatPlanAmount(max, token, coin) })}
        >
          <AmountInput
            {...form.register('amount', { validate: (value) => checkAmount(value, ofToken, max).error })}
            unit={ofToken ? undefined : coin}
          />
        </Field>
      </div>
      <Field
        label={t('heir:form.days')}
        error={form.problem('days')}
        hint={t(ofToken ? 'heir:form.daysHintToken' : 'heir:form.daysHint')}
      >
        <Input
          {...form.register('days', {
            validate: (value) => (readDays(value) === undefined ? t('heir:form.daysWrong') : undefined),
          })}
          inputMode="numeric"
          after={<span className="px-1.5">{t('heir:form.dayUnit')}</span>}
        />
      </Field>
      <Field label={t('heir:form.name')} error={form.problem('name')} hint={t('heir:form.nameHint')}>
        <Input {...form.register('name', { validate: checkName })} />
      </Field>
      <Hazard />
      <OrderEnd flow={flow} order={readOrder(form.values)} coin={coin} />
    </form>
  )
}

const atLeastNothing = (satoshis: bigint): bigint => (satoshis > 0n ? satoshis : 0n)
