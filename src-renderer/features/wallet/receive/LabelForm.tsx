import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { labelProblem } from '../../../parts/label.ts'
import { useForm } from '../../../parts/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useLabels } from './labels.ts'

export interface LabelPopoverProps {
  readonly address: string
  readonly label: string
}

/** Changes the label of an address. */
export function LabelPopover({ address, label }: LabelPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Label of this address"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Pencil aria-hidden className="size-3.5" />}>
          {label === '' ? 'Add a label' : 'Edit the label'}
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
      <Field label="Label" optional error={problem('label')} hint="Kept in the wallet only.">
        <Input {...register('label', { validate: labelProblem })} autoFocus placeholder="Who pays here, what for" />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save label
        </Button>
      </div>
    </form>
  )
}
