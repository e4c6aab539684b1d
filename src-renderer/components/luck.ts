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

/** Luck of a search in a few words that change rarely. */
export function luckOf(probability: number): string {
  if (probability < 0.25) return t('parts:luck.begun')
  if (probability < 0.5) return t('parts:luck.onTheWay')
  if (probability < 0.8) return t('parts:luck.little')
  return probability < 0.99 ? t('parts:luck.unlucky') : t('parts:luck.very')
}

/** "Unlucky so far: 82 % of claims are found sooner." */
export function luckSentence(probability: number): string {
  return t('parts:luck.sentence', { luck: luckOf(probability), share: formatShare(probability) })
}
