/** What can be said of the time to the next block. Every solution is a block with the same chance, whatever came before. */
import { attemptsFor, formatSeconds } from '../../parts/luck.ts'
import type { MinerStatus } from '../../parts/mining/minerWords.ts'

export interface Odds {
  /** solutions by which half of all blocks are found, and 95 of 100 */
  readonly half: number
  readonly most: number
  /** the same, and the average, in seconds; infinite while nothing is searched */
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

/** Seconds as people wait them; what nobody lives to see is not told to the year. */
export function waitWords(seconds: number): string {
  return seconds > AGES * YEAR ? 'over 1,000 y' : formatSeconds(seconds)
}

/** Ours of what the whole network searches. The estimate looks back over many blocks, so it may be below what we do now. */
export function networkShareWords(rate: number, network: number): string {
  if (rate === 0) return '0 %'
  const share = rate / Math.max(network, rate)
  if (share > 0.985) return 'nearly all'
  return share < 0.01 ? 'under 1 %' : `${Math.round(share * 100)} %`
}
