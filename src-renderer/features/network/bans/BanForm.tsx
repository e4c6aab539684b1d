import { Ban } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { RpcError } from '#shared/errors.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Field, Input, Select } from '../../../ui/Field.tsx'
import { plural } from '../../../ui/format.ts'
import { type BanTime, banSpans, localTimeText, readLocalTime } from '../banTimes.ts'
import { coversText, shortSubnet } from '../subnets.ts'
import { useBans } from '../useBans.ts'

const MONTH = 30 * 24 * 3600
const PREVIEW_MS = 200
const MOST_NOTE = 200

/** The value once it has stood still for a moment: what is typed never waits for what is asked. */
function useDebounced<T>(value: T, millis: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(value), millis)
    return () => window.clearTimeout(timer)
  }, [value, millis])
  return debounced
}

/** Bans an address or a range; says beforehand what that covers and whom it drops. */
export function BanForm({ initial }: { readonly initial: string }) {
  const now = useNow()
  const { ban } = useBans()
  const [text, setText] = useState(initial)
  const [span, setSpan] = useState('day')
  const [date, setDate] = useState(() => localTimeText(now + MONTH))
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const subnet = text.trim()
  const asked = useDebounced(subnet, PREVIEW_MS)
  const time = timeOf(span, date)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (subnet === '') return setProblem('Which address or range?')
    if (!time || ('until' in time && time.until <= now)) return setProblem('The end lies in the past.')
    setBusy(true)
    const fresh = await ban([{ subnet, time, note: note.trim() }])
    setBusy(false)
    if (fresh === 0) return
    // The next one may be written already while the node works.
    setText((now) => (now === text ? '' : now))
    setNote((now) => (now === note ? '' : now))
  }
  return (
    <Card
      title="Ban an address or a range"
      className="shrink-0"
      source={<CallSource calls={[shownCall('previewban', { 'ip(/netmask)': asked || '203.0.113.0/24' })]} />}
    >
      <form
        onSubmit={(event) => void submit(event)}
        className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-3"
      >
        <Field label="Address or range" error={problem}>
          <Input
            mono
            data-search-field
            value={text}
            placeholder="203.0.113.0/24"
            onChange={({ target }) => {
              setText(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <div className="flex flex-col gap-1">
          <Field label="For">
            <Select value={span} onChange={({ target }) => setSpan(target.value)}>
              {banSpans.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
              <option value="until">Until a date …</option>
            </Select>
          </Field>
          {span === 'until' ? (
            <Field label="Until" hideLabel>
              <Input
                type="datetime-local"
                value={date}
                min={localTimeText(now)}
                onChange={({ target }) => setDate(target.value)}
              />
            </Field>
          ) : null}
        </div>
        <Field label="Note" optional>
          <Input value={note} maxLength={MOST_NOTE} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          icon={<Ban aria-hidden className="size-4" />}
          className="mt-6"
        >
          Ban
        </Button>
      </form>
      <Preview subnet={asked} typing={asked !== subnet} />
    </Card>
  )
}

function timeOf(span: string, date: string): BanTime | undefined {
  if (span !== 'until') return { seconds: banSpans.find(({ id }) => id === span)?.seconds ?? 0 }
  const until = readLocalTime(date)
  return until === undefined ? undefined : { until }
}

function Preview({ subnet, typing }: { readonly subnet: string; readonly typing: boolean }) {
  const input = { 'ip(/netmask)': subnet }
  const preview = useRpc('previewban', input, { enabled: subnet !== '' })
  return (
    <p role="status" aria-label="What the ban does" className="mt-2 h-5 truncate text-muted">
      {previewText(subnet, typing, preview.error, preview.isPlaceholderData ? undefined : preview.data)}
    </p>
  )
}

interface PreviewResult {
  readonly subnet: string
  readonly covers: string
  readonly peers: readonly number[]
  readonly connections: number
  readonly banned: boolean
}

function previewText(subnet: string, typing: boolean, error: Error | null, result: PreviewResult | undefined): string {
  if (subnet === '') return 'Type one address, or a range like 203.0.113.0/24 or 2a01:4f8::/32, to see whom it drops.'
  if (typing) return '…'
  if (error instanceof RpcError) return 'That is no address or range yet.'
  if (error) return 'What it would do is shown as soon as the node answers.'
  if (!result) return '…'
  const shown = shortSubnet(result.subnet)
  const drops =
    result.peers.length === 0
      ? `drops none of your ${plural(result.connections, 'peer')}`
      : `drops ${result.peers.length} of your ${plural(result.connections, 'peer')}`
  const changed = shown === subnet ? '' : ` It is kept as ${shown}.`
  return `Covers ${coversText(result.covers)}; ${result.connections === 0 ? 'nobody is connected' : drops}.${result.banned ? ' It is banned already.' : changed}`
}
