import { CLAIM_CHANCE, formatSeconds, luckOf, luckSentence, timeFor } from '../../components/luck.ts'
import { LuckCurve } from '../../components/luckCurve/LuckCurve.tsx'
import { t } from '../../i18n/texts.ts'
import { groupDigits } from '../../ui/format.ts'
import { claimCurveLabel } from './claimCurveLabel.ts'
import type { FaucetClaim } from './claimStatus.ts'

/** A running search in figures and as a point on its probability curve. */
export function ClaimSearchProgress({ claim }: { readonly claim: FaucetClaim }) {
  const { state, attempts, rate, elapsed, probability, median, p95, expected } = claim
  const running = state === 'searching'
  return (
    <div className="flex flex-col gap-3">
      <LuckCurve
        label={claimCurveLabel(attempts)}
        chance={CLAIM_CHANCE}
        {...{ attempts, rate, median, p95, running }}
      />
      <dl className="grid grid-cols-4 divide-x rounded-md border">
        <Figure
          label={t('faucet:search.attempts')}
          value={groupDigits(attempts)}
          note={t('faucet:search.average', { expected })}
        />
        <Figure
          label={t('faucet:search.rate')}
          value={rate > 0 ? t('faucet:search.perSecond', { rate: Math.round(rate) }) : '—'}
          note={t(running ? 'faucet:search.now' : 'faucet:search.onAverage')}
        />
        <Figure label={t('faucet:search.time')} value={formatSeconds(elapsed)} note={t('faucet:search.soFar')} />
        <Figure
          label={t('faucet:search.median')}
          value={timeFor(median, rate) ?? '—'}
          note={rate > 0 ? t('faucet:search.most', { time: timeFor(p95, rate) }) : t('faucet:search.unknown')}
        />
      </dl>
      {running ? (
        <>
          <p className="font-medium text-14">{luckSentence(probability)}</p>
          <p role="status" className="sr-only">
            {t('faucet:search.status', { luck: luckOf(probability) })}
          </p>
        </>
      ) : null}
    </div>
  )
}

function Figure({ label, value, note }: { readonly label: string; readonly value: string; readonly note: string }) {
  return (
    <div className="min-w-0 px-3 py-2">
      <dt className="truncate text-12 text-muted">{label}</dt>
      <dd>
        <span className="block truncate font-semibold text-16">{value}</span>
        <span className="block truncate text-12 text-faint">{note}</span>
      </dd>
    </div>
  )
}
