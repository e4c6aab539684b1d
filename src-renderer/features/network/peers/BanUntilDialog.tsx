import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatDuration, plural } from '../../../ui/format.ts'
import { localTimeText, readLocalTime } from '../banTimes.ts'

const MONTH = 30 * 24 * 3600

export interface BanUntilDialogProps {
  readonly addresses: readonly string[]
  onBan(until: number): void
  onClose(): void
}

/** Asks for the end of a ban. */
export function BanUntilDialog({ addresses, onBan, onClose }: BanUntilDialogProps) {
  const now = useNow()
  const [text, setText] = useState(() => localTimeText(now + MONTH))
  const [tried, setTried] = useState(false)
  const until = readLocalTime(text)
  const problem = until === undefined ? 'Give a date and a time.' : until <= now ? 'This lies in the past.' : undefined
  const what = addresses.length === 1 ? (addresses[0] ?? '') : plural(addresses.length, 'address', 'addresses')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (until !== undefined && !problem) onBan(until)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Ban ${what} until …`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="ban-until" variant="danger">
            Ban
          </Button>
        </>
      }
    >
      <form id="ban-until" onSubmit={submit}>
        <Field
          label="Until"
          error={tried ? problem : undefined}
          hint={until !== undefined && until > now ? `That is ${formatDuration(until - now)} from now.` : undefined}
        >
          <Input
            type="datetime-local"
            value={text}
            min={localTimeText(now)}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
