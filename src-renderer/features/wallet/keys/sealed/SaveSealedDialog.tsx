import { FileCheck, Save } from 'lucide-react'
import { NativePromptNotice } from '../../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../../components/unlock/unlock.ts'
import { useForm } from '../../../../components/useForm.ts'
import { t } from '../../../../i18n/texts.ts'
import { useCoinName } from '../../../../node/coin.ts'
import { useNode } from '../../../../node/context.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { saveText } from '../../../../ui/saveText.ts'
import { toast } from '../../../../ui/toasts.ts'
import { Failure } from '../Failure.tsx'
import { PassphraseFields } from '../PassphraseDialog.tsx'
import { useLongCall } from '../useLongCall.ts'

export interface SaveSealedDialogProps {
  onClose(): void
}

/** A file given to the browser, which does not report whether it was saved. */
interface Handed {
  readonly name: string
  readonly keys: number
  /** time of creation in unix seconds */
  readonly time: number
}

/** Dialog to save everything in the wallet as one file that only its passphrase opens. */
export function SaveSealedDialog({ onClose }: SaveSealedDialogProps) {
  const coin = useCoinName()
  const { client, desktop } = useNode()
  const form = useForm({ defaultValues: { old: '', first: '', second: '' } })
  const save = useLongCall<Handed>()
  const note = useLongCall<void>()
  const handed = desktop ? undefined : save.result
  const submit = form.onSubmit(({ first }) =>
    save.run(async (options) => {
      const { text, time, keys } = await withUnlock(
        () => client.call('sealbackup', { passphrase: desktop ? '' : first }, options),
        'backup',
      )
      if (desktop) {
        // The app itself has written the chosen file.
        toast({ tone: 'ok', title: t('backup:save.done'), detail: t('backup:save.keys', { count: keys }) })
        onClose()
      }
      const name = fileName(coin, time)
      if (!desktop) saveText(name, text)
      return { name, time, keys }
    }),
  )
  const confirm = ({ time, keys }: Handed) =>
    note.run(async (options) => {
      await client.call('notebackup', { time: BigInt(time) }, options)
      toast({ tone: 'ok', title: t('backup:save.done'), detail: t('backup:save.keys', { count: keys }) })
      onClose()
    })
  return (
    <Dialog open onOpenChange={onClose} title={t('backup:save.title')} description={t('backup:save.description')}>
      {handed ? (
        <div className="flex flex-col gap-4 pt-1">
          <p role="status">{t('backup:save.look', { name: handed.name })}</p>
          <Failure error={note.error} safe={t('backup:save.noteSafe')} />
          <div className="flex justify-end gap-2">
            <Button onClick={save.forget}>{t('backup:save.notThere')}</Button>
            <Button
              variant="primary"
              busy={note.busy}
              icon={<FileCheck aria-hidden className="size-4" />}
              onClick={() => void confirm(handed)}
            >
              {t('backup:save.there')}
            </Button>
          </div>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          <ul className="flex list-disc flex-col gap-1.5 pl-5 text-muted">
            <li>{t('backup:save.whole')}</li>
            <li>{t('backup:save.ownPassphrase')}</li>
          </ul>
          {desktop ? <NativePromptNotice what="newBackup" /> : <PassphraseFields change={false} form={form} />}
          <Failure error={save.error} safe={t('backup:save.safe')} />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('backup:cancel')}</Button>
            <Button type="submit" variant="primary" busy={save.busy} icon={<Save aria-hidden className="size-4" />}>
              {t('backup:save.submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function fileName(coin: string, time: number): string {
  const day = new Date(time * 1000).toISOString().slice(0, 10)
  return `${coin.replaceAll(/[^0-9A-Za-z]/g, '')}-wallet-${day}.chainwright-backup`
}
