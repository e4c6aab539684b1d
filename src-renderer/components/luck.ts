/**
 * Probabilities of a search. Each attempt succeeds independently with the same chance, so the number of attempts has a
 * geometric distribution.
 */
import { t } from '../i18n/texts.ts'
import { formatDecimal, formatDuration, formatPercent } from '../ui/format.ts'

/** of one attempt at a claim */
export const CLAIM_CHANCE = 1 / 65_536

/** How likely a search ends within so many attempts: 1 − (1 − p)^n. */
export function probabilityAfter(attempts: number, chance = CLAIM_CHANCE): number {
  return -Math.expm1(attempts * Math.log1p(-chance))
}

/** The number of attempts by which this share of searches has ended, not rounded. */
export function attemptsFor(share: number, chance: number): number {
  return Math.log1p(-share) / Math.log1p(-chance)
}

/** "82 %": never rounded up, so that nothing uncertain reads as 100 %. */
export function formatShare(probability: number): string {
  const percent = Math.min(Math.max(probability, 0) * 100, 99.999)
  if (percent > 0 && percent < 1) return t('parts:luck.underOne')
  const decimals = percent < 99 ? 0 : percent < 99.9 ? 1 : 2
  const factor = 10 ** decimals
  return formatPercent(Math.floor(percent * factor) / factor, decimals)
}

/** A waiting time: "5.6 s", "24 s", "3 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return t('ui:seconds', { value: formatDecimal(seconds, 1) })
  return seconds < 120 ? t('ui:seconds', { value: Math.round(seconds) }) : formatDuration(seconds)
}

/** The time that attempts take; undefined while the rate is unknown. */
export function timeFor(attempts: number, rate: number): string | undefined {
  return rate > 0 ? formatSeconds(attempts / rate) : undefined
}

/** seconds after which the rate is no longer that of the first moments */
const MEASURED_AFTER = 1

export interface SearchPace {
  /** seconds since its start */
  readonly elapsed: number
  /** attempts per second; 0 while unknown */
  readonly rate: number
  /** attempts by which half, and 95 %, of all searches have ended */
  readonly median: number
  readonly p95: number
}

/**
 * "About 20 to 90 s left": half of all searches end within the first time, 95 % within the second. Past attempts do not
 * count, so it depends on the rate alone.
 */
export function timeLeft({ elapsed, rate, median, p95 }: SearchPace): string {
  if (rate <= 0 || elapsed < MEASURED_AFTER) return t('parts:luck.leftUnknown')
  const from = Math.max(1, Math.round(median / rate))
  const to = Math.max(from + 1, Math.round(p95 / rate))
  if (to >= 120) return t('parts:luck.left', { from: formatSeconds(from), to: formatSeconds(to) })
  return t('parts:luck.left', { from, to: t('ui:seconds', { value: to }) })
}
