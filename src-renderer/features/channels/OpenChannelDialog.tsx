import { useNameLookup, useOwnerLabel } from '../../components/people/names.ts'
import { PeopleField } from '../../components/people/PeopleField.tsx'
import { useForm } from '../../components/useForm.ts'
import { spendableCoins } from '../../components/useSpendableFunds.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { FormCostLine } from '../../tasks/FormCostLine.tsx'
import { useFormCost } from '../../tasks/useFormCost.ts'
import { Button } from '../../ui/Button.tsx'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { plainAmount, readAmountField } from '../../ui/format.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { ChannelFailure } from './ChannelFailure.tsx'
import { ChannelLayers } from './ChannelLayers.tsx'
import { MAX_CHANNEL_PAYMENTS, paymentProblem, readPayments, receiverProblem } from './checks.ts'
import { type ChannelOrder, orderAmount } from './orders.ts'
import { type ChannelFlow, useChannelFlow } from './useChannelFlow.ts'

type Opening = Extract<ChannelOrder, { kind: 'open' }>

/** Opens a channel: receiver, number and amount of payments → review → broadcast → confirmed. */
export function OpenChannelDialog({ coin, onClose }: { readonly coin: string; onClose(): void }) {
  const nameOf = useNameLookup()
  const flow = useChannelFlow(coin, (order, address) =>
    order.kind === 'open' ? (nameOf(order.receiver)?.name ?? middleTruncated(address)) : '',
  )
  const layers = <ChannelLayers flow={flow} coin={coin} onClose={onClose} />
  if (flow.task) return layers
  return (
    <>
      <Dialog open onOpenChange={onClose} title={t('channels:open.title')} description={t('channels:explanation')}>
        <OpenForm coin={coin} flow={flow} />
      </Dialog>
      {layers}
    </>
  )
}

interface OpenFormProps {
  readonly coin: string
  readonly flow: ChannelFlow
}

function OpenForm({ coin, flow }: OpenFormProps) {
  const ownKey = useRpc('getinfo', {}).data?.pubkey
  const summary = useRpc('getwalletsummary', {}).data
  const spendable = summary && spendableCoins(summary)
  const form = useForm({
    defaultValues: { receiver: '', payments: '10', payment: '' },
  })
  form.register('receiver', { validate: (text) => receiverProblem(text, ownKey) })
  const { receiver, payments, payment } = form.values
  const whose = useOwnerLabel()(receiver)
  const asked = toOrder(form.values)
  const complete =
    receiverProblem(receiver, ownKey) === undefined &&
    paymentProblem(payment, readPayments(payments), spendable) === undefined
  const cost = useFormCost(flow, complete ? asked : undefined)
  const submit = form.onSubmit((values) => {
    const order = toOrder(values)
    if (order) flow.start(order)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label={t('channels:form.receiver')}
        error={form.problem('receiver')}
        hint={whose ?? t('channels:form.receiverHint')}
      >
        <PeopleField
          place="pubkey"
          lines={2}
          value={receiver}
          placeholder={t('frame:people.keyOf')}
          onChange={(text) => form.set('receiver', text)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4 max-[719px]:grid-cols-1">
        <Field
          label={t('channels:form.payments')}
          error={form.problem('payments')}
          hint={t('channels:form.paymentsHint', { most: MAX_CHANNEL_PAYMENTS })}
        >
          <Input
            {...form.register('payments', {
              validate: (text) =>
                readPayments(text) === undefined
                  ? t('channels:form.noPayments', { most: MAX_CHANNEL_PAYMENTS })
                  : undefined,
            })}
            inputMode="numeric"
          />
        </Field>
        <Field
          label={t('channels:form.payment')}
          error={form.problem('payment')}
          hint={spendable === undefined ? undefined : t('channels:form.have', { amount: plainAmount(spendable), coin })}
        >
          <CoinInput
            {...form.register('payment', {
              validate: (text, values) => paymentProblem(text, readPayments(values.payments), spendable),
            })}
            coin={coin}
          />
        </Field>
      </div>
      {asked ? (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-muted">
          {t('channels:form.total', { amount: plainAmount(orderAmount(asked)), coin })}
        </p>
      ) : null}
      <FormCostLine cost={cost} coin={coin} />
      <ChannelFailure error={flow.error} coin={coin} />
      <ConfirmNote flow={flow} coin={coin} />
      <DialogActions>
        <Button type="submit" variant="primary" busy={flow.busy}>
          {t('channels:form.build')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface OpenValues {
  readonly receiver: string
  readonly payments: string
  readonly payment: string
}

function toOrder(values: OpenValues): Opening | undefined {
  const [payments, payment] = [readPayments(values.payments), readAmountField(values.payment)]
  if (payments === undefined || payment === undefined || payment === 0n) return undefined
  return { kind: 'open', receiver: values.receiver.trim().toLowerCase(), payments, payment }
}
