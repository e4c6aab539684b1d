import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#shared/events.ts'
import { estimateStrength } from '#shared/strength.ts'
import { describeError } from '../../../components/describeError.ts'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { wrongPassphrase } from '../../../components/unlock/UnlockDialog.tsx'
import { type Form, notEmpty, useForm } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Failure } from './Failure.tsx'
import { SealProgressPanel } from './SealProgressPanel.tsx'

export interface PassphraseDialogProps {
  /** True to change the existing passphrase. */
  readonly change: boolean
  onClose(): void
}

export function PassphraseDialog({ change, onClose }: PassphraseDialogProps) {
  const { client, desktop } = useNode()
  const form = useForm({ defaultValues: { old: '', first: '', second: '' } })
  const { busy } = form
  const [progress, setProgress] = useState<Progress>()
  const closed = useClosed()
  const [failure, setFailure] = useState<unknown>()
  const submit = form.onSubmit(async ({ old, first }) => {
    setFailure(undefined)
    try {
      if (change) await client.call('walletpassphrasechange', { oldpassphrase: old, newpassphrase: first })
      else await client.call('protectwallet', { passphrase: first }, { onProgress: setProgress })
      toast({ tone: 'ok', title: t(change ? 'wallet:passphrase.changed' : 'wallet:passphrase.encrypted') })
      onClose()
    } catch (error) {
      const wrong = wrongPassphrase(error)
      const { title } = describeError(error)
      // A user who closed the dialog expects the work to continue, so a failure needs a notification.
      if (closed.current) toast({ tone: 'bad', title: t('wallet:passphrase.notSet'), detail: wrong ?? title })
      if (!desktop) form.refuse(wrong ? 'old' : 'second', wrong ?? title)
      setFailure(error)
      setProgress(undefined)
    }
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(change ? 'wallet:passphrase.change' : 'wallet:encrypt')}
      description={t(change ? 'wallet:passphrase.changeHint' : 'wallet:passphrase.encryptHint')}
    >
      {busy && !change ? (
        <SealProgressPanel progress={progress} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          {desktop ? (
            <>
              <NativePromptNotice what={change ? 'bothPassphrases' : 'newPassphrase'} />
              <Failure error={failure} safe={t('wallet:unchanged')} title={wrongPassphrase(failure)} />
            </>
          ) : (
            <PassphraseFields change={change} form={form} />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('wallet:cancel')}</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {t(change ? 'wallet:passphrase.change' : 'wallet:encrypt')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface PassphraseFieldsProps {
  readonly change: boolean
  readonly form: Form<{ old: string; first: string; second: string }>
}

const sameAsFirst = (second: string, { first }: { readonly first: string }) =>
  first !== '' && first !== second ? t('wallet:passphrase.mismatch') : undefined

/** Fields of the browser mode. The desktop app asks in its own window. */
export function PassphraseFields({ change, form: { register, values, problem } }: PassphraseFieldsProps) {
  return (
    <>
      {change ? (
        <Field label={t('wallet:passphrase.current')} error={problem('old')}>
          <Input {...register('old', { validate: notEmpty(t('wallet:passphrase.currentRequired')) })} type="password" />
        </Field>
      ) : null}
      <Field
        label={t('wallet:passphrase.new')}
        error={problem('first')}
        hint={<StrengthHint passphrase={values.first} />}
      >
        <Input
          {...register('first', { validate: notEmpty(t('wallet:passphrase.newRequired')), deps: 'second' })}
          type="password"
        />
      </Field>
      <Field label={t('wallet:passphrase.repeat')} error={problem('second')}>
        <Input {...register('second', { validate: sameAsFirst })} type="password" />
      </Field>
    </>
  )
}

/** Returns a ref that is true once the dialog was closed. The call that it started continues. */
function useClosed() {
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  return closed
}

const tones = ['bg-bad-solid', 'bg-warn', 'bg-ok', 'bg-ok'] as const

/** Shows the estimated strength of a passphrase. */
function StrengthHint({ passphrase }: { readonly passphrase: string }) {
  if (passphrase === '') return t('wallet:passphrase.strengthEmpty')
  const level = estimateStrength(passphrase)
  return (
    <span className="flex flex-col gap-1">
      <span aria-hidden className="mt-0.5 grid grid-cols-4 gap-1">
        {tones.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four bars
          <span key={index} className={cn('h-1 rounded-full', index <= level ? tones[level] : 'bg-hover')} />
        ))}
      </span>
      <span aria-live="polite">
        <Trans
          i18nKey="wallet:passphrase.estimate"
          values={{ advice: t(`wallet:passphrase.advice.${level}`) }}
          components={{
            strength: <span className="font-medium text-text">{t(`wallet:passphrase.strength.${level}`)}</span>,
          }}
        />
      </span>
    </span>
  )
}
