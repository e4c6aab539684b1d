import { useState } from 'react'
import { readTypedWhole } from '#shared/figures.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_BACKUP_CHANGES, MAX_KEPT_BACKUPS } from '#shared/rpc/methods/walletSealed.ts'
import { NativePromptNotice } from '../../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../../components/unlock/unlock.ts'
import { notEmpty, useForm } from '../../../../components/useForm.ts'
import { t } from '../../../../i18n/texts.ts'
import { useNode } from '../../../../node/context.tsx'
import { useRpc } from '../../../../node/queries.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field, Input } from '../../../../ui/Field.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { Failure } from '../Failure.tsx'
import { PassphraseFields } from '../PassphraseDialog.tsx'
import { useLongCall } from '../useLongCall.ts'

type Schedule = MethodResult<'getbackupschedule'>
type Rhythm = 'day' | 'week' | 'changes'

const rhythms = () =>
  [
    { id: 'day', label: t('backup:schedule.day') },
    { id: 'week', label: t('backup:schedule.week') },
    { id: 'changes', label: t('backup:schedule.changes') },
  ] as const

const wholeNumber = (text: string, max: number) => {
  const value = Number(readTypedWhole(text, 6) ?? '0')
  return value >= 1 && value <= max ? value : undefined
}

/** Dialog to switch automatic backups on, change or switch them off. */
export function ScheduleDialog({ onClose }: { onClose(): void }) {
  const { data } = useRpc('getbackupschedule', {})
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('backup:schedule.title')}
      description={t('backup:schedule.description')}
    >
      {data ? <ScheduleForm schedule={data} onClose={onClose} /> : null}
    </Dialog>
  )
}

function ScheduleForm({ schedule, onClose }: { readonly schedule: Schedule; onClose(): void }) {
  const { client, desktop } = useNode()
  const secret = useForm({ defaultValues: { old: '', first: '', second: '' } })
  const form = useForm({
    defaultValues: {
      folder: schedule.folder ?? '',
      keep: String(schedule.on ? schedule.keep : 10),
      changes: String(schedule.on ? schedule.changes : 10),
    },
  })
  const [every, setEvery] = useState<Rhythm>(schedule.every ?? 'day')
  const set = useLongCall<Schedule>()
  const end = useLongCall<Schedule>()
  const { folder, keep, changes } = form.values
  const [kept, after] = [wholeNumber(keep, MAX_KEPT_BACKUPS), wholeNumber(changes, MAX_BACKUP_CHANGES)]
  const submit = secret.onSubmit(async ({ first }) => {
    if (kept === undefined || (every === 'changes' && after === undefined)) return
    if (!desktop && folder.trim() === '') return
    await set.run(async (options) => {
      const place = desktop ? '' : folder.trim()
      const input = { passphrase: desktop ? '' : first, folder: place, every, keep: kept, changes: after ?? 10 }
      const result = await withUnlock(() => client.call('setbackupschedule', input, options), 'backup')
      toast({ tone: 'ok', title: t('backup:schedule.on'), detail: t('backup:schedule.first') })
      onClose()
      return result
    })
  })
  const stop = () =>
    end.run(async (options) => {
      const result = await client.call('stopbackupschedule', {}, options)
      toast({ tone: 'neutral', title: t('backup:schedule.off') })
      onClose()
      return result
    })
  const tried = secret.tried
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      {desktop ? (
        <NativePromptNotice what="schedule" />
      ) : (
        <Field
          label={t('backup:schedule.folder')}
          hint={t('backup:schedule.folderHint')}
          error={tried && folder.trim() === '' ? t('backup:schedule.folderMissing') : undefined}
        >
          <Input {...form.register('folder', { validate: notEmpty(t('backup:schedule.folderMissing')) })} mono />
        </Field>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <div className="flex flex-col gap-1">
          <span className="font-medium">{t('backup:schedule.when')}</span>
          <Segmented<Rhythm> label={t('backup:schedule.when')} value={every} onChange={setEvery} segments={rhythms()} />
        </div>
        {every === 'changes' ? (
          <Field
            label={t('backup:schedule.changesLabel')}
            error={after === undefined ? t('backup:schedule.number', { most: MAX_BACKUP_CHANGES }) : undefined}
            className="w-36"
          >
            <Input {...form.register('changes')} inputMode="numeric" />
          </Field>
        ) : null}
        <Field
          label={t('backup:schedule.keep')}
          error={kept === undefined ? t('backup:schedule.number', { most: MAX_KEPT_BACKUPS }) : undefined}
          className="w-36"
        >
          <Input {...form.register('keep')} inputMode="numeric" />
        </Field>
      </div>
      {desktop ? null : <PassphraseFields change={false} form={secret} />}
      <p className="text-12 text-muted">{t('backup:schedule.safe')}</p>
      <Failure error={set.error} safe={t('backup:schedule.unchanged')} />
      <Failure error={end.error} safe={t('backup:schedule.unchanged')} />
      <div className="flex justify-end gap-2">
        {schedule.on ? (
          <Button className="mr-auto" busy={end.busy} onClick={() => void stop()}>
            {t('backup:schedule.stop')}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t('backup:cancel')}</Button>
        <Button type="submit" variant="primary" busy={set.busy}>
          {schedule.on ? t('backup:schedule.change') : t('backup:schedule.start')}
        </Button>
      </div>
    </form>
  )
}
