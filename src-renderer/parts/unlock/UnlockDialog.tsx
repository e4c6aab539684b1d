import { LockOpen } from 'lucide-react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { AskedOutside } from '../AskedOutside.tsx'
import { describeError, isDeclined } from '../describeError.ts'
import { notEmpty, useForm } from '../useForm.ts'
import { useUnlock } from './unlock.ts'

const spans = [
  { seconds: 60, words: 'for a minute' },
  { seconds: 300, words: 'for 5 minutes' },
  { seconds: 3600, words: 'for an hour' },
  { seconds: 28_800, words: 'for 8 hours' },
] as const

/** Asks for the passphrase wherever something needs the keys. What is typed lives in this dialog only. */
export function UnlockDialog() {
  const { purpose, finish } = useUnlock()
  return purpose === undefined ? null : <Question key={purpose} purpose={purpose} onAnswer={finish} />
}

interface QuestionProps {
  readonly purpose: string
  onAnswer(unlocked: boolean): void
}

function Question({ purpose, onAnswer }: QuestionProps) {
  const { client, desktop } = useNode()
  const form = useForm({ defaultValues: { passphrase: '', seconds: '300' } })
  const { register, problem } = form
  const submit = form.onSubmit(async ({ passphrase, seconds }) => {
    try {
      await client.call('unlockwallet', { passphrase, seconds: Number(seconds) })
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
      title="Unlock the wallet"
      description={`The passphrase is needed to ${purpose}.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        {desktop ? (
          <>
            <AskedOutside what="You type the passphrase" />
            {problem('root') ? (
              <p role="alert" className="text-bad">
                {problem('root')}
              </p>
            ) : null}
          </>
        ) : (
          <Field label="Passphrase" error={problem('passphrase')}>
            <Input {...register('passphrase', { validate: notEmpty('Enter the passphrase.') })} type="password" />
          </Field>
        )}
        <Field label="Keep it unlocked" hint="It then locks itself, also when the program ends.">
          <Select {...register('seconds')}>
            {spans.map((span) => (
              <option key={span.seconds} value={span.seconds}>
                {span.words}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} icon={<LockOpen aria-hidden className="size-4" />}>
            Unlock
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Message for a wrong passphrase; undefined for any other failure. */
export function wrongPassphrase(error: unknown): string | undefined {
  return error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT
    ? 'This is not the passphrase of the wallet.'
    : undefined
}
