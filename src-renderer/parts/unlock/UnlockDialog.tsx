import { LockOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { AskedOutside } from '../AskedOutside.tsx'
import { describeError, isDeclined } from '../describeError.ts'
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
  const [passphrase, setPassphrase] = useState('')
  const [seconds, setSeconds] = useState<number>(300)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A form inside a portal is still inside the React tree of whatever asked.
    event.stopPropagation()
    if (passphrase === '' && !desktop) return setProblem('The passphrase, please.')
    setBusy(true)
    try {
      await client.call('unlockwallet', { passphrase, seconds })
      onAnswer(true)
    } catch (error) {
      if (isDeclined(error)) return onAnswer(false)
      setBusy(false)
      setPassphrase('')
      setProblem(wrongPassphrase(error) ?? describeError(error).title)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title="Unlock the wallet"
      description={`The passphrase is needed to ${purpose}.`}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 pt-1">
        {desktop ? (
          <>
            <AskedOutside what="You type the passphrase" />
            {problem ? (
              <p role="alert" className="text-bad">
                {problem}
              </p>
            ) : null}
          </>
        ) : (
          <Field label="Passphrase" error={problem}>
            <Input type="password" value={passphrase} onChange={({ target }) => setPassphrase(target.value)} />
          </Field>
        )}
        <Field label="Keep it unlocked" hint="It locks itself afterwards, and when the program ends.">
          <Select value={seconds} onChange={({ target }) => setSeconds(Number(target.value))}>
            {spans.map((span) => (
              <option key={span.seconds} value={span.seconds}>
                {span.words}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} icon={<LockOpen aria-hidden className="size-4" />}>
            Unlock
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The words for a passphrase that does not fit; undefined for any other failure. */
export function wrongPassphrase(error: unknown): string | undefined {
  return error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT
    ? 'This is not the passphrase of the wallet.'
    : undefined
}
