import { FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Select, Textarea } from '../../../ui/Field.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { banSpans } from '../banTimes.ts'
import { useBans } from '../useBans.ts'
import { type ImportedText, readBans } from './banText.ts'

/** Larger files are not ban lists. */
const MAX_FILE_BYTES = 8 * 1024 * 1024

/** Imports bans from a file or pasted text, with a preview. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const now = useNow()
  const { ban } = useBans()
  const [text, setText] = useState('')
  const [span, setSpan] = useState('week')
  const [busy, setBusy] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  // Parse only once a minute: expiry in the preview need not be more exact.
  const minute = Math.floor(now / 60) * 60
  const found = useMemo(() => readBans(text, minute), [text, minute])
  const count = found.bans.length
  const startImport = async () => {
    setBusy(true)
    const seconds = banSpans.find(({ id }) => id === span)?.seconds ?? 0
    await ban(
      found.bans.map(({ subnet, until, note }) => ({
        subnet,
        note,
        time: until === undefined ? { seconds } : { until },
      })),
      t('network:import.done', { count }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('network:import.title')}
      description={t('network:import.description')}
      footer={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={() => void startImport()}>
            {count === 0 ? t('network:import.go') : t('network:import.goCount', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('network:import.field')} hint={tooLarge ? t('network:import.tooLarge') : summary(found)}>
          <Textarea
            mono
            rows={8}
            value={text}
            placeholder={`203.0.113.9\t2027-01-31T12:00:00Z\t${t('network:import.placeholderNote')}\n2a01:4f8::/32`}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <div className="flex items-end justify-between gap-3">
          <Field label={t('network:import.default')} className="w-56">
            <Select value={span} onChange={({ target }) => setSpan(target.value)}>
              {banSpans.map(({ id }) => (
                <option key={id} value={id}>
                  {t(`network:span.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
          <FileButton
            field={t('network:import.file')}
            accept=".txt,.csv,.json,text/plain,text/csv,application/json"
            icon={<FileUp aria-hidden className="size-4" />}
            onFile={(given) => {
              setTooLarge(given.size > MAX_FILE_BYTES)
              if (given.size <= MAX_FILE_BYTES) void given.text().then(setText)
            }}
          >
            {t('network:import.choose')}
          </FileButton>
        </div>
      </div>
    </Dialog>
  )
}

/** Maximum number of lines that are named. */
const SHOWN_PROBLEMS = 3

function summary({ bans, problems, expired }: ImportedText): string {
  if (bans.length + problems.length + expired === 0) return t('network:import.nothing')
  const lines = problems.slice(0, SHOWN_PROBLEMS).join(', ')
  const more = problems.length - SHOWN_PROBLEMS
  const parts = [t('network:import.read', { count: bans.length })]
  if (more > 0) parts.push(t('network:import.problemMore', { lines, more }))
  else if (problems.length > 0) parts.push(t('network:import.problem', { lines }))
  if (expired > 0) parts.push(t('network:import.expired', { count: expired }))
  return parts.join('; ')
}
