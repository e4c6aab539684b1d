import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { required, useForm } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { AddKeyForm } from './AddKeyForm.tsx'
import { Failure } from './Failure.tsx'
import { SecretText } from './SecretText.tsx'
import { useLongCall } from './useLongCall.ts'

/** Dialog to import one private key in WIF. */
export function ImportKeyDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const { register, values, set, problem, onSubmit } = useForm({ defaultValues: { key: '', label: '', rescan: true } })
  const add = useLongCall<string>()
  const submit = onSubmit(({ key, label, rescan }) => {
    const input = { komodoprivkey: key.trim(), label, rescan }
    void add.run((options) => withUnlock(() => client.call('importprivkey', input, options), 'importKey'))
  })
  return (
    <Dialog open onOpenChange={onClose} title={t('wallet:key.add')} description={t('wallet:key.addHint')}>
      {add.result === undefined ? (
        <AddKeyForm
          call={add}
          label={register('label')}
          rescan={values.rescan}
          action={t('wallet:key.addAction')}
          onSubmit={submit}
          onRescan={(rescan) => set('rescan', rescan)}
          onClose={onClose}
        >
          {desktop ? (
            <NativePromptNotice what="key" />
          ) : (
            <Field label={t('wallet:key.private')} error={problem('key')} hint={t('wallet:key.format')}>
              <Input {...register('key', { validate: required(t('wallet:key.required')) })} mono type="password" />
            </Field>
          )}
        </AddKeyForm>
      ) : (
        <div className="flex flex-col gap-4 pt-1">
          <p role="status">
            <Trans
              i18nKey="wallet:key.added"
              components={{
                address: (
                  <ChainLink
                    to={{ kind: 'address', id: add.result }}
                    label={t('wallet:addressName')}
                    head={12}
                    tail={12}
                    copy
                    unnamed
                    className="align-baseline"
                  />
                ),
              }}
            />
          </p>
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t('wallet:done')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Dialog to show the private key of one address. */
export function ShowKeyDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const list = useRpc('listreceiveaddresses', {})
  const { register, problem, onSubmit } = useForm({ defaultValues: { address: '' } })
  const show = useLongCall<string>()
  const submit = onSubmit(({ address }) => {
    const input = { 't-addr': address.trim() }
    void show.run((options) => withUnlock(() => client.call('dumpprivkey', input, options), 'showKey'))
  })
  return (
    <Dialog open onOpenChange={onClose} title={t('wallet:key.show')} description={t('wallet:key.showHint')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field label={t('wallet:address')} error={problem('address')}>
          <Input
            {...register('address', { validate: required(t('wallet:problem.address')), onChange: show.forget })}
            mono
            list="own-addresses"
          />
        </Field>
        <datalist id="own-addresses">
          {(list.data ?? []).slice(0, OFFERED).map((entry) => (
            <option key={entry.address} value={entry.address} label={visibleString(entry.label, 60)} />
          ))}
        </datalist>
        {desktop && show.result === undefined ? <NativePromptNotice what="showKey" /> : null}
        {show.result === undefined ? null : desktop ? (
          <p role="status" className="text-muted">
            {t('wallet:key.shownOutside')}
          </p>
        ) : (
          <>
            <SecretText>
              <output
                aria-label={t('wallet:key.shown')}
                className="block break-all rounded-md border bg-sunken px-3 py-2 font-mono text-13"
              >
                {show.result}
              </output>
            </SecretText>
            <div className="flex items-center gap-3">
              <CopyButton text={show.result} label={t('wallet:key.copy')}>
                {t('wallet:copy')}
              </CopyButton>
              <p className="text-12 text-warn">{t('wallet:key.clipboard')}</p>
            </div>
          </>
        )}
        <Failure error={show.error} safe={t('wallet:key.notShown')} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui:close')}</Button>
          <Button type="submit" variant="primary" busy={show.busy}>
            {t('wallet:key.showAction')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Maximum number of suggestions. */
const OFFERED = 200
