import { COIN } from '#shared/units.ts'
import { coinsAmount, formatCompact, formatDecimal, formatMeasure, groupDigits } from '../../../ui/format.ts'
import { YEAR } from './supplyShape.ts'

const SHORT = [
  { size: 10n ** 9n, letter: 'B' },
  { size: 10n ** 6n, letter: 'M' },
  { size: 10n ** 3n, letter: 'k' },
] as const

/** "2.5 M": for the labels of an axis, which are round. */
export function shortCoins(satoshis: bigint): string {
  const unit = SHORT.find(({ size }) => satoshis >= size * COIN)
  if (!unit) return coinsAmount(satoshis)
  const hundredths = (satoshis * 100n) / (unit.size * COIN)
  return `${formatDecimal(Number(hundredths) / 100, { least: 0, most: 2 })} ${unit.letter}`
}

/** Whole coins where there are some: the premine has a few odd satoshis. */
export function wholeCoins(satoshis: bigint): string {
  return satoshis >= COIN ? groupDigits((satoshis + COIN / 2n) / COIN) : coinsAmount(satoshis)
}

const MILLION = 1_000_000n

/** "1.5 million": a supply to read at a glance. */
export function roundCoins(satoshis: bigint): string {
  if (satoshis < MILLION * COIN) return wholeCoins(satoshis)
  return formatCompact((satoshis + COIN / 2n) / COIN)
}

const units = [
  { size: YEAR, unit: 'year' },
  { size: 86_400, unit: 'day' },
  { size: 3600, unit: 'hour' },
  { size: 60, unit: 'minute' },
] as const

/** "3.8 years", "3 days", "10 minutes": a rough time in the unit that people would use. */
export function longDuration(seconds: number): string {
  const { size, unit } = units.find((one) => seconds >= one.size * 1.5) ?? { size: 1, unit: 'second' as const }
  const count = seconds / size
  return formatMeasure(count, unit, count >= 10 ? 0 : 1)
}
