import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Select, Textarea } from '../../../ui/Field.tsx'
import { plural } from '../../../ui/format.ts'
import { banSpans } from '../banTimes.ts'
import { useBans } from '../useBans.ts'
import { type ImportedText, readBans } from './banText.ts'

/** Larger files are no ban lists. */
const MOST_BYTES = 8 * 1024 * 1024

/** Imports bans from a file or pasted text, with a preview. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const now = useNow()
  const { ban } = useBans()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [span, setSpan] = useState('week')
  const [busy, setBusy] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  // Not parsed again each second: expiry in the preview need not be that exact.
  const minute = Math.floor(now / 60) * 60
  const found = useMemo(() => readBans(text, minute), [text, minute])
  const count = found.bans.length
  const go = async () => {
    setBusy(true)
    const seconds = banSpans.find(({ id }) => id === span)?.seconds ?? 0
    await ban(
      found.bans.map(({ subnet, until, note }) => ({
        subnet,
        note,
        time: until === undefined ? { seconds } : { until },
      })),
      `Imported ${plural(count, 'ban')}`,
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Import bans"
      description="One address or range per line, with an optional end and note. The output of listbanned works too."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={() => void go()}>
            {count === 0 ? 'Import' : `Import ${plural(count, 'ban')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Bans" hint={tooLarge ? 'This file is too large for a ban list.' : summary(found)}>
          <Textarea
            mono
            rows={8}
            value={text}
            placeholder={'203.0.113.9\t2027-01-31T12:00:00Z\tsends garbage\n2a01:4f8::/32'}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <div className="flex items-end justify-between gap-3">
          <Field label="If no end is given" className="w-44">
            <Select value={span} onChange={({ target }) => setSpan(target.value)}>
              {banSpans.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
          <input
            ref={file}
            type="file"
            accept=".txt,.csv,.json,text/plain,text/csv,application/json"
            aria-label="File with bans"
            tabIndex={-1}
            className="hidden"
            onChange={({ target }) => {
              const given = target.files?.[0]
              target.value = ''
              setTooLarge(given !== undefined && given.size > MOST_BYTES)
              if (given && given.size <= MOST_BYTES) void given.text().then(setText)
            }}
          />
          <Button icon={<FileUp aria-hidden className="size-4" />} onClick={() => file.current?.click()}>
            Choose a file
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function summary({ bans, problems, expired }: ImportedText): string {
  if (bans.length + problems.length + expired === 0) return 'Nothing to import yet.'
  const lines = problems.slice(0, 3).join(', ')
  return [
    `${plural(bans.length, 'ban')} understood`,
    problems.length > 0
      ? `no address in line ${lines}${problems.length > 3 ? ` and ${problems.length - 3} more` : ''}`
      : '',
    expired > 0 ? `${plural(expired, 'entry', 'entries')} already over` : '',
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}
