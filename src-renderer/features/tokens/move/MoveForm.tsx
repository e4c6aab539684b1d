import { Flame } from 'lucide-react'
import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import { useNextStep } from '../../../components/firstSteps/useNextStep.ts'
import { useOwnerLabel } from '../../../components/people/names.ts'
import { PeopleField } from '../../../components/people/PeopleField.tsx'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import { FormCostLine } from '../../../tasks/FormCostLine.tsx'
import type { ConfirmationFlow } from '../../../tasks/useConfirmation.ts'
import { useFormCost } from '../../../tasks/useFormCost.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogActions } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { checkReceiver, checkUnits } from '../receiver.ts'
import { BuildFailure } from './BuildFailure.tsx'

export interface MoveOrder {
  readonly receiver: string
  readonly units: bigint
}

interface Values {
  readonly receiver: string
  readonly units: string
  readonly typedName: string
}

export interface MoveFormProps {
  readonly burning: boolean
  readonly name: string
  /** units that can be transferred */
  readonly units: bigint
  readonly ownKey: string | undefined
  readonly coin: string
  readonly flow: ConfirmationFlow<MoveOrder>
}

export function MoveForm(props: MoveFormProps) {
  const { burning, units, ownKey, coin, flow } = props
  const name = visibleString(props.name, 64)
  const { step } = useNextStep()
  const form = useForm<Values>({
    defaultValues: {
      receiver: burning ? BURN_KEY : '',
      units: '',
      typedName: '',
    },
  })
  form.register('receiver', { validate: (value) => (burning ? undefined : checkReceiver(value, ownKey).error) })
  const { receiver } = form.values
  const whose = useOwnerLabel()(receiver)
  const readOrder = (values: Values): MoveOrder | undefined => {
    const sent = checkUnits(values.units, units).units
    if (sent === undefined) return undefined
    if (burning) return { receiver: BURN_KEY, units: sent }
    const receiver = values.receiver.trim().toLowerCase()
    return checkReceiver(receiver, ownKey).error === undefined ? { receiver, units: sent } : undefined
  }
  const cost = useFormCost(flow, readOrder(form.values))
  const submit = form.onSubmit((values) => {
    const order = readOrder(values)
    if (order) flow.start(order)
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      {burning ? (
        <p className="flex gap-2 rounded-md border border-bad/35 bg-bad-soft p-3 text-bad">
          <Flame aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('tokens:dialog.burnNote')}
        </p>
      ) : (
        <Field
          label={t('tokens:dialog.recipient')}
          error={form.problem('receiver')}
          hint={checkReceiver(receiver, ownKey).note ?? whose ?? t('tokens:dialog.recipientHint')}
        >
          <PeopleField
            place="pubkey"
            lines={2}
            value={receiver}
            placeholder={t('frame:people.keyOf')}
            toOther={step === 'send'}
            onFilled={() => form.setFocus('units')}
            onChange={(text) => form.set('receiver', text)}
          />
        </Field>
      )}
      <Field label={t('tokens:dialog.units')} error={form.problem('units')} hint={t('tokens:dialog.unitsHint')}>
        <Input
          {...form.register('units', { validate: (value) => checkUnits(value, units).error })}
          inputMode="numeric"
          placeholder="0"
          after={
            <Button size="sm" variant="ghost" className="h-6" onClick={() => form.set('units', String(units))}>
              {t('tokens:dialog.all')}
            </Button>
          }
        />
      </Field>
      {burning ? (
        <Field label={t('tokens:dialog.typeName', { name })} error={form.problem('typedName')}>
          <Input
            {...form.register('typedName', {
              validate: (value) => (value === name ? undefined : t('tokens:dialog.typeNameProblem')),
            })}
          />
        </Field>
      ) : null}
      <FormCostLine cost={cost} coin={coin} />
      <BuildFailure error={flow.error} />
      <ConfirmNote flow={flow} coin={coin} />
      <DialogActions>
        <Button type="submit" variant={burning ? 'danger' : 'primary'} busy={flow.busy}>
          {t('tokens:form.review')}
        </Button>
      </DialogActions>
    </form>
  )
}
