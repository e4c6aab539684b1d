/**
 * Probabilities of a search. Each attempt succeeds independently with equal probability, so the number of attempts has
 * a geometric distribution.
 */
import { t } from '../i18n/texts.ts'
import { formatDecimal, formatDuration, formatPercent } from '../ui/format.ts'

/** Success probability of one attempt at a claim. */
export const CLAIM_CHANCE = 1 / 65_536

/** Returns the probability that a search ends within n attempts: 1 − (1 − p)^n. */
export function probabilityAfter(attempts: number, chance = CLAIM_CHANCE): number {
  return -Math.expm1(attempts * Math.log1p(-chance))
}

/** Returns the number of attempts, not rounded, within which this share of searches ends. */
export function attemptsFor(share: number, chance: number): number {
  return Math.log1p(-share) / Math.log1p(-chance)
}

/** Formats a probability, such as "82 %". Truncates, so that an uncertain event never reads as 100 %. */
export function formatShare(probability: number): string {
  const percent = Math.min(Math.max(probability, 0) * 100, 99.999)
  if (percent > 0 && percent < 1) return t('parts:luck.underOne')
  const decimals = percent < 99 ? 0 : percent < 99.9 ? 1 : 2
  const factor = 10 ** decimals
  return formatPercent(Math.floor(percent * factor) / factor, decimals)
}

/** Formats a waiting time, such as "5.6 s", "24 s" or "3 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return t('ui:seconds', { value: formatDecimal(seconds, 1) })
  return seconds < 120 ? t('ui:seconds', { value: Math.round(seconds) }) : formatDuration(seconds)
}

/** Returns the expected time of a number of attempts, or undefined while the rate is unknown. */
export function timeFor(attempts: number, rate: number): string | undefined {
  return rate > 0 ? formatSeconds(attempts / rate) : undefined
}

/** Seconds before the measured rate is used, because the rate is unreliable at first. */
const MEASURED_AFTER = 1

export interface SearchPace {
  /** Seconds since the start of the search. */
  readonly elapsed: number
  /** Attempts per second, 0 while unknown. */
  readonly rate: number
  /** Number of attempts within which half of all searches end; `p95` is the number for 95 %. */
  readonly median: number
  readonly p95: number
}

/**
 * Formats the remaining time, such as "About 20 to 90 s left". Half of all searches end within the first time, 95 %
 * within the second. The process is memoryless, so the times depend only on the rate.
 */
export function timeLeft({ elapsed, rate, median, p95 }: SearchPace): string {
  if (rate <= 0 || elapsed < MEASURED_AFTER) return t('parts:luck.leftUnknown')
  const from = Math.max(1, Math.round(median / rate))
  const to = Math.max(from + 1, Math.round(p95 / rate))
  if (to >= 120) return t('parts:luck.left', { from: formatSeconds(from), to: formatSeconds(to) })
  return t('parts:luck.left', { from, to: t('ui:seconds', { value: to }) })
}
