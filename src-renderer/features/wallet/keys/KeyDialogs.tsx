import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { AskedOutside } from '../../../parts/AskedOutside.tsx'
import { withUnlock } from '../../../parts/unlock/unlock.ts'
import { required, useForm } from '../../../parts/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Hash } from '../../../ui/Hash.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { Concealed } from './Concealed.tsx'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { useLongCall } from './useLongCall.ts'

/** Imports one private key in WIF. */
export function ImportKeyDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const { register, values, set, problem, onSubmit } = useForm({ defaultValues: { key: '', label: '', rescan: true } })
  const add = useLongCall<string>()
  const submit = onSubmit(({ key, label, rescan }) => {
    const input = { komodoprivkey: key.trim(), label, rescan }
    void add.run((options) => withUnlock(() => client.call('importprivkey', input, options), 'importKey'))
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a private key"
      description="No recovery phrase restores it: save a backup afterwards."
    >
      {add.result === undefined ? (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          {desktop ? (
            <AskedOutside what="key" />
          ) : (
            <Field label="Private key" error={problem('key')} hint="Begins with U, K or L (WIF).">
              <Input {...register('key', { validate: required('Enter the key.') })} mono type="password" />
            </Field>
          )}
          <Field label="Label" optional>
            <Input {...register('label')} />
          </Field>
          <Switch
            label="Look for its payments"
            hint="Scans the whole chain, which may take a while."
            checked={values.rescan}
            onChange={(rescan) => set('rescan', rescan)}
          />
          {add.busy ? (
            <LongCallProgress label="Looking for its payments" progress={add.progress} onCancel={add.cancel} />
          ) : null}
          <Failure error={add.error} safe="No key was added." />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={add.busy}>
              Add the key
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-col gap-4 pt-1">
          <p role="status">
            The wallet has the key of{' '}
            <Hash value={add.result} label="address" head={12} tail={12} className="align-baseline" />.
          </p>
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Shows the private key of one address. */
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
    <Dialog
      open
      onOpenChange={onClose}
      title="Show a private key"
      description="Anyone who sees it can spend the coins of that address, now and later."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field label="Address" error={problem('address')}>
          <Input
            {...register('address', { validate: required('Which address?'), onChange: show.forget })}
            mono
            list="own-addresses"
          />
        </Field>
        <datalist id="own-addresses">
          {(list.data ?? []).slice(0, OFFERED).map((entry) => (
            <option key={entry.address} value={entry.address} label={visibleString(entry.label, 60)} />
          ))}
        </datalist>
        {desktop && show.result === undefined ? <AskedOutside what="showKey" /> : null}
        {show.result === undefined ? null : desktop ? (
          <p role="status" className="text-muted">
            The app has shown it in a separate window.
          </p>
        ) : (
          <>
            <Concealed>
              <output
                aria-label="The private key"
                className="block break-all rounded-md border bg-sunken px-3 py-2 font-mono text-13"
              >
                {show.result}
              </output>
            </Concealed>
            <div className="flex items-center gap-3">
              <CopyButton text={show.result} label="Copy the private key">
                Copy
              </CopyButton>
              <p className="text-12 text-warn">Every program can read the clipboard. Copy something else afterwards.</p>
            </div>
          </>
        )}
        <Failure error={show.error} safe="Nothing was shown." />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" busy={show.busy}>
            Show the key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Suggestions offered. */
const OFFERED = 200
