import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { describeError } from '../../../parts/describeError.ts'
import { labelProblem } from '../../../parts/label.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useLabels } from './labels.ts'

export interface LabelPopoverProps {
  readonly address: string
  readonly label: string
}

/** Gives an address another name. */
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
  const [text, setText] = useState(label)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { setLabel } = useLabels()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = labelProblem(text)
    if (wrong) return setProblem(wrong)
    setBusy(true)
    try {
      await setLabel(address, text.trim())
      onDone()
    } catch (error) {
      setProblem(describeError(error).title)
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <Field label="Label" optional error={problem} hint="Kept in the wallet, for you only.">
        <Input
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder="Who pays here, what for"
        />
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
