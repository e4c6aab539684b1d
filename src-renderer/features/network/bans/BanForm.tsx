import { Ban } from 'lucide-react'
import { useEffect, useState } from 'react'
import { RpcError } from '#shared/errors.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { required, useForm } from '../../../parts/useForm.ts'
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

/** The value after it has not changed for a moment, so that typing never waits for calls. */
function useDebounced<T>(value: T, millis: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(value), millis)
    return () => window.clearTimeout(timer)
  }, [value, millis])
  return debounced
}

interface BanValues {
  readonly subnet: string
  /** id of a span, or `until` a date */
  readonly span: string
  readonly date: string
  readonly note: string
}

/** Bans an address or a range, with a preview of what it covers and which peers it drops. */
export function BanForm({ initial }: { readonly initial: string }) {
  const now = useNow()
  const { ban } = useBans()
  const form = useForm<BanValues>({
    defaultValues: { subnet: initial, span: 'day', date: localTimeText(now + MONTH), note: '' },
  })
  const { register, values, problem } = form
  const subnet = values.subnet.trim()
  const asked = useDebounced(subnet, PREVIEW_MS)

  const submit = form.onSubmit(async (typed) => {
    const time = timeOf(typed.span, typed.date)
    if (!time || ('until' in time && time.until <= now)) return form.refuse('subnet', 'The end is in the past.')
    const fresh = await ban([{ subnet: typed.subnet.trim(), time, note: typed.note.trim() }])
    if (fresh === 0) return
    // The next ban may be written already while the node works.
    const written = form.getValues()
    form.reset({
      ...written,
      subnet: written.subnet === typed.subnet ? '' : written.subnet,
      note: written.note === typed.note ? '' : written.note,
    })
  })
  return (
    <Card
      title="Ban an address or a range"
      className="shrink-0"
      source={<CallSource calls={[shownCall('previewban', { 'ip(/netmask)': asked || '203.0.113.0/24' })]} />}
    >
      <form
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-3"
      >
        <Field label="Address or range" error={problem('subnet')}>
          <Input
            {...register('subnet', { validate: required('Enter an address or a range.') })}
            mono
            data-search-field
            placeholder="203.0.113.0/24"
          />
        </Field>
        <div className="flex flex-col gap-1">
          <Field label="For">
            <Select {...register('span')}>
              {banSpans.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
              <option value="until">Until a date …</option>
            </Select>
          </Field>
          {values.span === 'until' ? (
            <Field label="Until" hideLabel>
              <Input {...register('date')} type="datetime-local" min={localTimeText(now)} />
            </Field>
          ) : null}
        </div>
        <Field label="Note" optional>
          <Input {...register('note')} maxLength={MOST_NOTE} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
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
  if (subnet === '')
    return 'Enter an address, or a range like 203.0.113.0/24 or 2a01:4f8::/32, to see which peers it drops.'
  if (typing) return '…'
  if (error instanceof RpcError) return 'Not an address or range yet.'
  if (error) return 'The preview appears when the node answers.'
  if (!result) return '…'
  const shown = shortSubnet(result.subnet)
  const drops =
    result.peers.length === 0
      ? `drops none of your ${plural(result.connections, 'peer')}`
      : `drops ${result.peers.length} of your ${plural(result.connections, 'peer')}`
  const changed = shown === subnet ? '' : ` It is kept as ${shown}.`
  return `Covers ${coversText(result.covers)}; ${result.connections === 0 ? 'nobody is connected' : drops}.${result.banned ? ' It is banned already.' : changed}`
}
