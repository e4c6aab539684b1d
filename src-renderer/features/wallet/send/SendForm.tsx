import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CallSource, type ShownCall, shownCall } from '../../../components/CallSource.tsx'
import { type Form, focusFirstProblem, useForm } from '../../../components/useForm.ts'
import { WaitingNote } from '../../../components/WaitingNote.tsx'
import { t } from '../../../i18n/texts.ts'
import { useCoinName } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { WalletSummary } from '../BalanceStrip.tsx'
import { CoinTable } from './CoinTable.tsx'
import { CostCard } from './CostCard.tsx'
import type { SendProblems, SendRequest } from './check.ts'
import { emptySendDraft, type SendDraft } from './draft.ts'
import { useSendDraft } from './draftStore.ts'
import { describeSendError } from './errors.ts'
import { Recipients } from './Recipients.tsx'
import type { EstimateState } from './useEstimate.ts'
import { usePayment } from './usePayment.ts'
import type { SendFlow } from './useSendFlow.ts'

export interface SendFormProps {
  readonly coin: string
  readonly summary: WalletSummary | undefined
  /** focuses the first field */
  readonly focused: boolean
  readonly flow: SendFlow
  onSubmit(request: SendRequest): void
}

const EXAMPLE = { payment: { outputs: [{ address: 'R…', amount: '1.5' }] } }
const calls: readonly ShownCall[] = [
  shownCall('estimatesend', EXAMPLE),
  shownCall('preparesend', EXAMPLE),
  shownCall('sendprepared', { hex: '0400…' }),
]

export function SendForm({ coin, summary, focused, flow, onSubmit }: SendFormProps) {
  const name = useCoinName()
  const kept = useSendDraft()
  const payment = useForm<SendDraft>({ defaultValues: kept.draft, keep: kept.change })
  const { values: draft, register, reset, tried } = payment
  const { checked, estimate, available, total } = usePayment(draft, summary)
  useShownFee(flow, estimate)
  // The form's own validation is not used, because the limits change with the balance.
  const problems: SendProblems = tried && !checked.ok ? checked.problems : NONE
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focused) form.current?.querySelector('input')?.focus()
  }, [focused])
  const submit = payment.onSubmit(() => {
    if (checked.ok) onSubmit(checked.request)
    else focusFirstProblem(form.current)
  })
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('wallet:send.form')}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 max-[859px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <p className="text-muted">
          {t('wallet:send.coinsOnly', { coin: name })}{' '}
          <Link to="/tokens" search={{ show: 'mine' }} className="text-accent-text underline underline-offset-4">
            {t('wallet:send.tokens')}
          </Link>
        </p>
        <Recipients form={payment} problems={problems.recipients} coin={coin} available={available} />
        <Notes register={register} problems={problems} />
        <CoinChoice form={payment} coin={coin} problem={problems.coins} />
      </div>
      <CostCard
        form={payment}
        coin={coin}
        total={total}
        available={available}
        estimate={estimate}
        rateProblem={problems.rate}
      >
        <BuildRefused error={flow.error} coin={coin} />
        <ConfirmNote flow={flow} coin={coin} />
        {/* Stays visible in a low window. */}
        <div className="group/source sticky -bottom-4 -mx-3 flex items-center gap-2 bg-sunken px-3 py-1">
          <Button type="submit" variant="primary" busy={flow.busy}>
            {t('wallet:send.review')}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              reset(emptySendDraft)
              kept.clear()
            }}
          >
            {t('wallet:send.clear')}
          </Button>
          <span className="ml-auto">
            <CallSource calls={calls} />
          </span>
        </div>
        <PassphraseNext />
      </CostCard>
    </form>
  )
}

/** Passes the fee that the form shows to the flow, if it is exact. */
function useShownFee(flow: SendFlow, estimate: EstimateState): void {
  const fee = estimate.state === 'known' && estimate.estimate.exact ? estimate.estimate.fee : undefined
  const note = useEffectEvent((shown: bigint | undefined) =>
    flow.noteShown(shown === undefined ? undefined : { fee: shown }),
  )
  useEffect(() => note(fee), [fee])
}

/** Announces that the passphrase will be requested next. */
function PassphraseNext() {
  const { data } = useRpc('getwalletstatus', {})
  return data?.locked ? <p className="text-12 text-muted">{t('wallet:send.lockedFirst')}</p> : null
}

interface CoinChoiceProps {
  readonly form: Form<SendDraft>
  readonly coin: string
  readonly problem: string | undefined
}

function CoinChoice({ form: { values: draft, set }, coin, problem }: CoinChoiceProps) {
  return (
    <div className="flex flex-col gap-2 border-t pt-3">
      <Switch
        label={t('wallet:coins.choose')}
        hint={t('wallet:coins.chooseHint')}
        checked={draft.choosing}
        onChange={(choosing) => set('choosing', choosing)}
      />
      {draft.choosing ? (
        <CoinTable coin={coin} chosen={draft.coins} problem={problem} onChange={(coins) => set('coins', coins)} />
      ) : null}
    </div>
  )
}

const NONE: SendProblems = { recipients: [] }

interface NotesProps extends Pick<Form<SendDraft>, 'register'> {
  readonly problems: SendProblems
}

/** Fields for the comments that are stored in the wallet. */
function Notes({ register, problems }: NotesProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-[719px]:grid-cols-1">
      <Field label={t('wallet:send.commentTo')} optional error={problems.commentTo} hint={t('wallet:send.private')}>
        <Input {...register('commentTo')} placeholder={t('wallet:send.commentToExample')} />
      </Field>
      <Field label={t('wallet:note')} optional error={problems.comment} hint={t('wallet:send.private')}>
        <Input {...register('comment')} placeholder={t('wallet:send.commentExample')} />
      </Field>
    </div>
  )
}

/** Explains why no transaction could be built, and which coins are only unconfirmed. */
function BuildRefused({ error, coin }: { readonly error: unknown; readonly coin: string }) {
  if (!error) return null
  const story = describeSendError(error)
  return (
    <>
      <ErrorState compact title={story.title} safe={story.safe} advice={story.advice} details={story.details} />
      <WaitingNote coin={coin} />
    </>
  )
}
