import { LockOpen } from 'lucide-react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { describeError, isDeclined } from '../describeError.ts'
import { NativePromptNotice } from '../NativePromptNotice.tsx'
import { notEmpty, useForm } from '../useForm.ts'
import { type UnlockPurpose, useUnlock } from './unlock.ts'

/** Unlock durations in seconds. */
const SPANS = ['60', '300', '3600', '28800'] as const
/** Longer unlock durations for staking, in seconds: a wallet unlocked only for staking cannot spend. */
const STAKING_SPANS = ['28800', '86400', '604800', '2592000'] as const

/** Asks for the passphrase when an action needs the keys. The typed text exists only in this dialog. */
export function UnlockDialog() {
  const { purpose, finish } = useUnlock()
  return purpose === undefined ? null : <Question key={purpose} purpose={purpose} onAnswer={finish} />
}

interface QuestionProps {
  readonly purpose: UnlockPurpose
  onAnswer(unlocked: boolean): void
}

function Question({ purpose, onAnswer }: QuestionProps) {
  const { client, desktop } = useNode()
  const form = useForm({ defaultValues: { passphrase: '', seconds: purpose === 'stake' ? '86400' : '300' } })
  const { register, problem } = form
  const submit = form.onSubmit(async ({ passphrase, seconds }) => {
    try {
      const scope = purpose === 'stake' ? { scope: 'staking' } : {}
      await client.call('unlockwallet', { passphrase, seconds: Number(seconds), ...scope })
      onAnswer(true)
    } catch (error) {
      if (isDeclined(error)) return onAnswer(false)
      form.resetField('passphrase')
      form.refuse(desktop ? 'root' : 'passphrase', wrongPassphrase(error) ?? describeError(error).title)
    }
  })
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title={t('parts:unlock.title')}
      description={t(`parts:unlock.for.${purpose}`)}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        {desktop ? (
          <>
            <NativePromptNotice what="passphrase" />
            {problem('root') ? (
              <p role="alert" className="text-bad">
                {problem('root')}
              </p>
            ) : null}
          </>
        ) : (
          <Field label={t('parts:unlock.passphrase')} error={problem('passphrase')}>
            <Input {...register('passphrase', { validate: notEmpty(t('parts:unlock.missing')) })} type="password" />
          </Field>
        )}
        <Field label={t('parts:unlock.keep')} hint={t('parts:unlock.keepHint')}>
          <Select {...register('seconds')}>
            {(purpose === 'stake' ? STAKING_SPANS : SPANS).map((seconds) => (
              <option key={seconds} value={seconds}>
                {t(`parts:unlock.span.${seconds}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>{t('ui:cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy} icon={<LockOpen aria-hidden className="size-4" />}>
            {t('parts:unlock.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns the message for a wrong passphrase, or undefined for any other error. */
export function wrongPassphrase(error: unknown): string | undefined {
  return error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT
    ? t('parts:unlock.wrong')
    : undefined
}
