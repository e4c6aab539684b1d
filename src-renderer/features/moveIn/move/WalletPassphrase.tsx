import { describeError, isDeclined } from '../../../components/describeError.ts'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { notEmpty, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import type { MoveState } from '../texts.ts'

/** Continues a move that waits for the passphrase of the old wallet. */
export function WalletPassphrase({ move: { folder, choices } }: { readonly move: MoveState }) {
  const { client, desktop } = useNode()
  const form = useForm({ defaultValues: { passphrase: '' } })
  const submit = form.onSubmit(async ({ passphrase }) => {
    await client
      .call('moveinnode', { folder, choices, passphrase: desktop ? '' : passphrase })
      .catch((error: unknown) => {
        if (!isDeclined(error)) form.refuse(desktop ? 'root' : 'passphrase', describeError(error).title)
      })
  })
  const refusal = form.problem('root')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p role="status">{t('moveIn:move.waiting')}</p>
      {desktop ? (
        <NativePromptNotice what="oldWallet" />
      ) : (
        <Field
          label={t('moveIn:take.passphrase')}
          hint={t('moveIn:take.passphraseHint')}
          error={form.problem('passphrase')}
        >
          <Input
            {...form.register('passphrase', { validate: notEmpty(t('moveIn:take.passphraseMissing')) })}
            type="password"
          />
        </Field>
      )}
      {refusal === undefined ? null : <ErrorState compact title={refusal} safe={t('moveIn:move.stoppedSafe')} />}
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('moveIn:move.enter')}
        </Button>
      </div>
    </form>
  )
}
