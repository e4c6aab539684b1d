import { FileCheck, FileUp, Save } from 'lucide-react'
import { useState } from 'react'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useCoinName } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { saveText } from '../../../ui/saveText.ts'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { type BackupFile, countKeys, MAX_BACKUP_BYTES } from './backupFile.ts'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { useLongCall } from './useLongCall.ts'

export interface BackupDialogProps {
  onClose(): void
}

/** A file given to the browser, which does not report whether it was saved. */
interface HandedOver {
  readonly name: string
  readonly keys: number
  /** time of creation in unix seconds */
  readonly time: number
}

/** Writes every key of the wallet into a file. It counts as a backup once the user confirms having it. */
export function SaveBackupDialog({ onClose }: BackupDialogProps) {
  const coin = useCoinName()
  const { client, desktop } = useNode()
  const save = useLongCall<HandedOver>()
  const note = useLongCall<void>()
  const file = desktop ? undefined : save.result
  const hand = () =>
    save.run(async (options) => {
      const { text, time } = await withUnlock(() => client.call('exportwallet', {}, options), 'backup')
      if (desktop) {
        // The app itself has written the chosen file.
        toast({ tone: 'ok', title: t('wallet:backup.done') })
        onClose()
      }
      const day = new Date(time * 1000).toISOString().slice(0, 10)
      const name = `${coin.replaceAll(/[^0-9A-Za-z]/g, '')}-wallet-${day}.txt`
      if (!desktop) saveText(name, text)
      return { name, time, keys: countKeys(text) }
    })
  const confirm = ({ time, keys }: HandedOver) =>
    note.run(async (options) => {
      await client.call('notebackup', { time: BigInt(time) }, options)
      toast({ tone: 'ok', title: t('wallet:backup.done'), detail: t('wallet:backup.doneKeys', { count: keys }) })
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('wallet:backup.save')}
      description={t('wallet:backup.saveHint')}
      footer={
        <>
          <Button onClick={file ? save.forget : onClose}>{t(file ? 'wallet:backup.missing' : 'wallet:cancel')}</Button>
          {file ? (
            <Button
              variant="primary"
              busy={note.busy}
              icon={<FileCheck aria-hidden className="size-4" />}
              onClick={() => void confirm(file)}
            >
              {t('wallet:backup.present')}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={save.busy}
              icon={<Save aria-hidden className="size-4" />}
              onClick={() => void hand()}
            >
              {t('wallet:backup.write')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 pt-1">
        {file ? <HandedOverNote file={file} /> : <BeforeSaving />}
        <Failure error={save.error} safe={t('wallet:backup.notWritten')} />
        <Failure error={note.error} safe={t('wallet:backup.notNoted')} />
      </div>
    </Dialog>
  )
}

function BeforeSaving() {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      <li>{t('wallet:backup.unencrypted')}</li>
      <li>{t('wallet:backup.laterKeys')}</li>
      <li>{t('wallet:backup.noHistory')}</li>
    </ul>
  )
}

function HandedOverNote({ file }: { readonly file: HandedOver }) {
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p>
        <Trans
          i18nKey="wallet:backup.lookFor"
          count={file.keys}
          components={{ file: <span className="font-medium">{file.name}</span> }}
        />
      </p>
      <p className="text-muted">{t('wallet:backup.drillProves')}</p>
    </div>
  )
}

/** Imports the keys of a backup file. */
export function TakeBackupDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const [file, setFile] = useState<BackupFile>()
  const take = useLongCall<number>()
  const startImport = () =>
    (desktop || file !== undefined) &&
    take.run(async (options) => {
      const { added } = await withUnlock(
        () => client.call('importwallettext', { text: file?.text ?? '' }, options),
        'importKey',
      )
      toast({
        tone: added > 0 ? 'ok' : 'neutral',
        title: added > 0 ? t('wallet:backup.imported', { count: added }) : t('wallet:backup.hadAll'),
      })
      onClose()
      return added
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('wallet:backup.import')}
      description={t('wallet:backup.importHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('wallet:cancel')}</Button>
          <Button
            variant="primary"
            busy={take.busy}
            disabled={!desktop && !file?.keys}
            onClick={() => void startImport()}
          >
            {t('wallet:backup.importAction')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pt-1">
        {desktop ? <NativePromptNotice what="file" /> : <BackupFileField file={file} onFile={setFile} />}
        {take.busy ? (
          <LongCallProgress label={t('wallet:backup.importing')} progress={take.progress} onCancel={take.cancel} />
        ) : null}
        <Failure error={take.error} safe={t('wallet:backup.importSafe')} />
      </div>
    </Dialog>
  )
}

export interface BackupFileFieldProps {
  readonly file: BackupFile | undefined
  onFile(file: BackupFile | undefined): void
}

/** Button to choose a backup file, with the number of keys found in it. */
export function BackupFileField({ file, onFile }: BackupFileFieldProps) {
  const [problem, setProblem] = useState<string>()
  const read = async (given: File) => {
    const text = given.size > MAX_BACKUP_BYTES ? '' : await given.text()
    const keys = countKeys(text)
    setProblem(keys === 0 ? t('wallet:backup.noKeys') : undefined)
    onFile(keys === 0 ? undefined : { name: given.name, size: given.size, text, keys })
  }
  return (
    <div className="flex items-center gap-3 rounded-md border border-dashed p-3">
      <FileButton
        field={t('wallet:backup.choose')}
        accept=".txt,.dump,text/plain"
        icon={<FileUp aria-hidden className="size-4" />}
        onFile={(given) => void read(given)}
      >
        {t('wallet:backup.choose')}
      </FileButton>
      <p role="status" className={problem ? 'text-bad' : 'min-w-0 truncate text-muted'}>
        {problem ??
          (file
            ? `${visibleString(file.name, 60)}: ${t('wallet:keyCount', { count: file.keys })}, ${formatBytes(file.size)}`
            : t('wallet:backup.notChosen'))}
      </p>
    </div>
  )
}
