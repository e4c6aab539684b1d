import { CircleCheck, Hourglass } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { useForm } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { isFetched } from '../../../node/chainState.ts'
import { useNode } from '../../../node/context.tsx'
import { useChainState } from '../../../node/useChainState.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { countInvalidWords, PhraseFields } from './PhraseFields.tsx'
import { chooseScanText } from './scanText.ts'
import { useLongCall } from './useLongCall.ts'

const EMPTY = Array.from({ length: 12 }, () => '')

interface RestoreValues {
  readonly words: readonly string[]
  readonly day: string
}

/** Dialog to restore the keys of a phrase and scan the chain for their coins. */
export function RestoreDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const form = useForm<RestoreValues>({ defaultValues: { words: EMPTY, day: '' } })
  const { words } = form.values
  const restore = useLongCall<MethodResult<'setphrase'>>()
  const submit = form.onSubmit(async ({ day }) => {
    if (!desktop && countInvalidWords(words) > 0) return
    const input = { phrase: desktop ? '' : words.join(' '), options: { restore: true, birth: dayAsTime(day) } }
    await restore.run((options) => withUnlock(() => client.call('setphrase', input, options), 'phrase'))
    form.untry()
  })
  const { result } = restore
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('wallet:phrase.restore')}
      description={t('wallet:phrase.restoreHint')}
    >
      {result ? (
        <Restored result={result} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
          {desktop ? (
            <NativePromptNotice what="words" />
          ) : (
            <PhraseFields words={words} onChange={(next) => form.set('words', next)} tried={form.tried} />
          )}
          <Field label={t('wallet:phrase.birthday')} optional hint={t('wallet:phrase.birthdayHint')}>
            <Input {...form.register('day')} type="date" className="max-w-60" />
          </Field>
          <OnTheWay />
          {restore.busy ? (
            <LongCallProgress
              label={t('wallet:phrase.scanning')}
              progress={restore.progress}
              onCancel={restore.cancel}
            />
          ) : null}
          {restore.stopped ? (
            <p role="status" className="text-12 text-muted">
              {t('wallet:phrase.stopped')}
            </p>
          ) : null}
          <Failure error={restore.error} safe={t('wallet:phrase.noKeyLost')} />
          <div className="flex items-center justify-end gap-2">
            <p role="status" className="mr-auto text-12 text-bad">
              {form.tried && !desktop && countInvalidWords(words) > 0
                ? t('wallet:drill.wrongWords', { count: countInvalidWords(words) })
                : ''}
            </p>
            <Button onClick={onClose}>{t('wallet:cancel')}</Button>
            <Button type="submit" variant="primary" busy={restore.busy}>
              {t('wallet:phrase.restoreAction')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

interface RestoredProps {
  readonly result: MethodResult<'setphrase'>
  onClose(): void
}

/** Warns that the result may be incomplete while the chain is not synced. */
function OnTheWay() {
  const chain = useChainState()
  if (isFetched(chain)) return null
  return (
    <p className="flex items-start gap-2 text-12 text-muted">
      <Hourglass aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>{t('wallet:phrase.noNeedToWait', { state: chain.word, tip: chain.tip })}</span>
    </p>
  )
}

function Restored({ result, onClose }: RestoredProps) {
  return (
    <div className="flex flex-col gap-3 pt-1">
      <p role="status" className="flex items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        <span>
          <Trans
            i18nKey={`wallet:phrase.${chooseScanText(result)}`}
            values={{
              addresses: t('wallet:receive.count', { count: result.found }),
              accounts: t('wallet:phrase.accounts', { count: result.accounts.length }),
            }}
            components={{ block: <BlockLink height={result.height ?? 0} /> }}
          />
          {result.complete ? '' : ` ${t('wallet:phrase.scanContinues')}`}
        </span>
      </p>
      {result.following ? (
        <p className="flex items-start gap-2 text-muted">
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{t('wallet:phrase.moreBlocks')}</span>
        </p>
      ) : null}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('wallet:done')}
        </Button>
      </div>
    </div>
  )
}

/** Converts the value of a date field to unix seconds at midnight UTC. Returns null if it is empty. */
function dayAsTime(day: string): number | null {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}
