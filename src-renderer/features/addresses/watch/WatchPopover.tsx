import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { labelProblem } from '../../../components/label.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useWatch } from './useWatch.ts'

export interface WatchPopoverProps {
  readonly address: string
  /** null if not on the watch list, undefined while loading */
  readonly label: string | null | undefined
}

/** Adds the address to the watch list, changes its label, or removes it. */
export function WatchPopover({ address, label }: WatchPopoverProps) {
  const [open, setOpen] = useState(false)
  const watched = label !== null && label !== undefined
  return (
    <Popover
      label={watched ? t('addresses:watch.watchedTitle') : t('addresses:watch.watchTitle')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button disabled={label === undefined} icon={<Eye aria-hidden className="size-4" />}>
          {watched ? t('addresses:watch.watched') : t('addresses:watch.watch')}
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
      <Field
        label={t('addresses:watch.columnLabel')}
        optional
        error={problem('label')}
        hint={t('addresses:watch.fieldHint')}
      >
        <Input {...register('label', { validate: labelProblem })} placeholder={t('addresses:watch.placeholder')} />
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
            {t('addresses:watch.stopThis')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {watched ? t('addresses:watch.save') : t('addresses:watch.watch')}
        </Button>
      </div>
    </form>
  )
}
