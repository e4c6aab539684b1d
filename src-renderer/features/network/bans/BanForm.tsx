import { Ban } from 'lucide-react'
import { useEffect, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { coversLoopback } from '../../../components/allPeersBanned.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { type Person, usePerson } from '../../../components/people/persons.ts'
import { shortSubnet } from '../../../components/shortSubnet.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Field, Input, Select } from '../../../ui/Field.tsx'
import { type BanTime, banSpans, localTimeText, readLocalTime } from '../banTimes.ts'
import { coversText } from '../subnets.ts'
import { useBans } from '../useBans.ts'
import { useNodeNames } from '../useNodeNames.ts'

const MONTH = 30 * 24 * 3600
const PREVIEW_MS = 200
const MAX_NOTE_LENGTH = 200

/** Returns the value once it has not changed for `millis` ms, so that typing never waits for calls. */
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
  /** id of a span, or `until` for a date */
  readonly span: string
  readonly date: string
  readonly note: string
}

/** Bans an address or a range, with a preview of the covered addresses and the dropped peers. */
export function BanForm({ initial, onBanned }: { readonly initial: string; onBanned(): void }) {
  const now = useNow()
  const { client } = useNode()
  const { ban } = useBans()
  const form = useForm<BanValues>({
    defaultValues: { subnet: initial, span: 'day', date: localTimeText(now + MONTH), note: '' },
  })
  const { register, values, problem } = form
  const subnet = values.subnet.trim()
  const asked = useDebounced(subnet, PREVIEW_MS)

  const submit = form.onSubmit(async (typed) => {
    const time = toBanTime(typed.span, typed.date)
    if (!time || ('until' in time && time.until <= now)) return form.refuse('subnet', t('network:ban.past'))
    const fresh = await ban([{ subnet: typed.subnet.trim(), time, note: typed.note.trim() }])
    if (fresh === 0) return
    onBanned()
    // The user may already have typed the next ban while the node was working.
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
        className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-3 max-[719px]:grid-cols-1"
      >
        <Field label={t('network:ban.subnet')} error={problem('subnet')}>
          <Input
            {...register('subnet', { validate: (text) => subnetProblem(client, text) })}
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
          <Input {...register('note')} maxLength={MAX_NOTE_LENGTH} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          icon={<Ban aria-hidden className="size-4" />}
          className="min-[720px]:mt-6"
        >
          {t('network:ban.go')}
        </Button>
      </form>
      <Preview subnet={asked} typing={asked !== subnet} />
    </Card>
  )
}

/**
 * Resolves to the problem that the node finds in a range, or undefined if the range is valid or the node cannot check
 * it.
 */
async function subnetProblem(client: RpcClient, text: string): Promise<string | undefined> {
  const subnet = text.trim()
  if (subnet === '') return t('network:ban.missing')
  try {
    await client.call('previewban', { 'ip(/netmask)': subnet })
    return undefined
  } catch (error) {
    return error instanceof RpcError && error.code === RPC_ERROR.NODE_ALREADY_ADDED ? t('network:ban.bad') : undefined
  }
}

function toBanTime(span: string, date: string): BanTime | undefined {
  if (span !== 'until') return { seconds: banSpans.find(({ id }) => id === span)?.seconds ?? 0 }
  const until = readLocalTime(date)
  return until === undefined ? undefined : { until }
}

function Preview({ subnet, typing }: { readonly subnet: string; readonly typing: boolean }) {
  const input = { 'ip(/netmask)': subnet }
  const preview = useRpc('previewban', input, { enabled: subnet !== '' })
  const { person, paired } = usePerson()
  const names = useNodeNames()
  return (
    <p
      role="status"
      aria-label={t('network:ban.preview')}
      className="mt-2 h-5 truncate text-muted max-[719px]:h-auto max-[719px]:whitespace-normal"
    >
      {typing && subnet !== ''
        ? '…'
        : previewText(
            subnet,
            preview.error,
            preview.isPlaceholderData ? undefined : preview.data,
            paired ? person : undefined,
            names.ownOfBan(preview.data?.subnet ?? subnet),
          )}
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

/**
 * @param person the sandbox user who is shown, or undefined outside the sandbox
 * @param name the banned node's name, sanitized for display
 */
function previewText(
  subnet: string,
  error: Error | null,
  result: PreviewResult | undefined,
  person: Person | undefined,
  name: string | undefined,
): string {
  if (subnet === '') return t('network:ban.hint')
  if (error instanceof RpcError) return t('network:ban.bad')
  if (error) return t('network:ban.later')
  if (!result) return '…'
  const { banned } = result
  const plain = effectText(result, person)
  const isOther = person !== undefined && coversLoopback(result.subnet)
  const effect = name === undefined || isOther ? plain : t('network:ban.named', { effect: plain, name })
  const range = shortSubnet(result.subnet)
  if (banned) return t('network:ban.already', { effect })
  return range === subnet ? effect : t('network:ban.kept', { effect, range })
}

function effectText(result: PreviewResult, person: Person | undefined): string {
  const { connections, peers, subnet } = result
  const covers = coversText(result.covers)
  if (person !== undefined && coversLoopback(subnet)) {
    // Excludes the other sandbox node from the counts, unless it is already cut off.
    const others = { covers, count: Math.max(0, connections - 1), dropped: Math.max(0, peers.length - 1) }
    const other = person === 'me' ? 'Friend' : 'Me'
    return others.dropped === 0 ? t(`network:ban.cuts${other}`, { covers }) : t(`network:ban.cuts${other}And`, others)
  }
  if (connections === 0) return t('network:ban.coversNobody', { covers })
  return peers.length === 0
    ? t('network:ban.coversNone', { covers, count: connections })
    : t('network:ban.coversSome', { covers, count: connections, dropped: peers.length })
}
