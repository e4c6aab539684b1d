/** Computes the expected time to the next block. Each solution is a block with the same independent probability. */
import { attemptsFor, formatSeconds } from '../../components/luck.ts'
import type { MinerStatus } from '../../components/mining/minerTexts.ts'
import { t } from '../../i18n/texts.ts'
import { formatPercent } from '../../ui/format.ts'

export interface Odds {
  /** solutions within which half of all blocks are found (`half`), and 95 of 100 (`most`) */
  readonly half: number
  readonly most: number
  /** mean, median and 95th percentile in seconds; infinite while not mining */
  readonly mean: number
  readonly median: number
  readonly p95: number
}

export function computeOdds({ chance, rate }: Pick<MinerStatus, 'chance' | 'rate'>): Odds {
  const half = attemptsFor(0.5, chance)
  const most = attemptsFor(0.95, chance)
  const seconds = (solutions: number) => (rate > 0 ? solutions / rate : Number.POSITIVE_INFINITY)
  return { half, most, mean: seconds(1 / chance), median: seconds(half), p95: seconds(most) }
}

const YEAR = 365.25 * 86_400
const AGES = 1_000

/** Formats a waiting time. Beyond a thousand years it is not exact. */
export function formatWait(seconds: number): string {
  return seconds > AGES * YEAR ? t('mining:odds.overYears', { years: AGES }) : formatSeconds(seconds)
}

/** Returns why no rate is known: it is being measured, or the text `otherwise` if the miner is not mining. */
export const formatMissingRate = ({ state }: Pick<MinerStatus, 'state'>, otherwise: string): string =>
  state === 'mining' ? t('mining:figures.measuring') : otherwise

/**
 * Formats this node's share of the network's solution rate. The estimate covers many past blocks, so it may be below
 * this node's present rate.
 */
export function formatNetworkShare(rate: number, network: number): string {
  if (rate === 0) return formatPercent(0)
  const share = rate / Math.max(network, rate)
  if (share > 0.985) return t('mining:odds.nearlyAll')
  return share < 0.01 ? t('mining:odds.underOne') : formatPercent(Math.round(share * 100))
}
