import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { labelProblem } from '../../../components/label.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useLabels } from './labels.ts'

export interface LabelPopoverProps {
  readonly address: string
  readonly label: string
}

export function LabelPopover({ address, label }: LabelPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('wallet:receive.labelOf')}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Pencil aria-hidden className="size-3.5" />}>
          {t(label === '' ? 'wallet:receive.addLabel' : 'wallet:receive.editLabel')}
        </Button>
      }
    >
      <LabelForm address={address} label={label} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function LabelForm({ address, label, onDone }: LabelPopoverProps & { onDone(): void }) {
  const { setLabel } = useLabels()
  const { register, problem, busy, onSubmit } = useForm({ defaultValues: { label } })
  const submit = onSubmit(async (values) => {
    await setLabel(address, values.label.trim())
    onDone()
  }, 'label')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('wallet:label')} optional error={problem('label')} hint={t('wallet:receive.labelHint')}>
        <Input
          {...register('label', { validate: labelProblem })}
          autoFocus
          placeholder={t('wallet:receive.labelExample')}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('wallet:cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('wallet:receive.saveLabel')}
        </Button>
      </div>
    </form>
  )
}
