import { Ban } from 'lucide-react'
import { useEffect, useState } from 'react'
import { RpcError } from '#shared/errors.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { required, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Field, Input, Select } from '../../../ui/Field.tsx'
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
export function BanForm({ initial, onBanned }: { readonly initial: string; onBanned(): void }) {
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
    if (!time || ('until' in time && time.until <= now)) return form.refuse('subnet', t('network:ban.past'))
    const fresh = await ban([{ subnet: typed.subnet.trim(), time, note: typed.note.trim() }])
    if (fresh === 0) return
    onBanned()
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
      title={t('network:ban.title')}
      className="shrink-0"
      source={<CallSource calls={[shownCall('previewban', { 'ip(/netmask)': asked || '203.0.113.0/24' })]} />}
    >
      <form
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-3"
      >
        <Field label={t('network:ban.subnet')} error={problem('subnet')}>
          <Input
            {...register('subnet', { validate: required(t('network:ban.missing')) })}
            mono
            data-search-field
            placeholder="203.0.113.0/24"
          />
        </Field>
        <div className="flex flex-col gap-1">
          <Field label={t('network:ban.for')}>
            <Select {...register('span')}>
              {banSpans.map(({ id }) => (
                <option key={id} value={id}>
                  {t(`network:span.${id}`)}
                </option>
              ))}
              <option value="until">{t('network:ban.untilDate')}</option>
            </Select>
          </Field>
          {values.span === 'until' ? (
            <Field label={t('network:ban.until')} hideLabel>
              <Input {...register('date')} type="datetime-local" min={localTimeText(now)} />
            </Field>
          ) : null}
        </div>
        <Field label={t('network:ban.note')} optional>
          <Input {...register('note')} maxLength={MOST_NOTE} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          icon={<Ban aria-hidden className="size-4" />}
          className="mt-6"
        >
          {t('network:ban.go')}
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
    <p role="status" aria-label={t('network:ban.preview')} className="mt-2 h-5 truncate text-muted">
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
  if (subnet === '') return t('network:ban.hint')
  if (typing) return '…'
  if (error instanceof RpcError) return t('network:ban.notYet')
  if (error) return t('network:ban.later')
  if (!result) return '…'
  const { connections, peers, banned } = result
  const covers = coversText(result.covers)
  const effect =
    connections === 0
      ? t('network:ban.coversNobody', { covers })
      : peers.length === 0
        ? t('network:ban.coversNone', { covers, count: connections })
        : t('network:ban.coversSome', { covers, count: connections, dropped: peers.length })
  const range = shortSubnet(result.subnet)
  if (banned) return t('network:ban.already', { effect })
  return range === subnet ? effect : t('network:ban.kept', { effect, range })
}
