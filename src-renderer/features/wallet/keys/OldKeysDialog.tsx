import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AddKeyForm } from './AddKeyForm.tsx'
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
        <AddKeyForm
          call={add}
          label={register('label')}
          rescan={values.rescan}
          action={t('wallet:oldKeys.start')}
          onSubmit={submit}
          onRescan={(rescan) => set('rescan', rescan)}
          onClose={onClose}
        >
          <NativePromptNotice what="oldKeys" />
        </AddKeyForm>
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
