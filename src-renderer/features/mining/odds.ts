/** Expected time to the next block. Each solution is a block with the same independent probability. */
import { attemptsFor, formatSeconds } from '../../components/luck.ts'
import type { MinerStatus } from '../../components/mining/minerWords.ts'
import { t } from '../../i18n/texts.ts'
import { formatPercent } from '../../ui/format.ts'

export interface Odds {
  /** solutions by which half of all blocks are found, and 95 of 100 */
  readonly half: number
  readonly most: number
  /** the same, and the average, in seconds; infinite while not mining */
  readonly mean: number
  readonly median: number
  readonly p95: number
}

export function oddsOf({ chance, rate }: Pick<MinerStatus, 'chance' | 'rate'>): Odds {
  const half = attemptsFor(0.5, chance)
  const most = attemptsFor(0.95, chance)
  const seconds = (solutions: number) => (rate > 0 ? solutions / rate : Number.POSITIVE_INFINITY)
  return { half, most, mean: seconds(1 / chance), median: seconds(half), p95: seconds(most) }
}

const YEAR = 365.25 * 86_400
const AGES = 1_000

/** A waiting time; beyond a thousand years it is not given exactly. */
export function waitWords(seconds: number): string {
  return seconds > AGES * YEAR ? t('mining:odds.overYears', { years: AGES }) : formatSeconds(seconds)
}

/** Why no rate is known: it is not measured yet, or nothing is searched, as `otherwise` says. */
export const noRateWords = ({ state }: Pick<MinerStatus, 'state'>, otherwise: string): string =>
  state === 'mining' ? t('mining:figures.measuring') : otherwise

/**
 * Our share of the network's solution rate. The estimate looks back over many blocks, so it may be below what we do
 * now.
 */
export function networkShareWords(rate: number, network: number): string {
  if (rate === 0) return formatPercent(0)
  const share = rate / Math.max(network, rate)
  if (share > 0.985) return t('mining:odds.nearlyAll')
  return share < 0.01 ? t('mining:odds.underOne') : formatPercent(Math.round(share * 100))
}
