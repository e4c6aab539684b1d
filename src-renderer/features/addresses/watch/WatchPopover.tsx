import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { labelProblem } from '../../../parts/label.ts'
import { useForm } from '../../../parts/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useWatch } from './useWatch.ts'

export interface WatchPopoverProps {
  readonly address: string
  /** null: not on the watch list; undefined: not known yet */
  readonly label: string | null | undefined
}

/** Puts the address on the watch list, gives it another label, or takes it off. */
export function WatchPopover({ address, label }: WatchPopoverProps) {
  const [open, setOpen] = useState(false)
  const watched = label !== null && label !== undefined
  return (
    <Popover
      label={watched ? 'Watched address' : 'Watch this address'}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button disabled={label === undefined} icon={<Eye aria-hidden className="size-4" />}>
          {watched ? 'Watched' : 'Watch'}
        </Button>
      }
    >
      <LabelForm address={address} label={label ?? ''} watched={watched} onDone={() => setOpen(false)} />
    </Popover>
  )
}

interface LabelFormProps {
  readonly address: string
  readonly label: string
  readonly watched: boolean
  onDone(): void
}

function LabelForm({ address, label, watched, onDone }: LabelFormProps) {
  const { watch, unwatch } = useWatch()
  const { register, problem, busy, onSubmit } = useForm({ defaultValues: { label } })
  const submit = onSubmit(async (values) => {
    await watch(address, values.label.trim())
    onDone()
  }, 'label')
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Label" optional error={problem('label')} hint="Kept by this node only.">
        <Input {...register('label', { validate: labelProblem })} placeholder="Whose it is, what for" />
      </Field>
      <div className="flex justify-between gap-2">
        {watched ? (
          <Button
            variant="ghost"
            icon={<EyeOff aria-hidden className="size-4" />}
            onClick={() => {
              onDone()
              void unwatch(address, label)
            }}
          >
            Stop watching
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {watched ? 'Save label' : 'Watch'}
        </Button>
      </div>
    </form>
  )
}
