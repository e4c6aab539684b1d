import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Progress } from '#shared/events.ts'
import { strengthOf } from '#shared/strength.ts'
import { useNode } from '../../../node/context.tsx'
import { AskedOutside } from '../../../parts/AskedOutside.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { wrongPassphrase } from '../../../parts/unlock/UnlockDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Failure } from './Failure.tsx'
import { SealProgressPanel } from './SealProgressPanel.tsx'

export interface PassphraseDialogProps {
  /** the wallet has a passphrase already, and gets another */
  readonly change: boolean
  onClose(): void
}

/** Sets the passphrase for the first time, or another one. */
export function PassphraseDialog({ change, onClose }: PassphraseDialogProps) {
  const { client, desktop } = useNode()
  const [old, setOld] = useState('')
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const closed = useClosed()
  const [failure, setFailure] = useState<unknown>()
  const [refused, setRefused] = useState<{ readonly old?: string; readonly other?: string }>({})
  const problems = {
    old: tried && !desktop && change && old === '' ? 'The passphrase it has now.' : refused.old,
    first: tried && !desktop && first === '' ? 'It must not be empty.' : undefined,
    second: tried && first !== '' && first !== second ? 'The two are not the same.' : refused.other,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setRefused({})
    setFailure(undefined)
    if (!desktop && (first === '' || first !== second || (change && old === ''))) return
    setBusy(true)
    try {
      if (change) await client.call('walletpassphrasechange', { oldpassphrase: old, newpassphrase: first })
      else await client.call('protectwallet', { passphrase: first }, { onProgress: setProgress })
      toast({ tone: 'ok', title: change ? 'The passphrase is changed' : 'The wallet is encrypted and locked' })
      onClose()
    } catch (error) {
      const wrong = wrongPassphrase(error)
      const { title } = describeError(error)
      // Whoever has closed it meanwhile believes that it goes on.
      if (closed.current) toast({ tone: 'bad', title: 'The passphrase was not set', detail: wrong ?? title })
      setRefused(wrong ? { old: wrong } : { other: title })
      setFailure(error)
      setBusy(false)
      setProgress(undefined)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={change ? 'Change the passphrase' : 'Encrypt the wallet'}
      description={
        change
          ? 'Copies of the wallet file that were made before open with the old one.'
          : 'From then on it is asked for whenever something is sent. If you forget it, only your recovery phrase or a backup helps. Backups that were made before are not encrypted.'
      }
    >
      {busy && !change ? (
        <SealProgressPanel progress={progress} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 pt-1">
          {desktop ? (
            <>
              <AskedOutside
                what={change ? 'You type the old passphrase and the new one' : 'You type the new passphrase'}
              />
              <Failure error={failure} safe="The wallet is as it was." title={problems.old} />
            </>
          ) : (
            <PassphraseFields
              {...{ change, old, first, second, problems }}
              onOld={setOld}
              onFirst={setFirst}
              onSecond={setSecond}
            />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={busy}>
              {change ? 'Change the passphrase' : 'Encrypt the wallet'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface PassphraseFieldsProps {
  readonly change: boolean
  readonly old: string
  readonly first: string
  readonly second: string
  readonly problems: {
    readonly old: string | undefined
    readonly first: string | undefined
    readonly second: string | undefined
  }
  onOld(text: string): void
  onFirst(text: string): void
  onSecond(text: string): void
}

/** In a browser, where there is no other place to type it. */
function PassphraseFields(props: PassphraseFieldsProps) {
  const { change, old, first, second, problems, onOld, onFirst, onSecond } = props
  return (
    <>
      {change ? (
        <Field label="Passphrase now" error={problems.old}>
          <Input type="password" value={old} onChange={({ target }) => onOld(target.value)} />
        </Field>
      ) : null}
      <Field label="New passphrase" error={problems.first} hint={<StrengthHint passphrase={first} />}>
        <Input type="password" value={first} onChange={({ target }) => onFirst(target.value)} />
      </Field>
      <Field label="The same again" error={problems.second}>
        <Input type="password" value={second} onChange={({ target }) => onSecond(target.value)} />
      </Field>
    </>
  )
}

/** Whether the dialog is gone: what it has begun goes on. */
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

/** Four bars and words. It is a guess, and says so. */
function StrengthHint({ passphrase }: { readonly passphrase: string }) {
  if (passphrase === '') return 'Several words that nobody would put together are easier to remember than signs.'
  const { level, word, advice } = strengthOf(passphrase)
  return (
    <span className="flex flex-col gap-1">
      <span aria-hidden className="mt-0.5 grid grid-cols-4 gap-1">
        {tones.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four bars
          <span key={index} className={cn('h-1 rounded-full', index <= level ? tones[level] : 'bg-hover')} />
        ))}
      </span>
      <span aria-live="polite">
        <span className="font-medium text-text">{word}</span>, as far as one can tell. {advice}
      </span>
    </span>
  )
}
