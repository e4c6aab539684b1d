import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { useOwnerLabel } from '../../../components/people/names.ts'
import { PeopleField } from '../../../components/people/PeopleField.tsx'
import { required, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field, Textarea } from '../../../ui/Field.tsx'
import { intoView } from '../../../ui/intoView.ts'

interface Checked {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Form to verify that the key of an address signed exactly this text. */
export function VerifyForm() {
  const { client } = useNode()
  const whoseIs = useOwnerLabel()
  const form = useForm<Checked>({ defaultValues: { address: '', message: '', signature: '' } })
  const [checked, setChecked] = useState<Checked & { readonly valid: boolean }>()
  const { values } = form
  form.register('address', { validate: required(t('people:messages.addressMissing')) })
  const submit = form.onSubmit(async (given) => {
    setChecked(undefined)
    const { message } = given
    const address = given.address.trim()
    const signature = given.signature.replace(/\s+/g, '')
    const valid = await client.call('verifymessage', { 't-addr': address, signature, message })
    setChecked({ ...given, valid })
  }, 'signature')
  const same = (name: keyof Checked) => checked?.[name] === values[name]
  const current = same('address') && same('message') && same('signature') ? checked : undefined
  return (
    <form
      noValidate
      aria-label={t('people:messages.verify')}
      onSubmit={submit}
      className="group/source flex min-w-0 flex-col gap-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold text-14">{t('people:messages.verify')}</h2>
        <CallSource calls={[shownCall('verifymessage', { 't-addr': 'R…', signature: 'H7…', message: '…' })]} />
      </div>
      <Field
        label={t('people:messages.address')}
        error={form.problem('address')}
        hint={whoseIs(values.address) ?? t('people:messages.whose')}
      >
        <PeopleField
          unpaid
          place="address"
          value={values.address}
          placeholder={t('people:messages.addressOf')}
          onChange={(text) => form.set('address', text)}
        />
      </Field>
      <Field label={t('people:messages.signedText')} error={form.problem('message')}>
        <Textarea {...form.register('message', { validate: required(t('people:messages.missing')) })} rows={4} />
      </Field>
      <Field label={t('people:messages.signature')} error={form.problem('signature')}>
        <Textarea
          {...form.register('signature', { validate: required(t('people:messages.signatureMissing')) })}
          rows={2}
          mono
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={form.busy}
        className="self-start"
        icon={<ShieldCheck aria-hidden className="size-4" />}
      >
        {t('people:messages.verifyNow')}
      </Button>
      <div role="status">{current ? <Verdict valid={current.valid} /> : null}</div>
    </form>
  )
}

function Verdict({ valid }: { readonly valid: boolean }) {
  const Icon = valid ? CircleCheck : CircleX
  return (
    <p
      ref={intoView}
      className={cn(
        'flex gap-2 rounded-md border p-3',
        valid ? 'border-ok/35 bg-ok-soft text-ok' : 'border-bad/35 bg-bad-soft text-bad',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {valid ? t('people:messages.valid') : t('people:messages.invalid')}
    </p>
  )
}
