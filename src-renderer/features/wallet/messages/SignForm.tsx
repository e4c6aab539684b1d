import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { required, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { Field, Select, Textarea } from '../../../ui/Field.tsx'
import { middleTruncated } from '../../../ui/Hash.tsx'
import { intoView } from '../../../ui/intoView.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** Maximum length of a message that the app's own window shows completely. The node accepts more. */
const MAX_MESSAGE_LENGTH = 4_000
/** Maximum number of addresses to choose from, the newest first. */
const MAX_ADDRESSES = 200

/** Form to sign a text with the key of one of the wallet's addresses. */
export function SignForm() {
  const { client } = useNode()
  const { data } = useRpc('listreceiveaddresses', {})
  const own = (data ?? [])
    .filter((entry) => entry.tokenkey || !entry.change)
    .toSorted((a, b) => Number(b.tokenkey) - Number(a.tokenkey) || b.created - a.created)
    .slice(0, MAX_ADDRESSES)
  const form = useForm({ defaultValues: { address: '', message: '' } })
  const [signed, setSigned] = useState<{ readonly text: string; readonly signature: string }>()
  const address = form.values.address || (own[0]?.address ?? '')
  const submit = form.onSubmit(async ({ message }) => {
    setSigned(undefined)
    const sign = () => client.call('signmessage', { 't-addr': address, message })
    const signature = await withUnlock(sign, 'message')
    setSigned({ text: message, signature })
  }, 'message')
  // A signature is not valid for a text that was changed afterwards.
  const current = signed?.text === form.values.message ? signed : undefined
  return (
    <form
      noValidate
      aria-label={t('people:messages.sign')}
      onSubmit={submit}
      className="group/source flex min-w-0 flex-col gap-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold text-14">{t('people:messages.sign')}</h2>
        <CallSource calls={[shownCall('signmessage', { 't-addr': 'R…', message: '…' })]} />
      </div>
      <Field label={t('people:messages.signer')} hint={t('people:messages.signerHint')}>
        <Select value={address} onChange={({ target }) => form.set('address', target.value)}>
          {own.map((entry) => (
            <option key={entry.address} value={entry.address}>
              {formatAddressOption(entry)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('people:messages.message')} error={form.problem('message')}>
        <Textarea
          {...form.register('message', { validate: required(t('people:messages.missing')) })}
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={form.busy}
        disabled={address === ''}
        className="self-start"
        icon={<PenLine aria-hidden className="size-4" />}
      >
        {t('people:messages.signNow')}
      </Button>
      <div role="status">
        {current ? (
          // In a small window it would be below the visible part.
          <div ref={intoView} className="flex flex-col gap-2">
            <p className="text-muted">{t('people:messages.give')}</p>
            <CodeBlock text={address} label={t('people:messages.address')} wrap />
            <CodeBlock text={current.signature} label={t('people:messages.signature')} wrap />
          </div>
        ) : null}
      </div>
    </form>
  )
}

function formatAddressOption({
  address,
  label,
  tokenkey,
}: {
  address: string
  label: string
  tokenkey: boolean
}): string {
  const name = label === '' ? (tokenkey ? t('people:messages.tokenKey') : '') : visibleString(label, 60)
  return name === '' ? address : `${name} · ${middleTruncated(address)}`
}
