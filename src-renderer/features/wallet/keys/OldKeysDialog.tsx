import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { useLongCall } from './useLongCall.ts'

/**
 * Dialog to import keys of another wallet's phrase, passphrase or private key. The app's own window asks for the text,
 * shows its addresses and takes the choice; this page gets the chosen addresses only.
 */
export function OldKeysDialog({ onClose }: { onClose(): void }) {
  const { client } = useNode()
  const { register, values, set, onSubmit } = useForm({ defaultValues: { label: '', rescan: true } })
  const add = useLongCall<readonly string[]>()
  const submit = onSubmit(({ label, rescan }) => {
    const input = { text: '', label, rescan }
    void add.run(async (options) => {
      const { addresses } = await withUnlock(() => client.call('importpassphrase', input, options), 'importKey')
      return addresses
    })
  })
  return (
    <Dialog open onOpenChange={onClose} title={t('wallet:oldKeys.title')} description={t('wallet:oldKeys.hint')}>
      {add.result === undefined ? (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          <NativePromptNotice what="oldKeys" />
          <Field label={t('wallet:label')} optional>
            <Input {...register('label')} />
          </Field>
          <Switch
            label={t('wallet:key.scan')}
            hint={t('wallet:key.scanHint')}
            checked={values.rescan}
            onChange={(rescan) => set('rescan', rescan)}
          />
          {add.busy ? (
            <LongCallProgress label={t('wallet:key.scanning')} progress={add.progress} onCancel={add.cancel} />
          ) : null}
          <Failure error={add.error} safe={t('wallet:key.notAdded')} />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('wallet:cancel')}</Button>
            <Button type="submit" variant="primary" busy={add.busy}>
              {t('wallet:oldKeys.start')}
            </Button>
          </div>
        </form>
      ) : (
        <OldKeysAdded addresses={add.result} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface OldKeysAddedProps {
  readonly addresses: readonly string[]
  onClose(): void
}

function OldKeysAdded({ addresses, onClose }: OldKeysAddedProps) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <div role="status" className="flex flex-col gap-1.5">
        <p>{t('wallet:oldKeys.added', { count: addresses.length })}</p>
        <ul className="flex flex-col gap-1">
          {addresses.map((address) => (
            <li key={address}>
              <ChainLink
                to={{ kind: 'address', id: address }}
                label={t('wallet:addressName')}
                head={12}
                tail={12}
                copy
                unnamed
              />
            </li>
          ))}
        </ul>
        <p className="text-muted">{t('wallet:oldKeys.move')}</p>
      </div>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('wallet:done')}
        </Button>
      </div>
    </div>
  )
}
