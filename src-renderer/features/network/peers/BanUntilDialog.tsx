import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { localTimeText, readLocalTime } from '../banTimes.ts'

const MONTH = 30 * 24 * 3600

export interface BanUntilDialogProps {
  readonly addresses: readonly string[]
  onBan(until: number): void
  onClose(): void
}

/** Dialog for the end of a ban. */
export function BanUntilDialog({ addresses, onBan, onClose }: BanUntilDialogProps) {
  const now = useNow()
  const { register, values, problem, onSubmit } = useForm({ defaultValues: { end: localTimeText(now + MONTH) } })
  const until = readLocalTime(values.end)
  const what = addresses.length === 1 ? (addresses[0] ?? '') : t('network:told.addresses', { count: addresses.length })
  const submit = onSubmit(({ end }) => onBan(readLocalTime(end) ?? 0))
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('network:until.title', { what })}
      footer={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" form="ban-until" variant="danger">
            {t('network:ban.go')}
          </Button>
        </>
      }
    >
      <form id="ban-until" onSubmit={submit}>
        <Field
          label={t('network:until.label')}
          error={problem('end')}
          hint={
            until !== undefined && until > now
              ? t('network:until.fromNow', { duration: formatDuration(until - now) })
              : undefined
          }
        >
          <Input {...register('end', { validate: endProblem })} type="datetime-local" min={localTimeText(now)} />
        </Field>
      </form>
    </Dialog>
  )
}

function endProblem(text: string): string | undefined {
  const until = readLocalTime(text)
  if (until === undefined) return t('network:until.missing')
  return until * 1000 <= Date.now() ? t('network:until.past') : undefined
}
