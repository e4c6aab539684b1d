import type { ReactNode } from 'react'
import type { Form } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { CoinInput } from '../../../ui/CoinInput.tsx'
import { Field } from '../../../ui/Field.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import type { FeeChoice, SendDraft } from './draft.ts'
import { describeSendError } from './errors.ts'
import type { EstimateState } from './useEstimate.ts'

/** A usual fee rate in satoshis per 1000 bytes. */
const USUAL_RATE = 10_000n

const CHOICES: readonly FeeChoice[] = ['least', 'normal', 'own']

export interface CostCardProps {
  readonly form: Form<SendDraft>
  readonly coin: string
  /** in satoshis, or undefined while an amount is missing */
  readonly total: bigint | undefined
  readonly available: bigint | undefined
  readonly estimate: EstimateState
  readonly rateProblem: string | undefined
  readonly children: ReactNode
}

/** Shows the cost of the payment, and the choice of its fee. */
export function CostCard(props: CostCardProps) {
  const { coin, total, available, estimate, rateProblem, children } = props
  const { values: draft, register, set } = props.form
  const fee = estimate.state === 'known' ? estimate.estimate.fee : undefined
  const together = total === undefined || fee === undefined ? undefined : draft.everything ? total : total + fee
  return (
    <section aria-label={t('wallet:fee.cost')} className="flex flex-col gap-3 rounded-lg border bg-sunken p-3">
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">{t('wallet:fee.title')}</p>
        <Segmented
          label={t('wallet:fee.title')}
          value={draft.fee}
          onChange={(next) => set('fee', next)}
          segments={CHOICES.map((id) => ({ id, label: t(`wallet:fee.choice.${id}`) }))}
          className="self-start"
        />
        <p className="text-12 text-muted">{t(`wallet:fee.meaning.${draft.fee}`)}</p>
        {draft.fee === 'own' ? (
          <Field label={t('wallet:fee.rate')} hint={t('wallet:fee.rateHint')} error={rateProblem}>
            <CoinInput {...register('rate')} placeholder={plainAmount(USUAL_RATE)} coin={coin} />
          </Field>
        ) : rateProblem ? (
          <p role="alert" className="text-12 text-bad">
            {rateProblem}
          </p>
        ) : null}
      </div>
      <dl aria-live="polite" className="border-t pt-1.5">
        <Line
          label={t(draft.everything ? 'wallet:fee.recipientGets' : 'wallet:fee.amount')}
          satoshis={draft.everything && total !== undefined && fee !== undefined ? total - fee : total}
        />
        <Line label={t('wallet:fee.title')} satoshis={fee} />
        <Line label={t('parts:confirm.pay')} satoshis={together} strong />
        <Line
          label={t('wallet:fee.remaining')}
          satoshis={available === undefined || together === undefined ? undefined : available - together}
        />
      </dl>
      <Measured estimate={estimate} coin={coin} />
      {children}
    </section>
  )
}

interface LineProps {
  readonly label: string
  readonly satoshis: bigint | undefined
  readonly strong?: boolean
}

function Line({ label, satoshis, strong }: LineProps) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className={strong ? 'font-medium' : undefined}>
        {satoshis === undefined ? <span className="text-faint">—</span> : <Amount satoshis={satoshis} />}
      </dd>
    </div>
  )
}

/** Explains the figures: exact, an upper limit, or why there are no figures. */
function Measured({ estimate, coin }: { readonly estimate: EstimateState; readonly coin: string }) {
  return (
    <p role="status" className={estimate.state === 'refused' ? 'text-12 text-bad' : 'text-12 text-muted'}>
      {formatEstimate(estimate, coin)}
    </p>
  )
}

function formatEstimate(estimate: EstimateState, coin: string): string {
  switch (estimate.state) {
    case 'known': {
      const { fee, size, exact } = estimate.estimate
      return t(exact ? 'wallet:fee.exact' : 'wallet:fee.atMost', { fee: plainAmount(fee), coin, size })
    }
    case 'asking':
      return t('wallet:fee.asking')
    case 'refused':
      return `${describeSendError(estimate.error).title}.`
    case 'none':
      return t('wallet:fee.later')
  }
}
