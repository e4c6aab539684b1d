import { formatShare, timeLeft } from '../../components/luck.ts'
import { t } from '../../i18n/texts.ts'
import { formatPercent } from '../../ui/format.ts'
import type { FaucetClaim } from './claimStatus.ts'

/** Maximum fill of the bar: a search has no certain end, so the bar never reaches its full length. */
const FULLEST = 0.995
const MARKS = [50, 95]

/** A running search. The bar's length is the share of searches that end within the same number of attempts. */
export function ClaimSearchBar({ claim }: { readonly claim: FaucetClaim }) {
  const { probability } = claim
  const found = t('faucet:bar.found', { share: formatShare(probability) })
  const left = timeLeft(claim)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium text-16">{left}</span>
        <span className="text-muted">{found}</span>
      </p>
      <div className="relative pb-5">
        <div
          role="progressbar"
          aria-label={t('faucet:bar.label')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(99, Math.floor(100 * probability))}
          aria-valuetext={`${found}. ${left}.`}
          className="h-2.5 overflow-hidden rounded-full bg-hover"
        >
          <div
            className="h-full origin-left bg-accent transition-transform duration-(--slide) ease-linear"
            style={{ transform: `scaleX(${Math.min(probability, FULLEST)})` }}
          />
        </div>
        {MARKS.map((mark) => (
          <span
            key={mark}
            aria-hidden
            className="absolute top-0 flex -translate-x-1/2 flex-col items-center text-12 text-muted"
            style={{ left: `${mark}%` }}
          >
            <span className="h-3.5 border-l border-line-strong" />
            {formatPercent(mark)}
          </span>
        ))}
      </div>
      <p role="status" className="sr-only">
        {t('faucet:search.status')}
      </p>
    </div>
  )
}
