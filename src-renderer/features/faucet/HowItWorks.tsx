import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { CLAIM_CHANCE, formatSeconds, formatShare, probabilityAfter, timeFor } from '../../components/luck.ts'
import { LuckCurve } from '../../components/luckCurve/LuckCurve.tsx'
import { t } from '../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { Checklist } from './Checklist.tsx'
import { type Eligibility, eligibilityCheck, type FaucetClaim } from './claimStatus.ts'

export interface HowItWorksProps {
  readonly claim: FaucetClaim
  readonly eligibility: Eligibility
  readonly coin: string
  onTransaction(txid: string): void
}

/** Explanation of a claim, its odds and its conditions, collapsed by default. */
export function HowItWorks(props: HowItWorksProps) {
  const [open, setOpen] = useState(false)
  const Chevron = open ? ChevronUp : ChevronDown
  return (
    <div className="border-t pt-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1.5 flex w-[calc(100%+12px)] items-center gap-2.5 rounded-md px-1.5 py-2 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1 font-medium">{t('faucet:how.title')}</span>
        <Chevron aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {open ? <Explained {...props} /> : null}
    </div>
  )
}

function Explained({ claim, eligibility, coin, onTransaction }: HowItWorksProps) {
  const { payout } = eligibility
  const { attempts, rate, median, p95, expected } = claim
  const pool = eligibilityCheck(eligibility, 'pool')?.amount
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="flex max-w-200 flex-col gap-2 text-muted">
        <p>{t('faucet:claim.explanation', { amount: plainAmount(payout), coin })}</p>
        {pool === undefined ? null : (
          <p>{t('faucet:how.pool', { pool: plainAmount(pool), each: plainAmount(payout + CONTRACT_FEE), coin })}</p>
        )}
        <p>
          {t('faucet:claim.chance', { expected, median, most: p95 })} {t('faucet:claim.odds')}
        </p>
      </div>
      <LuckCurve
        label={curveLabel(attempts)}
        chance={CLAIM_CHANCE}
        running={claim.state === 'searching'}
        {...{ attempts, rate, median, p95 }}
      />
      {attempts === 0 ? null : <SearchFigures claim={claim} />}
      <Checklist data={eligibility} onTransaction={onTransaction} />
    </div>
  )
}

function curveLabel(attempts: number): string {
  return attempts === 0
    ? t('faucet:curve.idle')
    : t('faucet:curve.running', { count: attempts, share: formatShare(probabilityAfter(attempts)) })
}

function SearchFigures({ claim }: { readonly claim: FaucetClaim }) {
  const { state, attempts, rate, elapsed, median, p95, expected } = claim
  return (
    <dl className="grid grid-cols-4 divide-x rounded-md border max-[719px]:grid-cols-2">
      <Figure
        label={t('faucet:search.attempts')}
        value={groupDigits(attempts)}
        note={t('faucet:search.average', { expected })}
      />
      <Figure
        label={t('faucet:search.rate')}
        value={rate > 0 ? t('faucet:search.perSecond', { rate: Math.round(rate) }) : '—'}
        note={t(state === 'searching' ? 'faucet:search.now' : 'faucet:search.onAverage')}
      />
      <Figure label={t('faucet:search.time')} value={formatSeconds(elapsed)} note={t('faucet:search.soFar')} />
      <Figure
        label={t('faucet:search.median')}
        value={timeFor(median, rate) ?? '—'}
        note={rate > 0 ? t('faucet:search.most', { time: timeFor(p95, rate) }) : t('faucet:search.unknown')}
      />
    </dl>
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
