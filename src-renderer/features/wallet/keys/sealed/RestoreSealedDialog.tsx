import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { NativePromptNotice } from '../../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../../components/unlock/unlock.ts'
import { useForm } from '../../../../components/useForm.ts'
import { t } from '../../../../i18n/texts.ts'
import { useNode } from '../../../../node/context.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Failure } from '../Failure.tsx'
import { LongCallProgress } from '../LongCallProgress.tsx'
import { useLongCall } from '../useLongCall.ts'
import { NO_SEALED, type SealedFile, SealedFileFields } from './SealedFileFields.tsx'

type Restored = MethodResult<'restorebackup'>

/** Returns the problem for the passphrase field if the file could not be opened. */
export const wrongBackup = (error: unknown): string | undefined =>
  error instanceof RpcError && error.code === RPC_ERROR.INVALID_PARAMETER ? t('backup:file.closed') : undefined

/** Dialog to restore an encrypted backup into this wallet. */
export function RestoreSealedDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const [file, setFile] = useState<SealedFile>(NO_SEALED)
  const restore = useLongCall<Restored>()
  const form = useForm({ defaultValues: {} })
  const submit = form.onSubmit(async () => {
    if (!desktop && (file.text === '' || file.passphrase === '')) return
    await restore.run((options) =>
      withUnlock(
        () => client.call('restorebackup', { text: file.text, passphrase: file.passphrase }, options),
        'importKey',
      ),
    )
  })
  const refused = wrongBackup(restore.error)
  return (
    <Dialog open onOpenChange={onClose} title={t('backup:restore.title')} description={t('backup:restore.description')}>
      {restore.result ? (
        <RestoredNote result={restore.result} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          {desktop ? (
            <NativePromptNotice what="oldBackup" />
          ) : (
            <SealedFileFields
              file={file}
              tried={form.tried}
              refused={refused}
              onFile={(next) => {
                restore.forget()
                setFile(next)
              }}
            />
          )}
          {restore.busy ? (
            <LongCallProgress
              label={t('backup:restore.progress')}
              progress={restore.progress}
              onCancel={restore.cancel}
            />
          ) : null}
          {restore.stopped ? (
            <p role="status" className="text-12 text-muted">
              {t('backup:restore.stopped')}
            </p>
          ) : null}
          <Failure
            error={!desktop && refused ? undefined : restore.error}
            safe={t('backup:restore.safe')}
            title={refused}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('backup:cancel')}</Button>
            <Button type="submit" variant="primary" busy={restore.busy}>
              {t('backup:restore.submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function RestoredNote({ result, onClose }: { readonly result: Restored; onClose(): void }) {
  const { added, phrase, identity } = result
  return (
    <div className="flex flex-col gap-3 pt-1">
      <div role="status" className="flex items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        <div className="flex flex-col gap-1">
          <p className="font-medium">
            {added > 0 ? t('backup:restore.added', { count: added }) : t('backup:restore.nothingNew')}
          </p>
          {phrase === 'restored' ? <p>{t('backup:restore.phrase')}</p> : null}
          {phrase === 'other' ? <p>{t('backup:restore.otherPhrase')}</p> : null}
          {identity ? <p>{t('backup:restore.tokenKey')}</p> : null}
        </div>
      </div>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('backup:restore.close')}
        </Button>
      </div>
    </div>
  )
}
